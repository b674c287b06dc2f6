"""What a page shows of a position: stacks, the board as a list, notes, what a seat knows, luck and charts."""

from __future__ import annotations

import pytest

from replays.viewer.layers import SIDE_WIDTH
from tests.replays.viewer import pages
from tests.replays.viewer.in_browser.asking import ply, until

pytestmark = pytest.mark.browser

MET = """(() => {
    const [a, b] = ['%s', '%s'].map((selector) => document.querySelector(selector).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
})()"""


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
