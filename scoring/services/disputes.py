"""Disputes: what the score would be by the other report, and which disputes decide nothing any more.

A dispute does not stop a match: it goes on with the first content, both totals are shown, and when
the match is over and no choice among the reports could change its winner, the dispute closes itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any
from uuid import UUID

from scoring.engine import Ruleset
from scoring.match_fold import HandFacts, MatchFold, facts_of, match_fold
from scoring.models import Hand, HandReport, Match

MOST_CHOICES = 256
"""More disputes than this in one match stay open: a person has to look anyway."""


def report_facts(report: HandReport) -> HandFacts:
    """Return what the fold needs of a report."""
    score = report.score
    totals = tuple(side["total"] for side in score["sides"]) if score else None
    wins = score["wins_match"] if score else None
    return HandFacts(report.number, report.entry["dealer_seat"], totals, wins, score)


def alternatives(
    hands: Sequence[HandFacts], rivals: Mapping[int, Sequence[HandFacts]], fold: Any
) -> Iterator[tuple[tuple[HandFacts, ...], MatchFold]]:
    """Yield every choice among official hands and their rivals with the match it gives; the official one is first."""
    disputed = [[hand, *rivals[hand.number]] for hand in hands if hand.number in rivals]
    settled = [hand for hand in hands if hand.number not in rivals]
    for chosen in product(*disputed):
        yield chosen, fold([*settled, *chosen])


def disputes_close(match_id: UUID, fold: Callable[[Sequence[HandFacts]], MatchFold]) -> list[UUID]:
    """Close the disputes of a finished match that cannot change its winner; return the hands.

    Runs under the match's lock; `fold` gives the match that hands make. A dispute without a rival report stays:
    nobody knows what else it was.
    """
    hands = list(Hand.objects.filter(match_id=match_id).exclude(state=Hand.State.VOID).order_by("number"))
    disputed = [hand for hand in hands if hand.state == Hand.State.DISPUTED]
    rivals = _rivals(match_id, (hand.number for hand in disputed))
    choices = 1
    for found in rivals.values():
        choices *= len(found) + 1
    if not disputed or any(hand.number not in rivals for hand in disputed) or choices > MOST_CHOICES:
        return []

    ends = {(end.status, end.winner) for _, end in alternatives([facts_of(hand) for hand in hands], rivals, fold)}
    if len(ends) != 1 or ends.pop()[0] != "finished":
        return []
    for hand in disputed:
        Hand.objects.filter(pk=hand.pk).update(state=Hand.State.RECORDED, version=hand.version + 1)
    return [hand.pk for hand in disputed]


def match_disputes(match: Match, rules: Ruleset) -> list[dict[str, Any]]:
    """Return each disputed hand with its rival reports: what the hand and the match would be by them."""
    hands = list(Hand.objects.filter(match=match).exclude(state=Hand.State.VOID).order_by("number"))
    disputed = [hand for hand in hands if hand.state == Hand.State.DISPUTED]
    if not disputed:
        return []
    reports: dict[int, list[HandReport]] = {hand.number: [] for hand in disputed}
    for report in HandReport.objects.filter(match=match, kind=HandReport.Kind.RIVAL, number__in=reports):
        reports[report.number].append(report)
    facts = [facts_of(hand) for hand in hands]

    def instead(report: HandReport) -> dict[str, Any]:
        others = [hand for hand in facts if hand.number != report.number]
        ordered = sorted([*others, report_facts(report)], key=lambda hand: hand.number)
        fold = match_fold(
            ordered,
            rules,
            sides=match.sides_count,
            seats=match.seats_count,
            first_dealer=match.first_dealer,
            time_called=match.time_called,
        )
        return {
            "report": str(report.hand_uuid),
            "totals": report_facts(report).totals,
            "match": {"status": fold.status, "winner": fold.winner, "totals": fold.totals},
        }

    return [
        {
            "hand": str(hand.pk),
            "number": hand.number,
            "totals": hand.totals,
            "rivals": [instead(report) for report in reports[hand.number]],
        }
        for hand in disputed
    ]


def _rivals(match_id: UUID, numbers: Iterable[int]) -> dict[int, list[HandFacts]]:
    found: dict[int, list[HandFacts]] = {}
    rivals = HandReport.objects.filter(match_id=match_id, kind=HandReport.Kind.RIVAL, number__in=list(numbers))
    for report in rivals:
        found.setdefault(report.number, []).append(report_facts(report))
    return found
