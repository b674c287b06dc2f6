"""Reports as Markdown and BBCode: what a text says is never taken for mark-up."""

from __future__ import annotations

import pytest

from replays.document import Block, Heading, Lines, Paragraph, Picture, Quote, Table, bbcode, markdown

HOSTILE = "<script>alert(1)</script> *bold* [link](http://x) `code` a|b # no heading"


def test_markdown_has_headings_lists_tables_quotes_and_pictures() -> None:
    text = markdown(
        [
            Heading(1, "A game"),
            Lines(("one", "two")),
            Table(("Seat", "Pips"), (("West", "12"),)),
            Quote("Well done.", "Ann"),
            Picture("maps/1.svg", "The end"),
        ]
    )
    assert text == (
        "# A game\n\n- one\n- two\n\n| Seat | Pips |\n| --- | --- |\n| West | 12 |\n\n"
        "> Well done.\n>\n> — Ann\n\n![The end](<maps/1.svg>)\n\n*The end*\n"
    )


def test_nothing_in_a_text_is_mark_up_in_markdown() -> None:
    text = markdown([Paragraph(HOSTILE)])
    assert "<script" not in text
    for mark in ("*bold*", "[link]", "`code`", " a|b"):
        assert mark not in text
    assert "\\*bold\\*" in text
    assert "a\\|b" in text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("# x", "\\# x"),
        ("1. x", "1\\. x"),
        ("- x", "\\- x"),
        ("> x", "\\> x"),
        ("164.5", "164.5"),
        ("-3", "-3"),
        ("-", "\\-"),
        ("## x", "#\\# x"),
        ("---", "\\---"),
        ("===", "\\==="),
        ("2 = 2", "2 = 2"),
    ],
)
def test_a_mark_at_the_beginning_of_a_line_is_a_mark_only_before_a_space(text: str, written: str) -> None:
    assert markdown([Paragraph(text)]) == f"{written}\n"


def test_bbcode_has_the_same_blocks_and_no_tag_from_a_text() -> None:
    text = bbcode(
        [
            Heading(2, "Turn 1"),
            Lines(("one",)),
            Quote("[b]Well[/b]", "A]nn"),
            Table(("Seat", "Pips"), (("Alliance", "7"),)),
            Picture("maps/1.png", "The end"),
        ]
    )
    assert "[size=16][b]Turn 1[/b][/size]" in text
    assert "[list]\n[*]one\n[/list]" in text
    assert "[quote=Ann]" in text
    assert "[b]Well" not in text
    assert "Seat      Pips\nAlliance  7" in text
    assert "[img]maps/1.png[/img]" in text


def test_no_text_steers_a_terminal_or_breaks_a_line_of_a_table() -> None:
    odd = "\x1b]0;x\x07 \x9b2J \u202ered\nand"
    blocks: list[Block] = [
        Heading(1, odd),
        Paragraph(odd),
        Quote(odd, odd),
        Table(("Seat", odd), ((odd, "7"),)),
    ]
    for write in (markdown, bbcode):
        text = write([*blocks, Paragraph("क्‍ष אב 最")])
        assert not any(character in text for character in "\x1b\x07\x9b\u202e")
        assert "]0;x" in text or "\\]0;x" in text
        assert text.endswith("\n\nक्‍ष אב 最\n")
        assert next(line for line in text.splitlines() if "7" in line).count("red") == 1
    assert "red and  7" in bbcode(blocks)
