"""Crosstables with published answers, as facts: who met whom, what was given, what the tie-breaks come to.

`HELD_SWISS_5`, `HELD_SWISS_9`, `HELD_ROUND_ROBIN` and their answers: IA Mario Held, Exercises in Tie-Breaking,
rev. 2403220900, https://arbiters.fide.com/news/9119 (text of 2023); the answers under the text of 2026 and `UNPLAYED`:
https://github.com/OttoMilvang/TieBreakServer (FIDE TEC), commits b411582, ab04a3e and 3be04e9.

A round is `opponent:result` with 1, =, 0 at the table, + and - by forfeit, or alone: U the bye, H a requested half
point, Z nothing requested, F a full point given.
"""

from __future__ import annotations

from tournaments.standings import Kind, Result

HELD_SWISS_5 = {
    1: "9:1 13:= 2:= 15:1 4:=",
    2: "10:1 7:1 1:= 16:1 3:=",
    3: "11:= 6:1 8:1 4:= 2:=",
    4: "12:1 H 13:1 3:= 1:=",
    5: "13:0 15:0 11:1 7:= 10:1",
    6: "14:0 3:0 U 10:1 8:1",
    7: "15:1 2:0 16:0 5:= 11:0",
    8: "16:= 14:1 3:0 13:1 6:0",
    9: "1:0 10:0 H 11:- U",
    10: "2:0 9:1 15:0 6:0 5:0",
    11: "3:= 16:0 5:0 9:+ 7:1",
    12: "4:0 U 14:+ Z Z",
    13: "5:1 1:= 4:0 8:0 14:0",
    14: "6:1 8:0 12:- Z 13:1",
    15: "7:0 5:1 10:1 1:0 16:0",
    16: "8:= 11:1 7:1 2:0 15:1",
}

HELD_SWISS_9 = {
    1: "9:1 13:= 2:= 15:1 4:= 6:= 3:= 16:= 8:1",
    2: "10:1 7:1 1:= 16:1 3:1 4:= 6:0 15:= 5:=",
    3: "11:= 6:1 8:1 4:= 2:0 16:1 1:= 14:1 10:1",
    4: "12:1 H 13:1 3:= 1:= 2:= 16:= 6:= 15:1",
    5: "13:0 15:0 11:1 7:= 10:1 14:0 9:1 8:0 2:=",
    6: "14:0 3:0 U 10:1 8:1 1:= 2:1 4:= 16:1",
    7: "15:1 2:0 16:0 5:= 11:0 10:0 13:1 9:1 14:1",
    8: "16:= 14:1 3:0 13:1 6:0 11:= 15:= 5:1 1:0",
    9: "1:0 10:0 H 11:- U 13:1 5:0 7:0 12:=",
    10: "2:0 9:1 15:0 6:0 5:0 7:1 12:1 11:1 3:0",
    11: "3:= 16:0 5:0 9:+ 7:1 8:= 14:0 10:0 13:=",
    12: "4:0 U 14:+ Z Z 15:0 10:0 13:= 9:=",
    13: "5:1 1:= 4:0 8:0 14:0 9:0 7:0 12:= 11:=",
    14: "6:1 8:0 12:- Z 13:1 5:1 11:1 3:0 7:0",
    15: "7:0 5:1 10:1 1:0 16:0 12:1 8:= 2:= 4:0",
    16: "8:= 11:1 7:1 2:0 15:1 3:0 4:= 1:= 6:0",
}

HELD_ROUND_ROBIN = {
    1: "5:= 2:1 3:1 4:0 6:1",
    2: "6:1 1:0 5:1 3:= 4:1",
    3: "4:1 6:1 1:0 2:= 5:1",
    4: "3:0 5:0 6:= 1:1 2:0",
    5: "1:= 4:1 2:0 6:- 3:0",
    6: "2:0 3:0 4:= 5:+ 1:0",
}

UNPLAYED = {
    1: "8:= 6:1 3:= 14:+ 5:= 2:0 9:=",
    2: "9:0 11:1 15:1 5:- 7:1 1:1 5:0",
    3: "10:+ 7:1 1:= 9:= H Z H",
    4: "11:- 13:- 6:- U 8:= 15:= 6:=",
    5: "13:1 9:= 7:= 2:+ 1:= 11:= 2:1",
    6: "14:= 1:0 4:+ 7:= 9:0 10:0 4:=",
    7: "15:1 3:0 5:= 6:= 2:0 14:0 U",
    8: "1:= 14:- Z Z 4:= 13:1 14:0",
    9: "2:1 5:= H 3:= 6:1 H 1:=",
    10: "3:- 15:- 13:= 15:1 14:1 6:1 11:0",
    11: "4:- 2:0 U 13:1 15:1 5:= 10:1",
    12: "H F 14:1 H Z F Z",
    13: "5:0 4:- 10:= 11:0 U 8:0 15:0",
    14: "6:= 8:+ 12:0 1:- 10:0 7:1 8:1",
    15: "7:0 10:+ 2:0 10:0 11:0 4:= 13:1",
}

