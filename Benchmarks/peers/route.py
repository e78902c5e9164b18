"""Routing latency: `waybench bench calls` against OSRM (CH and MLD), pair by pair in turns on one processor.

Each block of pairs (one pair unless `--block` says more) is asked of every engine before the next block, in an order
that turns with the blocks. The networks and the engines' files are what prepare.py leaves in the work folder.

usage: route.py --work DIR [--network malta|quilt|quilt-streets ...] [--pairs N] [--seed N] [--places junctions|midway]
                [--block N] [--same-speeds] [--without-ours] [--waybench PATH] [--cpu N] [--json F]
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import time

import networks
import osrm
from prepare import EXTRACTS, machine, network_path, versions

WARM_UP = 200
OURS, CH, MLD, NEAREST = "waybench", "OSRM CH", "OSRM MLD", "OSRM nearest"


class Waybench:
    """The command as a child: one pair a line in, one line of JSON out, at once."""

    def __init__(self, program, network):
        command = [program, "bench", "calls", "--network", network]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line):
        """The answer to one line; the network is loaded before the first."""
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer:
            pair = line.decode().strip()
            sys.exit(f"route.py: waybench ended with exit status {self.process.wait()} at the pair {pair}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        if self.process.wait() != 0:
            sys.exit(f"route.py: waybench ended with exit status {self.process.returncode}")


class Osrm:
    def __init__(self, algorithm, base):
        self.engine = osrm.OSRM(algorithm=algorithm, storage_config=base, use_shared_memory=False)

    def route(self, parameters):
        return timed(self.engine.Route, parameters)

    def nearest(self, parameters):
        return timed(self.engine.Nearest, parameters)


def timed(call, parameters):
    """The microseconds of one call and what it gave; `None` where OSRM found nothing."""
    start = time.perf_counter_ns()
    try:
        answer = call(parameters)
    except RuntimeError:
        answer = None
    return (time.perf_counter_ns() - start) / 1000, answer


def pick_pairs(roads, count, seed, places):
    """Pairs of (longitude, latitude): random junctions, or the middles of random straight pieces of road."""
    chance = random.Random(seed)
    if places == "junctions":
        all_places = [roads.nodes[node] for node in networks.junctions(roads)]
        return [(chance.choice(all_places), chance.choice(all_places)) for _ in range(count)]

    def middle():
        nodes, _ = chance.choice(roads.ways)
        piece = chance.randrange(len(nodes) - 1)
        a, b = roads.nodes[nodes[piece]], roads.nodes[nodes[piece + 1]]
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    return [(middle(), middle()) for _ in range(count)]


def run(pairs, block, ours, contracted, cells):
    """Asks every engine for every pair. One dictionary per pair: microseconds and what was found, by engine."""
    lines = [f"{a[1]:.7f},{a[0]:.7f} {b[1]:.7f},{b[0]:.7f}\n".encode() for a, b in pairs]
    routes = [
        osrm.RouteParameters(coordinates=list(pair), overview="full", geometries="polyline6", generate_hints=False)
        for pair in pairs
    ]
    snaps = [osrm.NearestParameters(coordinates=[pair[0]], generate_hints=False) for pair in pairs]

    def ask_ours(index):
        microseconds, answer = timed(ours.ask, lines[index])
        found = json.loads(answer)
        if not found["ok"]:
            return {"pipe_us": microseconds, "ok": False}
        return {
            "us": found["call_ns"] / 1000, "query_us": found["query_ns"] / 1000, "pipe_us": microseconds, "ok": True,
            "length_m": found["length_m"], "duration_s": found["duration_s"],
        }

    def ask_osrm(engine, index):
        microseconds, answer = engine.route(routes[index])
        if answer is None:
            return {"us": microseconds, "ok": False}
        route = answer["routes"][0]
        return {"us": microseconds, "ok": True, "length_m": route["distance"], "duration_s": route["duration"]}

    def ask_nearest(index):
        microseconds, answer = contracted.nearest(snaps[index])
        return {"us": microseconds, "ok": answer is not None}

    engines = [
        (CH, lambda index: ask_osrm(contracted, index)),
        (MLD, lambda index: ask_osrm(cells, index)),
        (NEAREST, ask_nearest),
    ]
    if ours:
        engines.insert(0, (OURS, ask_ours))
    for index in range(min(WARM_UP, len(pairs))):
        for _, ask in engines:
            ask(index)
    found = [{} for _ in pairs]
    for turn, start in enumerate(range(0, len(pairs), block)):
        first = turn % len(engines)
        for name, ask in engines[first:] + engines[:first]:
            for index in range(start, min(start + block, len(pairs))):
                found[index][name] = ask(index)
    return found


def percentile(values, share):
    """By nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def latencies(found):
    """Median, 99th percentile and mean in microseconds by row of the table, over the pairs with a route."""
    rows = {}
    kinds = [(OURS, "us", "waybench, call"), (OURS, "query_us", "waybench, bare query with its edges"),
             (OURS, "pipe_us", "waybench, call through the pipe"), (CH, "us", "OSRM CH, route"),
             (MLD, "us", "OSRM MLD, route"), (NEAREST, "us", "OSRM nearest (floor of a call)")]
    for engine, key, label in kinds:
        values = [answers[engine][key] for answers in found if engine in answers and answers[engine]["ok"]]
        if not values:
            continue
        rows[label] = {
            "median_us": percentile(values, 0.5), "p99_us": percentile(values, 0.99),
            "mean_us": sum(values) / len(values), "pairs": len(values),
            "without_route": sum(not answers[engine]["ok"] for answers in found),
        }
    return rows


