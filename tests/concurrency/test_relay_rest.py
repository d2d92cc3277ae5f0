"""The relay thread of one's own machine gives way to phones that record."""

from __future__ import annotations

import threading

import pytest

from cirulla.lib.relay import Relay


class Clock(threading.Event):
    """A stop that never comes, and remembers how long it was waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.append(timeout or 0.0)
        return False


@pytest.mark.parametrize(("worked", "rests"), [(0.01, 0.03), (0.1, 0.3), (20.0, 0.5)])
def test_after_a_piece_of_work_it_rests_thrice_as_long_half_a_second_at_most(worked, rests):
    clock = Clock()
    relay = Relay(clock)
    relay._wake.set()
    relay._give_way(worked)
    assert clock.waited == [pytest.approx(rests)]


def test_it_does_not_rest_when_nothing_was_recorded_meanwhile():
    clock = Clock()
    relay = Relay(clock)
    relay._wake.set()
    relay._give_way(0.1)
    relay._give_way(0.1)
    assert len(clock.waited) == 1