HELD_2023 = {
    "buchholz": "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
    "buchholz_cut1": "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11",
    "average_buchholz": "12.6 13.6 13.4 13.38 13.4 13.25 11.9 13 12.75 10.9 12.75 15 12.1 13.17 12.2 13.3",
    "fore_buchholz": "13.5 13.5 15 15.5 10 12 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12 13.5",
    "sonneborn_berger": "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
    "sonneborn_berger_cut1": "7.25 8.5 9.25 8 3.25 5.5 1.25 3.75 2.25 0 4.25 4 4.25 3 2.5 5.75",
    "wins": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "won": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
    "progressive": "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5",
}
"""Answers for `HELD_SWISS_5`, entrants 1 … 16, in the text of 2023 (exercises 1-13, 27, 28, 32)."""

HELD_2026 = {
    "buchholz": "12.5 13 15.5 14 8.5 12 14.5 13.5 9 13 12.5 11 14 11 12 12.5",
    "average_buchholz": "12.4 13.6 12.9 13.38 13.2 13.25 11.7 12.9 12.75 10.8 12.75 14 11.9 13 12.2 13.1",
    "fore_buchholz": "13.5 13.5 15 14.5 10 12 13.5 12.5 9.5 12.5 12 11 13.5 10.5 12 13.5",
    "sonneborn_berger": "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25",
    "sonneborn_berger_cut1": "7.25 8.5 9.25 7.75 3.25 5 1.25 3.75 2.25 0 3.25 4 4.25 3 2.5 5.75",
}
"""The same in the text of 2026, as TieBreakServer gives them; for Buchholz only those that it pins are compared."""

PINNED_2026 = {"buchholz": (1, 3, 4, 5, 8, 11, 16)}

UNPLAYED_2026 = {
    "points": "4 4 4 2.5 5 2.5 3 2 4.5 3.5 4.5 4 1.5 3.5 2.5",
    "buchholz": "26 27.5 25.5 16 25.5 23.5 25 17.5 27 20.5 22.5 24.5 20.5 21 21.5",
    "buchholz_cut1": "24 23.5 22 14.5 24 21 22.5 15.5 23.5 18 20 21 19 17.5 20",
    "buchholz_cut2": "21.5 21 18.5 12 21 18.5 20 13.5 20 14.5 18.5 17.5 17.5 15.5 17.5",
    "buchholz_median": "19 18.5 17.5 12 19.5 16.5 17.5 11.5 18.5 13.5 15 17.5 14 13 15.5",
    "average_buchholz": "24.42 24.58 26 20.83 24.75 22.58 24.08 20.88 25.6 21.8 23.1 21 21.5 22.2 22",
    "fore_buchholz": "26 26.5 26 16.5 26.5 23.5 24 19 27 19.5 23 24 21 22 22",
    "sonneborn_berger": "14 14 14.25 6 17.5 7 9.25 4.75 16.75 9.25 13.5 14 3.25 8.25 5.25",
    "sonneborn_berger_cut1": "13 11.5 11.25 6 16 5.75 8 3.25 14.25 8.5 12 14 3.25 6.25 3.75",
    "progressive": "18 16 19.5 7 20 11 12.5 7 19 11.5 14 18.5 5.5 12.5 8",
    "won": "1 4 1 0 2 0 1 1 2 3 3 1 0 2 1",
}
"""Answers for `UNPLAYED`, entrants 1 … 15, in the text of 2026."""

SCORES = {"1": 1, "=": 0.5, "0": 0, "+": 1, "-": 0}
ALONE = {
    "U": (Kind.BYE, 1),
    "F": (Kind.BYE, 1),
    "H": (Kind.REQUESTED_BYE, 0.5),
    "Z": (Kind.ABSENT, 0),
}


def results_of(table):
    """Return a crosstable as results, each match once."""
    results = []
    for entrant, line in table.items():
        for number, cell in enumerate(line.split(), start=1):
            if cell in ALONE:
                kind, score = ALONE[cell]
                results.append(Result(number, str(entrant), None, (score,), kind))
                continue
            opponent, code = cell.split(":")
            if int(opponent) > entrant:
                back = table[int(opponent)].split()[number - 1].split(":")
                assert back[0] == str(entrant)
                kind = Kind.PLAYED if code in "1=0" else Kind.FORFEIT
                results.append(Result(number, str(entrant), opponent, (SCORES[code], SCORES[back[1]]), kind))
    return results


def column(text):
    """Return a column of answers by entrant."""
    return {str(index): float(value) for index, value in enumerate(text.split(), start=1)}
