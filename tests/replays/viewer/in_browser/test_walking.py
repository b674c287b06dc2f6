"""Walking through a game on its page: buttons, keys, turns, battles, the log, lines, addresses, two lines compared."""

from __future__ import annotations

import pytest

from tests.replays.viewer import pages
from tests.replays.viewer.in_browser.asking import address, ply, until

pytestmark = pytest.mark.browser

SEEN = """[...document.querySelectorAll('#board [data-unit]')]
    .map((unit) => `${unit.dataset.unit} ${unit.innerHTML}`).join('\\n')"""


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


def test_nothing_is_ringed_at_the_beginning(show):
    page = show(pages.rome(), "main@0")
    assert page.locator("#board .changed").count() == 0
    page.evaluate("window.replay.go(0)")
    assert page.locator("#board .changed").count() == 0


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
