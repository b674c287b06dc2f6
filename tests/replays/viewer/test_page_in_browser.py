"""The replay page in a real browser: walking, lines, keys, addresses, notes, a seat's view, narrow windows, print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from replays.viewer.layers import SIDE_WIDTH
from tests.replays.viewer import pages
from tests.replays.viewer.conftest import until

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent / "axe-core" / "axe.min.js"
RULES = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast", "link-in-text-block"],
}
"""In the dark there are other colours, and nothing else is other."""
TABS = ("log", "beside", "lines", "spaces", "legend", "chart", "luck")
SEEN = """[...document.querySelectorAll('#board [data-unit]')]
    .map((unit) => `${unit.dataset.unit} ${unit.innerHTML}`).join('\\n')"""

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
MET = """(() => {
    const [a, b] = ['%s', '%s'].map((selector) => document.querySelector(selector).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
})()"""
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


def ply(page: Any) -> int:
    return int(page.evaluate("window.replay.ply"))


def address(page: Any, expected: str) -> str:
    """The address, once it has followed; it is not set more than a few times a second."""
    until(page, f"location.hash === '#{expected}'")
    return expected


# Walking


def test_buttons_walk_through_the_game(show):
    page = show(pages.branched(), "main@0")
    last = page.evaluate("window.replay.last")
    assert page.locator("#back").is_disabled()
    for button, expected in (("forward", 1), ("forward", 2), ("back", 1), ("last", last), ("first", 0)):
        page.click(f"#{button}")
        assert ply(page) == expected
        assert page.locator("#slider").input_value() == str(expected)
        assert page.locator("#standing").inner_text().startswith(f"Ply {expected} of {last}")


def test_a_position_is_the_same_whichever_way_it_is_come_to(show):
    page = show(pages.branched(), "main@120")
    there = page.evaluate(SEEN)
    assert there.count("stack:") > 5
    for _ in range(3):
        page.click("#forward")
    assert page.evaluate(SEEN) != there
    for _ in range(3):
        page.click("#back")
    assert page.evaluate(SEEN) == there
    for way in ("first", "last"):
        page.click(f"#{way}")
        page.evaluate("window.replay.go(120)")
        assert page.evaluate(SEEN) == there
    assert show(pages.branched(), "main@120").evaluate(SEEN) == there


@pytest.mark.parametrize("how", ["sword-of-rome", "gondor"])
def test_other_boards_step_back_to_what_they_were(show, how):
    page = show(pages.named(how), "main@200")
    there = page.evaluate(SEEN)
    page.evaluate("for (const ply of [230, 199, 0, 260, 200]) window.replay.go(ply)")
    assert page.evaluate(SEEN) == there


def test_what_changed_is_ringed_and_a_move_is_an_arrow(show):
    made = pages.branched()
    page = show(made)
    moved = page.evaluate(
        """() => { const replay = window.replay; for (let ply = 1; ply <= replay.last; ply += 1) {
            replay.go(ply); if (document.querySelector('#board .move')) return ply; } }"""
    )
    assert moved
    node = made.content.nodes[moved]
    assert page.locator("#board .changed").count() >= 2
    assert page.locator("#told").inner_text().startswith(node.told[0].text)


def test_dice_are_shown_as_dice(show):
    made = pages.branched()
    at = next(
        node.ply for node in made.content.nodes if len(node.rolls) == 1 and len(node.rolls[0].result) == 2
    )
    page = show(made, f"main@{at}")
    faces = [die.get_attribute("aria-label") for die in page.locator("#rolls .die").all()]
    assert faces == [str(face) for face in made.content.nodes[at].rolls[0].result]
    pips = page.locator("#rolls .die").nth(0).locator("circle").count()
    assert pips == made.content.nodes[at].rolls[0].result[0]


def test_the_log_is_in_step_and_a_number_opens_its_ply(show):
    page = show(pages.branched(), "main@90")
    current = page.locator("#log .current")
    assert current.locator(".ply").inner_text() == "90"
    inside = """() => { const [log, item] = [document.querySelector('#log'), document.querySelector('#log .current')]
        .map((each) => each.getBoundingClientRect()); return item.top >= log.top && item.top < log.bottom; }"""
    for at in (90, 300, 12, page.evaluate("window.replay.last")):
        page.evaluate(f"window.replay.go({at})")
        assert page.evaluate(inside)
    page.locator("#log .ply", has_text="95").first.evaluate("(link) => link.click()")
    until(page, "window.replay.ply === 95")


def test_plies_turns_bookmarks_and_battles_are_jumped_to(show):
    made = pages.branched()
    page = show(made, "main@0")
    page.fill("#ply", "77")
    page.press("#ply", "Enter")
    assert ply(page) == 77
    page.fill("#ply", "100000")
    page.press("#ply", "Enter")
    assert ply(page) == page.evaluate("window.replay.last")
    page.select_option("#jump", label="⚑ the-march")
    assert ply(page) == pages.NOTED
    page.select_option("#jump", label="Turn 2")
    assert made.content.periods[made.content.nodes[ply(page)].period].turn == 1
    assert made.content.periods[made.content.nodes[ply(page) + 1].period].turn == 2
    line = made.content.nodes[: made.content.lines[0].head + 1]
    battles = [node.ply for node in line if "battle" in node.marks]
    page.click("#first")
    page.click("#next-battle")
    assert ply(page) == battles[0]
    page.click("#next-battle")
    page.click("#previous-battle")
    assert ply(page) == battles[0]
    page.click("#previous-battle")
    assert ply(page) == battles[0]
    assert page.locator("#live").text_content() == "There is no earlier battle."


def test_it_plays_by_itself_and_stops_at_the_end(show):
    page = show(pages.cards(), "main@0")
    page.select_option("#speed", "very fast")
    page.click("#play")
    assert page.locator("#play").get_attribute("aria-label") == "Pause"
    until(page, "window.replay.ply === window.replay.last && !window.replay.timer")
    assert page.locator("#play").get_attribute("aria-label") == "Play"
    assert "won" in page.locator("#awaited").inner_text()


def test_keys(show):
    page = show(pages.branched(), "main@50")
    for key, expected in (
        ("ArrowRight", 51), ("ArrowLeft", 50), ("PageDown", 60), ("PageUp", 50), ("Home", 0),
        ("End", page.evaluate("window.replay.last")),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert ply(page) == expected
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-pressed") == "false"
    page.focus("#ply")
    here = ply(page)
    page.keyboard.press("ArrowLeft")
    assert ply(page) == here
    page.uncheck("#keys")
    page.focus("#log-tab")
    page.keyboard.press("b")
    assert ply(page) == here


def test_tabs_are_walked_with_arrows(show):
    page = show(pages.branched(), "main@50")
    page.focus("#log-tab")
    page.keyboard.press("ArrowRight")
    assert page.locator("#beside-panel").is_visible()
    assert not page.locator("#log-panel").is_visible()
    page.keyboard.press("End")
    assert page.locator("#luck-panel").is_visible()
    page.keyboard.press("ArrowRight")
    assert page.locator("#log-panel").is_visible()
    assert ply(page) == 50


def test_each_ply_is_announced_as_it_is_narrated(show):
    made = pages.branched()
    page = show(made, "main@20")
    page.click("#forward")
    told = " ".join(told.text for told in made.content.nodes[21].told)
    assert told in page.locator("#live[aria-live=polite]").text_content()


# Lines and addresses


def test_the_tree_of_lines_shows_what_was_taken_back_when_asked(show):
    page = show(pages.branched(), "main@60")
    page.click("#lines-tab")
    assert page.locator("#lines button").all_inner_texts() == ["main", "what-if"]
    page.check("#undone")
    assert page.locator("#lines button").all_inner_texts() == ["main", "what-if", "what-if~1"]
    assert "parted from main after ply 40" in page.locator("#lines").inner_text()
    for line in ("what-if", "what-if~1"):
        page.get_by_role("button", name=line, exact=True).click()
        assert page.evaluate("window.replay.line.name") == line
        assert page.evaluate("window.replay.path.length - 1") >= 46
        address(page, f"{line}@{ply(page)}")


def test_an_address_opens_a_ply_of_a_line(show):
    page = show(pages.branched(), "what-if@42")
    assert (page.evaluate("window.replay.line.name"), ply(page)) == ("what-if", 42)
    for opened, line, at in (
        ("main@17", "main", 17), ("main@the-march", "main", pages.NOTED), ("what-if~1@45", "what-if~1", 45),
        ("main@99999", "main", page.evaluate("window.replay.content.lines[0].head")),
    ):  # fmt: skip
        page.evaluate("(hash) => { location.hash = hash; }", opened)
        until(page, f"window.replay.line.name === '{line}' && window.replay.ply === {at}")
    page.click("#first")
    address(page, "main@0")


@pytest.mark.parametrize("opened", ["nobody@5", "%E0%A4%A", "main@", "@", "main@-3", "main@<b>"])
def test_an_address_that_means_nothing_still_opens_the_game(show, opened):
    page = show(pages.branched(), opened)
    assert page.locator("#standing").inner_text().startswith("Ply ")


def test_two_lines_are_compared_side_by_side(show):
    page = show(pages.branched(), "main@46", width=1600)
    page.click("#lines-tab")
    page.select_option("#compare", "what-if")
    boards = [page.locator(f"#{name}").bounding_box() for name in ("board", "second-board")]
    assert boards[0]["y"] == boards[1]["y"]
    assert boards[0]["x"] + boards[0]["width"] <= boards[1]["x"]
    assert page.locator("#parted").inner_text().startswith("main and what-if are one until ply 40.")
    differing = page.locator("#differences li").all_inner_texts()
    assert differing
    assert all(" | " in text for text in differing)
    page.evaluate("window.replay.go(30)")
    assert page.locator("#parted").inner_text().endswith("Here they are alike.")
    same = (
        "(id) => [...document.querySelectorAll(`#${id} [data-unit]`)].map((each) => each.innerHTML).join('')"
    )
    assert page.evaluate(same, "board") == page.evaluate(same, "second-board")
    page.select_option("#compare", "")
    assert not page.locator("#second-board").is_visible()


# Pointing


def test_a_stack_tells_what_it_holds_and_since_when(show):
    made = pages.branched()
    page = show(made, "main@60", height=1400)
    place, piece = page.evaluate(
        """() => { const position = window.replay.walk.at(window.replay.node.number);
            const [, piece] = [...position.pieces].find(([, piece]) => piece.since > 0);
            return [piece.space, piece]; }"""
    )
    page.locator(f"#board [data-place='{place}']").hover(force=True)
    card = page.locator("#card").inner_text()
    assert made.content.descriptions[piece["words"]] in card
    assert f"here since ply {piece['since']}" in card
    page.keyboard.press("Escape")
    assert not page.locator("#card").is_visible()


def test_the_board_is_a_list_as_well(show):
    page = show(pages.branched(), "main@60")
    page.click("#spaces-tab")
    listed = page.locator("#spaces li").all_inner_texts()
    on_board = page.evaluate(
        "new Set([...window.replay.walk.at(window.replay.node.number).pieces.values()].map((each) => each.space)).size"
    )
    assert len(listed) == on_board
    assert all("since ply" in text for text in listed)


def test_the_board_is_enlarged_and_shown_whole(show):
    page = show(pages.branched(), "main@59")
    page.click("#zoom-in")
    until(page, "window.replay.board.enlarged()")
    for _ in range(4):
        page.click("#zoom-in")
    until(page, MET % ("#board .changed", "#board"))
    frame = page.locator("#board").bounding_box()
    pan = page.evaluate("window.replay.board.zoom.getPan().y")
    page.mouse.move(frame["x"] + 300, frame["y"] + 300)
    page.mouse.down()
    page.mouse.move(frame["x"] + 300, frame["y"] + 360, steps=3)
    page.mouse.up()
    assert page.evaluate("window.replay.board.zoom.getPan().y") > pan
    page.click("#zoom-reset")
    until(page, "!window.replay.board.enlarged()")
    board, window = page.locator("#board svg").bounding_box(), page.locator("#boards-scroll").bounding_box()
    assert board["height"] <= window["height"] + 1
    assert board["width"] <= window["width"] + 1


@pytest.mark.parametrize("name", ["sauron", "gondor", "sword-of-rome"])
def test_at_1280_no_letter_of_the_board_is_smaller_than_it_was_drawn(show, name):
    page = show(pages.named(name), "main@3", width=1280)
    assert page.locator("#board svg").bounding_box()["width"] >= pages.named(name).content.board.width
    page.click("#legend-tab")
    assert page.locator("#legend svg").bounding_box()["width"] >= SIDE_WIDTH - 0.5


def test_a_finger_points_as_a_mouse_does(show):
    page = show(pages.branched(), "main@0", width=390, height=844, has_touch=True, is_mobile=True)
    place = next(
        iter(page.evaluate("[...window.replay.walk.at(0).pieces.values()].map((each) => each.space)"))
    )
    page.locator(f"#board [data-place='{place}']").tap(force=True)
    assert "here since ply 0" in page.locator("#card").inner_text()
    page.locator("#forward").tap()
    assert ply(page) == 1
    page.locator("#log .ply").nth(20).scroll_into_view_if_needed()
    assert page.locator("#forward").is_visible()
    page.locator("#forward").tap()
    assert ply(page) == 2


# Notes


def test_notes_stand_in_the_log_at_the_ply_and_on_the_board(show):
    page = show(pages.branched(), f"main@{pages.NOTED}")
    now = page.locator("#told").inner_text()
    assert "?!" in now
    assert "⚑ the-march" in now
    assert "A doubtful march – Ann" in now
    assert "Better here" in now
    assert page.locator("#log .current .note").count() == 2
    assert page.locator("#board .noted-space").count() == 1
    assert page.locator("#board .noted-arrow").count() == 1
    assert page.locator("#strip .noted").count() == 3
    page.click("#forward")
    assert page.locator("#board .noted-space").count() == 0


def test_hostile_notes_are_shown_as_written_and_never_executed(show):
    page = show(pages.branched(), f"main@{pages.HOSTILE}")
    for where in ("#told", "#log .current"):
        notes = page.locator(f"{where} .note bdi:first-of-type").all_text_contents()
        assert [text for text in (pages.MARKUP, pages.RIGHT_TO_LEFT, pages.EMOJI) if text not in notes] == []
        assert (
            page.locator(f"{where} .note img, {where} .note b:not(:empty), {where} .note script").count() == 0
        )
    assert "<i>Mallory</i>" in page.locator("#told").inner_text()
    assert page.evaluate("window.executed") is None


def test_a_long_note_is_folded_and_whole(show):
    page = show(pages.branched(), f"main@{pages.LONG}")
    note = page.locator("#told details")
    assert page.locator("#told").bounding_box()["height"] < 500
    note.locator("summary").click()
    assert note.locator("> bdi").text_content() == pages.LONG_TEXT


# What a seat sees


def test_a_seats_page_has_question_marks_and_the_ply_of_learning(show):
    made = pages.cards("north")
    at, told = next((node.ply, told) for node in made.content.nodes for told in node.told if told.later)
    page = show(made, f"main@{at}")
    assert told.text in page.locator("#told").inner_text()
    assert f"Learned at ply {told.at}: {told.later}" in page.locator("#told").inner_text()
    assert "as seen by North" in page.locator("header").inner_text()
    hands = page.locator("#beside .hand li").all_inner_texts()
    assert "?" in hands
    assert any(text.startswith("spades-") for text in hands)
    assert not any(text.startswith("hearts-") for text in hands)


def test_a_seat_of_rome_sees_its_own_hand_alone(show):
    page = show(pages.rome("gauls"), "main@250")
    page.click("#beside-tab")
    hands = {
        block.locator("h2").inner_text(): block.locator(".hand li").all_inner_texts()
        for block in page.locator("#beside section", has=page.locator(".hand")).all()
    }
    own = [cards for title, cards in hands.items() if "Gauls" in title]
    others = [card for title, cards in hands.items() if "Gauls" not in title for card in cards]
    assert own
    assert "?" not in own[0]
    assert others
    assert set(others) == {"?"}


# Luck and charts


def test_luck_is_a_chart_and_tables(show):
    made = pages.branched()
    page = show(made, "main@60")
    page.click("#luck-tab")
    assert page.locator("#luck canvas").count() == 1
    rows = page.locator("#luck .figures").count()
    assert rows == sum(1 for luck in made.content.lucks[0] if luck.rolls)
    first = next(luck for luck in made.content.lucks[0] if luck.rolls)
    cells = page.locator("#luck .figures").nth(0).locator("tr").nth(1).locator("td").all_inner_texts()
    assert cells == [str(first.rolls), f"{first.expected:g}", str(first.got), f"{first.percentile:g}"]
    page.locator("#luck a").nth(0).click()
    until(page, f"window.replay.ply === {first.luckiest[0].ply}")


def test_the_course_of_a_measure_is_drawn(show):
    page = show(pages.branched(), "main@60")
    page.click("#chart-tab")
    assert page.locator("#chart canvas").count() == 1
    other = page.locator("#measure option").nth(1).get_attribute("value")
    page.select_option("#measure", other)
    assert page.locator("#chart canvas").count() == 1


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
