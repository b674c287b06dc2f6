"""A page for everybody: narrow windows, light and dark, print, no script, screen readers, reduced motion."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.replays.viewer import pages

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[1] / "axe-core" / "axe.min.js"
RULES = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast", "link-in-text-block"],
}
"""In the dark there are other colours, and nothing else is other."""
TABS = ("log", "beside", "lines", "spaces", "legend", "chart", "luck")
OUTSIDE = """[...document.querySelectorAll('button, select, input')]
    .filter((each) => each.offsetParent && each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.id)"""
OVERLAPPING = """() => {
    const boxes = [...document.querySelectorAll('.controls button, .controls select, .controls input')]
        .filter((each) => each.offsetParent)
        .map((each) => [each.id, each.getBoundingClientRect()]);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return boxes.flatMap(([one, a], at) =>
        boxes.slice(at + 1).filter(([, b]) => meet(a, b)).map(([other]) => `${one} on ${other}`));
}"""
NOTED_DELAYS = """() => {
    const begun = setInterval;
    window.delays = [];
    window.setInterval = (step, delay) => {
        window.delays.push(delay);
        return begun(step, delay);
    };
}"""
STYLE = """(each) => {
    const style = getComputedStyle(each);
    return [style.color, style.backgroundColor, style.breakInside];
}"""
EXAMINED = """async ([where, tags]) => {
    const found = await axe.run({ include: [where], exclude: ['.board-drawing > g'] }, { runOnly: tags });
    const serious = found.violations.filter((each) => ['serious', 'critical'].includes(each.impact));
    const told = (each) => each.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(' / ');
    return [serious.map((each) => `${each.id}: ${told(each)}`), found.passes.length];
}"""
"""The serious findings, and how many rules were kept. A board is one image to it; what is drawn in that is tested by
`test_layers`."""


# Windows, light, print, no script


@pytest.mark.parametrize("width", [320, 390, 1024, 1600])
@pytest.mark.parametrize("name", ["sauron", "sword-of-rome", "goofspiel"])
def test_nothing_is_scrolled_sideways(show, name, width):
    made = pages.named(name)
    page = show(made, f"main@{min(pages.HOSTILE, made.content.nodes[-1].ply)}", width=width, height=800)
    for tab in TABS:
        if page.locator(f"#{tab}-tab").is_visible():
            page.click(f"#{tab}-tab")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, tab
            assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERLAPPING) == []


def test_light_and_dark_are_chosen_by_the_reader(show):
    page = show(pages.branched(), color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#light")
    light = page.evaluate(ground)
    assert (dark, light) == ("rgb(20, 23, 27)", "rgb(246, 242, 231)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_print_has_the_report_on_white_and_no_controls(show, scheme):
    page = show(pages.branched(), color_scheme=scheme)
    page.evaluate(f"document.documentElement.dataset.light = '{scheme}'")
    page.emulate_media(media="print", color_scheme=scheme)
    assert not page.locator("#app").is_visible()
    assert page.locator("#report h2").nth(0).is_visible()
    selectors = ["body", "#report p", "#report figure svg"]
    styles = [page.locator(selector).nth(0).evaluate(STYLE) for selector in selectors]
    assert styles[0][1] == "rgb(255, 255, 255)"
    assert styles[1][0] == "rgb(0, 0, 0)"
    assert styles[2][2] == "avoid"
    # Grounds are mostly not printed: letters do not rely on them.
    assert page.locator(".swatch").nth(0).evaluate(STYLE)[0] == "rgb(0, 0, 0)"
    # On a dark screen, too, what is printed is the light board.
    ink = "getComputedStyle(document.documentElement).getPropertyValue('--c0')"
    assert page.evaluate(ink) == pages.branched().content.board.inks[0][0]


def test_without_script_the_page_is_a_report(show):
    made = pages.branched()
    page = show(made, script=False)
    assert not page.locator("#app").is_visible()
    text = page.locator("#report").inner_text()
    assert "won" in page.locator("#report > p").inner_text()
    turns = {
        made.content.periods[node.period].turn
        for node in made.content.nodes[: made.content.lines[0].head + 1]
    }
    assert page.locator("#report figure svg").count() == len(turns)
    assert page.locator("#report figure svg").nth(0).bounding_box()["height"] > 100
    assert all(line.text in text for line in made.content.retold[:40])
    assert pages.MARKUP in text


# Access


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["sauron", "sword-of-rome as the Gauls", "goofspiel"])
def test_axe_has_no_serious_finding(show, name, scheme):
    made = pages.named(name)
    at = min(pages.NOTED, made.content.nodes[-1].ply)
    page = show(made, f"main@{at}", color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for tab in TABS:
        if not page.locator(f"#{tab}-tab").is_visible():
            continue
        page.click(f"#{tab}-tab")
        if tab == "lines" and len(made.content.lines) > 1:
            page.select_option("#compare", made.content.lines[1].name)
        # What stays the same under every tab is examined once.
        where = "html" if tab == "log" else "main > aside, #comparison"
        found, passed = page.evaluate(EXAMINED, [where, RULES[scheme]])
        assert passed >= (20 if where == "html" and scheme == "light" else 1)
        assert found == [], tab


def test_focus_is_visible_and_reduced_motion_is_kept(show):
    page = show(pages.branched(), "main@3", reduced_motion="reduce")
    page.keyboard.press("Tab")
    width = "getComputedStyle(document.activeElement).outlineWidth"
    assert page.evaluate("document.activeElement !== document.body")
    assert page.evaluate(width) == "3px"
    page.select_option("#speed", "very fast")
    page.evaluate(NOTED_DELAYS)
    page.click("#play")
    assert page.evaluate("window.delays") == [2400]
