"""A region of about 400,000 junctions from small real networks.

Shifted copies of clean networks in a square, taken in turn. Neighbouring copies are joined by four two-way trunk roads, each
from the way end that reaches farthest towards the neighbour in one quarter of the copy.
"""

import math

from networks import Roads

WEST, SOUTH = 5.0, 44.0
STEP_EAST, STEP_NORTH = 0.75, 0.55
LINKS = 4


def quilt(sources, side):
    """`side` x `side` copies."""
    nodes, ways, ends = {}, [], {}
    for row in range(side):
        for column in range(side):
            source = sources[(row * side + column) % len(sources)]
            copied = copy(source, WEST + STEP_EAST * column, SOUTH + STEP_NORTH * row, first=len(nodes) + 1)
            nodes.update(copied.nodes)
            ways.extend(copied.ways)
            ends[row, column] = sorted({end for way, _ in copied.ways for end in (way[0], way[-1])})
    for (row, column), own in sorted(ends.items()):
        for other, axis in ((ends.get((row, column + 1)), 0), (ends.get((row + 1, column)), 1)):
            if other is None:
                continue
            for a, b in zip(gates(own, nodes, axis, 1), gates(other, nodes, axis, -1)):
                ways.append(([a, b], {"highway": "trunk", "oneway": "no"}))
    return Roads(nodes, ways)


def copy(source, longitude, latitude, first):
    """The source with its middle put there, its east-west distances kept, its nodes numbered from `first`."""
    longitudes = [place[0] for place in source.nodes.values()]
    latitudes = [place[1] for place in source.nodes.values()]
    middle = (min(longitudes) + max(longitudes)) / 2, (min(latitudes) + max(latitudes)) / 2
    stretch = math.cos(math.radians(middle[1])) / math.cos(math.radians(latitude))
    numbers = {node: first + index for index, node in enumerate(sorted(source.nodes))}
    nodes = {
        numbers[node]: (longitude + (place[0] - middle[0]) * stretch, latitude + place[1] - middle[1])
        for node, place in source.nodes.items()
    }
    return Roads(nodes, [([numbers[node] for node in way], tags) for way, tags in source.ways])


def gates(ends, nodes, axis, sign):
    """One way end per quarter along the seam: the one that lies farthest towards it."""
    across = sorted(ends, key=lambda node: nodes[node][1 - axis])
    quarter = len(across) // LINKS
    return [
        max(across[part * quarter : (part + 1) * quarter], key=lambda node: sign * nodes[node][axis])
        for part in range(LINKS)
    ]
