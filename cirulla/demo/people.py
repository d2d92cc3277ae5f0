"""The invented members of the demo club."""

from __future__ import annotations

from typing import NamedTuple

CLUB = "Circolo di Castelletto"


class Member(NamedTuple):
    """One invented player: name, skill (0 is the club's mean, 1 is much), how often he comes (1 is usual)."""

    name: str
    skill: float
    comes: float


MEMBERS = (
    Member("Ines Parodi", 1.4, 1.6),
    Member("Baciccia Bruzzone", 1.1, 1.8),
    Member("Rosetta Canepa", 0.9, 1.2),
    Member("Giobatta Traverso", 0.8, 1.5),
    Member("Milly Repetto", 0.7, 0.9),
    Member("Nicolò Dagnino", 0.6, 1.4),
    Member("Tomaso Ferrando", 0.5, 1.0),
    Member("Carlotta Olcese", 0.4, 1.3),
    Member("Berto Pittaluga", 0.3, 1.1),
    Member("Lina Cevasco", 0.2, 1.4),
    Member("Ettore Ottonello", 0.1, 0.8),
    Member("Wanda Roncallo", 0.0, 1.2),
    Member("Agostino Damonte", 0.0, 1.0),
    Member("Nuccia Piaggio", -0.1, 1.5),
    Member("Steva Carbone", -0.2, 0.7),
    Member("Maddalena Poggi", -0.3, 1.1),
    Member("Dria Risso", -0.4, 1.3),
    Member("Teresita Sciaccaluga", -0.5, 0.9),
    Member("Bertin Tassara", -0.6, 1.2),
    Member("Irma Noceti", -0.8, 1.0),
    Member("Giacomo Zunino", -0.9, 0.6),
    Member("Oreste Bacigalupo", -1.2, 1.1),
    Member("Ada Schiappacasse", 0.5, 0.12),
    Member("Cicci Vallarino", -0.3, 0.12),
)
