"""Say what the dealer's bonus of an opening table is worth in one reading of the matta.

Source: RULES 7.1 and 7.2.
"""

from __future__ import annotations

from functools import lru_cache

from scoring.engine.cards import VALUE_OF, cards_value
from scoring.engine.rulesets import Ruleset


@lru_cache(maxsize=16384)
def bonus_scope(table: int, matta_as: int, rules: Ruleset) -> int:
    """Return the scope that the dealer marks for an opening table, 0 when it is worth none.

    `matta_as` is the value 1..10 given to the matta, which must lie on the table, or 0 (read as printed). The
    better of the sum and the low table counts. Source: RULES 7.1, 7.2.
    """
    total = cards_value(table)
    if matta_as:
        total += matta_as - VALUE_OF[rules.matta_bit]
    low = rules.table_low_bonus if total <= rules.table_low_max else 0
    return max(low, dict(rules.table_bonus).get(total, 0))
