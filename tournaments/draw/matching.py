"""Find the perfect matching of least cost: one exact answer in polynomial time, by rustworkx's blossom algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import rustworkx

MAX_COST = 2**118
"""Costs stay below this: the matcher counts in 128 bits and doubles the weights inside."""

Edge = tuple[int, int, int]
"""Two vertices and the cost of joining them."""


def least_matching(vertices: int, edges: Iterable[Edge]) -> list[tuple[int, int]] | None:
    """Return the perfect matching of least total cost on vertices 0 … `vertices` - 1, None if there is none.

    `edges`: pairs that may meet, each once, with a cost from 0 to `MAX_COST`. The pairs come sorted, lower vertex
    first. Same edges in the same order, same answer, in any process. Source: RATINGS 5, research 2.2.
    """
    if vertices % 2:
        return None
    rows = list(edges)
    if vertices == 0:
        return []
    ceiling = max((cost for _, _, cost in rows), default=0)
    if ceiling > MAX_COST:
        raise OverflowError("a cost is too large for the matcher")
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(vertices))
    # The matcher looks for the greatest weight, so the least cost becomes the greatest weight.
    graph.add_edges_from([(a, b, ceiling + 1 - cost) for a, b, cost in rows])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) != vertices:
        return None
    return sorted((min(pair), max(pair)) for pair in found)


def every_matching(vertices: Sequence[int], joined: set[tuple[int, int]]) -> Iterable[list[tuple[int, int]]]:
    """Yield every perfect matching of a small set of vertices over the pairs `joined` (lower vertex first).

    At most 10,395 for twelve vertices; meant for fields that small.
    """
    if not vertices:
        yield []
        return
    first, rest = vertices[0], vertices[1:]
    for index, other in enumerate(rest):
        if (min(first, other), max(first, other)) in joined:
            pair = (min(first, other), max(first, other))
            for tail in every_matching((*rest[:index], *rest[index + 1 :]), joined):
                yield [pair, *tail]


def factors_left(vertices: int, joined: set[tuple[int, int]], rounds: int, steps: int = 20_000) -> bool:
    """Say whether `rounds` further rounds without a rematch can be drawn from the pairs `joined`.

    Searches at most `steps` matchings, then answers no: the caller asks for a draw that is known to go on.
    """
    left = [steps]

    def go_on(open_pairs: set[tuple[int, int]], more: int) -> bool:
        if more == 0:
            return True
        for found in every_matching(tuple(range(vertices)), open_pairs):
            left[0] -= 1
            if left[0] < 0:
                return False
            if go_on(open_pairs.difference(found), more - 1):
                return True
        return False

    return go_on(joined, rounds)
