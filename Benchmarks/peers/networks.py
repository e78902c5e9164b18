"""Clean car networks in .osm.pbf files, so that every engine reads the same directed graph.

A clean network holds car ways only, with the five tags that say where and how fast they may be driven; no relation
(so no turn restriction), no tag on a node (so no barrier, no signal), and only its largest strongly connected part.
"""

import collections
import os

import osmium

HIGHWAYS = {
    "motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link", "secondary", "secondary_link",
    "tertiary", "tertiary_link", "unclassified", "residential", "living_street", "service",
}
LEFT_OUT_SERVICES = {"parking_aisle", "driveway", "drive-through", "emergency_access"}
KEPT_TAGS = ("highway", "oneway", "junction", "name", "maxspeed")

# nodes: identifier -> (longitude, latitude) in degrees; ways: (list of node identifiers, dictionary of tags)
Roads = collections.namedtuple("Roads", "nodes ways")


def read(path):
    """The car ways of a file, cut at nodes that the file does not hold."""
    ways, needed = [], set()
    for way in osmium.FileProcessor(path, osmium.osm.WAY):
        tags = {tag.k: tag.v for tag in way.tags}
        if not is_for_cars(tags):
            continue
        nodes = [node.ref for node in way.nodes]
        ways.append((nodes, {key: tags[key] for key in KEPT_TAGS if key in tags}))
        needed.update(nodes)
    nodes = {}
    for node in osmium.FileProcessor(path, osmium.osm.NODE):
        if node.id in needed and node.location.valid():
            nodes[node.id] = (node.location.lon, node.location.lat)
    return Roads(nodes, cut(ways, nodes))


def is_for_cars(tags):
    if tags.get("highway") not in HIGHWAYS or tags.get("area") == "yes" or tags.get("service") in LEFT_OUT_SERVICES:
        return False
    access = next((tags[key] for key in ("motorcar", "motor_vehicle", "vehicle", "access") if key in tags), "yes")
    return access not in ("no", "private")


def cut(ways, kept):
    """The runs of at least two kept nodes of each way, without repeated nodes."""
    runs = []
    for nodes, tags in ways:
        run = []
        for node in [*nodes, None]:
            if node is not None and node in kept:
                if not run or run[-1] != node:
                    run.append(node)
                continue
            if len(run) > 1:
                runs.append((run, tags))
            run = []
    return runs


def direction(tags):
    """1 along the order of the nodes, -1 against it, 0 both."""
    oneway = tags.get("oneway", "")
    if oneway in ("yes", "true", "1"):
        return 1
    if oneway in ("-1", "reverse"):
        return -1
    if oneway in ("no", "false", "0"):
        return 0
    is_implied = tags.get("junction") in ("roundabout", "circular") or tags["highway"] in ("motorway", "motorway_link")
    return 1 if is_implied else 0


def largest_part(ways):
    """The nodes of the largest strongly connected part: Kosaraju's two sweeps, without recursion."""
    ahead, behind = collections.defaultdict(list), collections.defaultdict(list)
    for nodes, tags in ways:
        sense = direction(tags)
        for a, b in zip(nodes, nodes[1:]):
            if sense >= 0:
                ahead[a].append(b)
                behind[b].append(a)
            if sense <= 0:
                ahead[b].append(a)
                behind[a].append(b)
    order, seen = [], set()
    for start in sorted({node for nodes, _ in ways for node in nodes}):
        if start in seen:
            continue
        seen.add(start)
        stack = [(start, iter(ahead[start]))]
        while stack:
            node, rest = stack[-1]
            unseen = next((other for other in rest if other not in seen), None)
            if unseen is None:
                order.append(node)
                stack.pop()
            else:
                seen.add(unseen)
                stack.append((unseen, iter(ahead[unseen])))
    largest, placed = set(), set()
    for start in reversed(order):
        if start in placed:
            continue
        part, stack = {start}, [start]
        placed.add(start)
        while stack:
            for other in behind[stack.pop()]:
                if other not in placed:
                    placed.add(other)
                    part.add(other)
                    stack.append(other)
        if len(part) > len(largest):
            largest = part
    return largest


def clean(path):
    roads = read(path)
    ways = cut(roads.ways, largest_part(roads.ways))
    used = {node for nodes, _ in ways for node in nodes}
    return Roads({node: roads.nodes[node] for node in used}, ways)


def write(roads, path):
    """Writes under a temporary name first, so that no half of a file is ever found."""
    half_done = path.removesuffix(".osm.pbf") + ".part.osm.pbf"
    if os.path.exists(half_done):
        os.remove(half_done)
    writer = osmium.SimpleWriter(half_done)
    for node in sorted(roads.nodes):
        writer.add_node(osmium.osm.mutable.Node(id=node, location=roads.nodes[node], version=1))
    for number, (nodes, tags) in enumerate(roads.ways, 1):
        writer.add_way(osmium.osm.mutable.Way(id=number, nodes=nodes, tags=tags, version=1))
    writer.close()
    os.replace(half_done, path)


def junctions(roads):
    """The nodes where stretches of road meet or end, ascending."""
    uses = collections.Counter()
    for nodes, _ in roads.ways:
        uses.update(nodes)
        uses.update((nodes[0], nodes[-1]))
    return sorted(node for node, count in uses.items() if count > 1)


def count_directed_edges(roads):
    """Edges between neighbouring junctions, each sense counted."""
    at = set(junctions(roads))
    count = 0
    for nodes, tags in roads.ways:
        stretches = sum(node in at for node in nodes[1:])
        count += stretches * (1 if direction(tags) else 2)
    return count
