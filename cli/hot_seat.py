"""`play --hot-seat`: several people take turns at one keyboard, and nobody sees another's hand.

What one person alone may see is on the screen only while that person is asked. When somebody else is to decide, the
screen is cleared and the game waits until that person says that nobody else looks on.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from cli.sitting import Sitting

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.session import Session

NOBODY: tuple[str, ...] = ()


class HotSeat(Sitting):
    """A sitting in which `seats` are those of the person at the keyboard; nobody's before the first one sits down.

    Who has several seats, by the names with which the game was begun, sees all of them.
    """

    def __init__(self, archive: Archive, session: Session, bots: Mapping[str, str], *, plain: bool) -> None:
        super().__init__(archive, session, NOBODY, bots, plain=plain)
        people = {seat: person.name for seat, person in session.row.begin.seats.items() if seat not in bots}
        self._seats_of = {
            seat: tuple(each for each in people if each == seat or (name and people[each] == name))
            for seat, name in people.items()
        }
        self._told_to: dict[tuple[str, ...], int] = {}
        """Up to which ply each person has been told what happened."""

    def _open(self) -> None:
        super()._open()
        here = self.session.position.ply
        self._told_to = dict.fromkeys(self._seats_of.values(), here)

    def _turn(self) -> bool:
        if self.session.result() is not None:
            self.seats = NOBODY
        elif self.next_bot() is None:
            waiting = [each.seat for each in self.session.awaiting() if each.seat not in self.bots]
            if waiting and waiting[0] not in self.seats_now():
                self._hand_over(self._seats_of[waiting[0]])
        return super()._turn()

    def seats_now(self) -> tuple[str, ...]:
        """The seats of the person at the keyboard."""
        return self.seats or NOBODY

    def _hand_over(self, coming: tuple[str, ...]) -> None:
        """Clears what the person before could see, waits for the next one, and tells what that one has missed."""
        from replays.retelling import retold

        here = self.session.position.ply
        leaving, self.seats = self.seats_now(), NOBODY
        if leaving:
            self._told_to[leaving] = here
        if self._hides(leaving) or self._hides(coming):
            self._clear()
            if self._hides(coming):
                names = " and ".join(self.title_of(seat) for seat in coming)
                self.ask(f"{names}, press Enter when you are alone at the keyboard> ")
        self.seats = coming
        missed = self._told_to.get(coming, here) + 1
        if missed <= here:
            self.say(*retold(self.archive, self.place(), missed, coming))
        self.period = self.period_now()
        self.drawn_for = None
        if self._hides(coming) and not self._watched():
            self.draw()

    def _hides(self, seats: tuple[str, ...]) -> bool:
        """Whether these seats know something that not everybody knows."""
        return bool(seats) and self.session.view(seats) != self.session.view(NOBODY)

    def _clear(self) -> None:
        """Takes everything off the screen, what was scrolled away too, and forgets what was typed."""
        from cli.terminal import clear

        clear()
        with suppress(ImportError, AttributeError):
            import readline

            if sys.stdin.isatty():
                readline.clear_history()
