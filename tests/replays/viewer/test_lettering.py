"""Letters are as wide as they are reckoned, and colours as far apart."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from replays.viewer import lettering
from replays.viewer.colours import LEAST_CONTRAST, contrast, readable, steady
from tests.replays.viewer.drawn import width_in_font

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize("bold", [False, True])
def test_the_table_of_widths_is_that_of_the_font(bold: bool) -> None:
    font = TTFont(lettering.FONT_FILES[1 if bold else 0])
    letters = {chr(point): font["hmtx"][glyph][0] for point, glyph in font.getBestCmap().items()}
    assert {letter: lettering.width(letter, 1000, bold=bold) for letter in letters} == letters


@pytest.mark.parametrize("text", ["Orc swordsmen 1", "Συράκουσαι", "Сиракузы", "Čeština – × …"])
def test_a_text_is_as_wide_as_its_letters(text: str) -> None:
    assert lettering.covered(text)
    assert lettering.width(text, 11, bold=True) == pytest.approx(width_in_font(text, 11, bold=True))


def test_the_font_is_shipped_with_its_licence() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (lettering.FOLDER / "OFL.txt").read_text(encoding="utf-8")
    assert "Mozilla Foundation" in (lettering.FOLDER / "OFL.txt").read_text(encoding="utf-8")


@given(st.text(max_size=60), st.integers(20, 200))
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: int) -> None:
    clean = lettering.clean(text)
    lines = lettering.wrap(clean, room, 12)
    assert "".join("".join(lines).split()) == "".join(clean.split())
    assert all(lettering.width(line, 12) <= room or len(line) == 1 for line in lines)


def test_a_text_that_is_too_wide_is_shortened() -> None:
    short = lettering.shorten("Knights of Dol Amroth", 60, 11)
    assert short.endswith("…")
    assert short.startswith("Knights")
    assert lettering.width(short, 11) <= 60
    assert lettering.shorten("Orcs", 60, 11) == "Orcs"


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@given(COLOURS)
def test_there_is_an_ink_for_every_ground(ground: str) -> None:
    assert contrast(readable((ground,)), ground) >= LEAST_CONTRAST


@given(COLOURS, COLOURS)
def test_a_line_is_told_from_every_ground(colour: str, ground: str) -> None:
    assert contrast(steady(colour, ground, 3.0), ground) >= 3.0
