"""Read a club's season, then post a match from a paper sheet typed into a spreadsheet.

    python match_from_csv.py https://club.example CLUB sheet.csv       (the token in CIRULLA_TOKEN)

The sheet has a column for each seat, named as the player, and a row for each hand: the points of each
side as they stand on the paper, a number before a word where it is more than one point. Optional first
column `dealer`: the name of who dealt. For two or three players, each a side of their own.

    dealer,Bacci,Nena
    Bacci,"carte settebello scopa","primiera denari"
    Nena,"carte primiera scopa","settebello 5 grande 3 scope"

Run it twice: the ids are made of the sheet, so nothing is there twice.
"""

from __future__ import annotations

import csv
import os
import sys
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

from cirulla_client import Cirulla, Refused

ONES = ("carte", "denari", "settebello", "primiera")
SHEETS = uuid.UUID("6f0c5f0e-6f0c-5f0e-8f0c-6f0c5f0e6f0c")


def season(api: Cirulla, club: str) -> Counter[str]:
    """Return how many finished matches each player of a club has won."""
    won: Counter[str] = Counter()
    names: dict[str, str] = {player["id"]: player["name"] for player in api.walk("players", club=club)}
    for match in api.walk("matches", club=club, status="finished"):
        if match["winner"] is not None:
            won.update(names.get(player, "?") for player in match["sides"][match["winner"]]["players"])
    return won


def side_of(words: str) -> dict[str, int]:
    """Read one cell: `carte settebello 2 scope` is a point for each, and two for two scope."""
    side: dict[str, int] = dict.fromkeys((*ONES, "piccola", "grande", "scope", "buone"), 0)
    times = 1
    for word in words.lower().split():
        if word.isdigit():
            times = int(word)
            continue
        name = "scope" if word in {"scopa", "scope"} else word
        if name not in side:
            raise SystemExit(f"I do not know the word {word!r}.")
        side[name], times = side[name] + times, 1
    return side


def hands_of(rows: list[dict[str, str]], players: list[str]) -> list[dict[str, Any]]:
    """Return the hands of a sheet as the API takes them, in mode `points`."""
    hands = []
    for index, row in enumerate(rows):
        dealer = row.get("dealer") or players[index % len(players)]
        sides = [side_of(row[player]) for player in players]
        hands.append({"number": index + 1, "dealer_seat": players.index(dealer), "mode": "points", "sides": sides})
    return hands


def post_sheet(api: Cirulla, club: str, path: Path) -> dict[str, Any]:
    """Post the match of a sheet; return it as it stands then."""
    text = path.read_text(encoding="utf-8-sig")
    reader = csv.DictReader(text.splitlines())
    players = [name for name in reader.fieldnames or [] if name != "dealer"]
    sheet = uuid.uuid5(SHEETS, f"{club}\n{text}")
    hands = hands_of(list(reader), players)
    match = api.post(
        "matches",
        {"club": club, "seats": [{"name": name} for name in players], "first_dealer": hands[0]["dealer_seat"]},
        key=str(sheet),
    )
    for hand in hands:
        answer = api.record(match["id"], hand, hand_id=str(uuid.uuid5(sheet, str(hand["number"]))))
        print(f"hand {hand['number']}: {' : '.join(str(side['total']) for side in answer['score']['sides'])}")
    result: dict[str, Any] = api.get(f"matches/{match['id']}")
    return result


def main(arguments: list[str]) -> int:
    """Run from the command line; the status is 1 when the service refused something."""
    if len(arguments) != 3:
        print(__doc__)
        return 2
    base_url, club, sheet = arguments
    with Cirulla(base_url, os.environ.get("CIRULLA_TOKEN")) as api:
        for name, wins in season(api, club).most_common(5):
            print(f"{wins:4}  {name}")
        try:
            match = post_sheet(api, club, Path(sheet))
        except Refused as refused:
            print(refused)
            for error in refused.errors:
                print(f"  {error['pointer']}: {error['detail']}")
            return 1
        print(f"{base_url}{match['page']}: {' : '.join(str(side['total']) for side in match['sides'])}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