def costs(found, one, other):
    """How the first engine's routes differ from the other's, over pairs that both found and that are no point."""
    both = [(answers[one], answers[other]) for answers in found if one in answers and answers[one]["ok"]]
    both = [(a, b) for a, b in both if b["ok"] and b["length_m"] > 1 and b["duration_s"] > 1]
    result = {"engines": f"{one} against {other}", "pairs": len(both)}
    for key in ("length_m", "duration_s"):
        differences = [(a[key] - b[key]) / b[key] for a, b in both]
        count = max(1, len(differences))
        result[key] = {
            "mean": sum(differences) / count, "mean_size": sum(map(abs, differences)) / count,
            "within_1_percent": sum(abs(difference) <= 0.01 for difference in differences) / count,
            "within_5_percent": sum(abs(difference) <= 0.05 for difference in differences) / count,
        }
    return result


def print_tables(network, rows, compared, options):
    kind = "random junctions" if options.places == "junctions" else "random middles of road pieces"
    speeds = "our speeds and turn costs" if options.same_speeds else "its own car profile"
    print(f"{network}: {options.pairs:,} pairs of {kind}, seed {options.seed}, blocks of {options.block}; ", end="")
    print(f"OSRM with {speeds}\n")
    print("| engine | median us | p99 us | mean us | no route | median, times ours | p99, times ours |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    own = rows.get("waybench, call")
    for label, row in rows.items():
        times = [f"{row[key] / own[key]:.2f}" if own else "-" for key in ("median_us", "p99_us")]
        figures = [f"{row[key]:,.1f}" for key in ("median_us", "p99_us", "mean_us")]
        print(f"| {label} | {' | '.join(figures)} | {row['without_route']} | {' | '.join(times)} |")
    print("\n| routes | of | mean difference | mean size of it | within 1 % | within 5 % |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for comparison in compared:
        for key, label in (("length_m", "length"), ("duration_s", "duration")):
            shares = " | ".join(f"{comparison[key][name]:.2%}" for name in comparison[key])
            print(f"| {comparison['engines']}, {comparison['pairs']:,} pairs | {label} | {shares} |")
    print(flush=True)


def compare(network, options):
    suffix = "-same-speeds" if options.same_speeds else ""
    roads = networks.read(network_path(network, options.work))
    pairs = pick_pairs(roads, options.pairs, options.seed, options.places)
    base = [os.path.join(options.work, f"{network}-osrm-{kind}{suffix}", network + ".osrm") for kind in ("ch", "mld")]
    contracted, cells = Osrm("CH", base[0]), Osrm("MLD", base[1])
    ours = None
    if not options.without_ours:
        ours = Waybench(options.waybench, os.path.join(options.work, network + ".wbn"))
    found = run(pairs, options.block, ours, contracted, cells)
    if ours:
        ours.close()
    rows = latencies(found)
    compared = [costs(found, MLD, CH)]
    if ours:
        compared = [costs(found, OURS, CH), costs(found, OURS, MLD), *compared]
    print_tables(network, rows, compared, options)
    return {"latencies": rows, "costs": compared, "answers": found}


def parse_arguments():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", required=True, help="the folder that prepare.py filled")
    options.add_argument("--network", action="append", choices=EXTRACTS, help="default: all")
    options.add_argument("--pairs", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=42)
    options.add_argument("--block", type=int, default=1, help="pairs that an engine is asked in a row")
    options.add_argument("--places", choices=("junctions", "midway"), default="junctions")
    options.add_argument("--same-speeds", action="store_true", help="OSRM with our speeds and turn costs")
    options.add_argument("--without-ours", action="store_true", help="OSRM alone")
    options.add_argument("--waybench", default=".build/release/waybench")
    options.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="the processor; -1: any")
    options.add_argument("--json", help="file for the figures and every pair's answers")
    return options.parse_args()


def main():
    options = parse_arguments()
    if options.cpu >= 0:
        os.sched_setaffinity(0, {options.cpu})
    parameters = {key: getattr(options, key) for key in ("pairs", "seed", "block", "places", "same_speeds")}
    result = {"machine": machine(), "versions": versions(), **parameters, "networks": {}}
    for network in options.network or EXTRACTS:
        result["networks"][network] = compare(network, options)
        if options.json:
            with open(options.json, "w") as output:
                json.dump(result, output)
                output.write("\n")


if __name__ == "__main__":
    main()
