"""Make one person of two who turn out to be the same: what either played is then one person's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.db.models import F

from cirulla.lib import outbox
from cirulla.lib.errors import Conflict, FieldError, Unprocessable
from players.models import CircuitEvent, EventPlace, Player
from players.principals import Principal
from players.services.audit import audit
from players.services.circuits import circuit_republish, person_changed


class Seating(Protocol):
    """Who knows where people sat; the module `scoring.selectors.persons` is one."""

    def seated_in(self, player_ids: Iterable[UUID]) -> Sequence[UUID]:
        """Return the matches, whatever their state, in which these or who was merged into them sit."""


@transaction.atomic
def players_merge(*, by: Principal, player_id: UUID, into: UUID, version: int, seating: Seating) -> Player | None:
    """Merge a player who is still at `version` into another of the club and return that one; None when he is not.

    Hands and seats stay as they are; who was merged is followed wherever they are read. Ratings, figures and boards
    of all their matches follow through the outbox, tables of circuits at once. The account goes along. The caller has
    asked whether `by` runs the club. Raises Unprocessable `unknown_player`, `same_player_twice`, Conflict
    `two_accounts`.

    Events are locked before players, as whoever sets the places of one does.
    """
    events = _hold_events(player_id)
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[player_id, into], merged_into__isnull=True)
    found = {player.pk: player for player in rows.order_by("pk")}
    gone, stays = found.get(player_id), found.get(into)
    if gone is None or gone.version != version:
        return None
    if player_id == into:
        raise _refuse("same_player_twice", "Somebody is merged into another player.")
    if stays is None or stays.club_id != gone.club_id:
        raise _refuse("unknown_player", "The club has no such player.")
    if None not in (gone.user_id, stays.user_id) and gone.user_id != stays.user_id:
        raise Conflict("two_accounts", "Both have an account of their own: they are two people.")
    gone_user = gone.user_id
    stays.user_id = stays.user_id or gone_user
    stays.version += 1
    stays.save(update_fields=["user", "version"])
    gone.user_id, gone.merged_into_id = None, stays.pk
    gone.version += 1
    gone.save(update_fields=["user", "merged_into", "version"])
    _move_places(gone.pk, stays.pk, events)
    # The rows are locked: what is read of them later is read after this, what was read before is done anew.
    if gone_user is not None:
        person_changed(gone_user)
    for match_id in seating.seated_in([gone.pk]):
        outbox.add("match_changed", match_id)
    # Whoever had become the one who goes is led to who stays at once: readers follow one hop.
    Player.objects.filter(merged_into=gone.pk).update(merged_into=stays.pk)
    audit("players_merged", by=by, club_id=gone.club_id, subject=gone.pk, facts={"into": str(stays.pk)})
    return stays


def _hold_events(player_id: UUID) -> list[UUID]:
    """Lock the events in which a player has a place, in order, and return them."""
    theirs = EventPlace.objects.filter(player=player_id).values("event")
    locked = CircuitEvent.objects.select_for_update(no_key=True).filter(pk__in=theirs)
    return list(locked.order_by("pk").values_list("pk", flat=True))


def _move_places(gone: UUID, stays: UUID, events: Sequence[UUID]) -> None:
    """Give the places in `events`, which are locked, to who stays, the better one where both have one.

    A place that somebody gives meanwhile in another event stays under the old id; readers follow merges.
    """
    both = dict(EventPlace.objects.filter(event__in=events, player=stays).values_list("event_id", "place"))
    for mine in EventPlace.objects.filter(event__in=events, player=gone):
        if mine.event_id in both:
            better = min(mine.place, both[mine.event_id])
            EventPlace.objects.filter(event=mine.event_id, player=stays).update(place=better)
            mine.delete()
        else:
            mine.player_id = stays
            mine.save(update_fields=["player"])
    CircuitEvent.objects.filter(pk__in=events).update(version=F("version") + 1)
    for circuit_id in CircuitEvent.objects.filter(pk__in=events).values_list("circuit_id", flat=True).distinct():
        circuit_republish(circuit_id)


def _refuse(code: str, detail: str) -> Unprocessable:
    return Unprocessable(code, detail, errors=[FieldError("/into", code, detail)])
