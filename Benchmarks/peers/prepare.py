"""Makes the networks of the routing comparison and measures building them: `waybench network build` against OSRM.

From the extracts in WAYBENCH_SHARED/data/osm it writes clean networks (networks.py, quilt.py) to the work folder, then
builds each with `waybench network build` and with OSRM's own tools, in turns, `--rounds` times. Everything runs on one
processor, OSRM's tools with one thread. Networks that are there already are not made again; `--rounds 0` builds nothing
but what `--same-speeds` asks for.

usage: prepare.py --work DIR [--network malta|quilt|quilt-streets ...] [--rounds N] [--same-speeds] [--waybench PATH] [--cpu N]
                  [--json F]
"""

import argparse
import glob
import importlib.metadata
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time

import networks
import osrm
from quilt import quilt

# The extracts of each network, and how many copies of them make a side of the square.
EXTRACTS = {
    "malta": (["malta"], 1),
    "quilt": (["malta", "porto-alegre", "liechtenstein", "monaco"], 7),
    "quilt-streets": (["malta", "porto-alegre", "san-francisco", "monaco"], 6),
}
OSRM_FOLDER = os.path.dirname(osrm.__file__)
OSRM_PROFILES = os.path.join(OSRM_FOLDER, "share", "profiles")
OUR_PROFILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "same_speeds.lua")
OURS = "waybench network build"
CONTRACTION = ("osrm-extract", "osrm-contract")
CELLS = ("osrm-extract", "osrm-partition", "osrm-customize")


def network_path(name, work):
    return os.path.join(work, name + ("-clean.osm.pbf" if EXTRACTS[name][1] == 1 else ".osm.pbf"))


def make_network(name, work):
    """The path of the clean network, written unless it is there."""
    path = network_path(name, work)
    if os.path.exists(path):
        return path
    if "WAYBENCH_SHARED" not in os.environ:
        sys.exit("prepare.py: WAYBENCH_SHARED has to name the folder that holds data/osm/*.osm.pbf")
    folder = os.path.join(os.environ["WAYBENCH_SHARED"], "data", "osm")
    parts = [networks.clean(os.path.join(folder, extract + ".osm.pbf")) for extract in EXTRACTS[name][0]]
    side = EXTRACTS[name][1]
    networks.write(parts[0] if side == 1 else quilt(parts, side), path)
    return path


def measure(command, log, environment=None):
    """Runs a command; its wall and processor seconds. Its words go to the log."""
    log.write(f"$ {' '.join(command)}\n")
    log.flush()
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"prepare.py: exit status {process.returncode} of {' '.join(command)}; see {log.name}")
    return {"wall_s": wall, "cpu_s": usage.ru_utime + usage.ru_stime}


class Builder:
    """One network, built by every engine into folders of its own."""

    def __init__(self, path, work, name, waybench, log):
        self.path, self.work, self.name, self.waybench, self.log = path, work, name, waybench, log

    def ours(self):
        output = os.path.join(self.work, self.name + ".wbn")
        return {OURS: measure([self.waybench, "network", "build", self.path, "-o", output], self.log)}

    def peers(self, profile="car"):
        """Extracts once, then contracts one copy and partitions and customizes the other: partitioning renumbers."""
        suffix = "" if profile == "car" else "-same-speeds"
        contracted = fresh_folder(os.path.join(self.work, f"{self.name}-osrm-ch{suffix}"))
        partitioned = fresh_folder(os.path.join(self.work, f"{self.name}-osrm-mld{suffix}"))
        base = os.path.join(contracted, self.name + ".osrm")
        script = os.path.join(OSRM_PROFILES, "car.lua") if profile == "car" else OUR_PROFILE
        times = {"osrm-extract": self.osrm("extract", self.path, "-p", script, "-o", base)}
        for file in glob.glob(base + "*"):
            shutil.copy(file, partitioned)
        times["osrm-contract"] = self.osrm("contract", base)
        base = os.path.join(partitioned, self.name + ".osrm")
        times["osrm-partition"] = self.osrm("partition", base)
        times["osrm-customize"] = self.osrm("customize", base)
        return times

    def osrm(self, tool, *arguments):
        program = os.path.join(OSRM_FOLDER, "bin", "osrm-" + tool)
        environment = os.environ | {"LUA_PATH": os.path.join(OSRM_PROFILES, "?.lua") + ";;"}
        return measure([program, *arguments, "-t", "1", "-l", "WARNING"], self.log, environment)


def fresh_folder(path):
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def facts(path):
    roads = networks.read(path)
    return {
        "nodes": len(roads.nodes), "ways": len(roads.ways), "junctions": len(networks.junctions(roads)),
        "directed_edges": networks.count_directed_edges(roads), "bytes": os.path.getsize(path),
    }


def machine():
    with open("/proc/cpuinfo") as info:
        model = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown")
    return {"processor": model, "processors": os.cpu_count(), "system": platform.platform()}


def versions():
    packages = {name: importlib.metadata.version(name) for name in ("osmium", "osrm-bindings")}
    return packages | {"python": platform.python_version()}


def table(name, found):
    """Markdown: what each step and each whole build took, medians over the rounds."""
    fact, steps = found["facts"], found["steps"]
    lines = [
        f"{name}: {fact['nodes']:,} nodes, {fact['junctions']:,} junctions, {fact['directed_edges']:,} directed edges; "
        f"{len(steps[OURS])} rounds", "",
        "| build | wall s | processor s | wall, times ours |", "| --- | ---: | ---: | ---: |",
    ]
    own = statistics.median(run["wall_s"] for run in steps[OURS])
    groups = [(OURS,), *((step,) for step in steps if step != OURS), CONTRACTION, CELLS]
    for group in groups:
        runs = list(zip(*(steps[step] for step in group)))
        wall = statistics.median(sum(part["wall_s"] for part in run) for run in runs)
        cpu = statistics.median(sum(part["cpu_s"] for part in run) for run in runs)
        label = group[0] if len(group) == 1 else f"**{' + '.join(group)}**"
        lines.append(f"| {label} | {wall:.2f} | {cpu:.2f} | {wall / own:.2f} |")
    return "\n".join(lines)


def parse_arguments():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", required=True, help="folder for networks and engines' files, outside the repository")
    options.add_argument("--network", action="append", choices=EXTRACTS, help="default: all")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--same-speeds", action="store_true", help="also OSRM with our speeds and turn costs, untimed")
    options.add_argument("--waybench", default=".build/release/waybench")
    options.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="the processor; -1: any")
    options.add_argument("--json", help="file for every timing")
    return options.parse_args()


def main():
    options = parse_arguments()
    if options.cpu >= 0:
        os.sched_setaffinity(0, {options.cpu})
    os.makedirs(options.work, exist_ok=True)
    result = {"machine": machine(), "versions": versions(), "rounds": options.rounds, "networks": {}}
    with open(os.path.join(options.work, "prepare.log"), "a") as log:
        for name in options.network or EXTRACTS:
            path = make_network(name, options.work)
            builder = Builder(path, options.work, name, options.waybench, log)
            rounds = []
            for _ in range(options.rounds):
                rounds.append(builder.ours() | builder.peers())
            found = {"facts": facts(path), "steps": {}}
            if rounds:
                found["steps"] = {step: [times[step] for times in rounds] for step in rounds[0]}
                print(table(name, found), end="\n\n", flush=True)
            result["networks"][name] = found
            if options.json:
                with open(options.json, "w") as output:
                    json.dump(result, output, indent=1)
                    output.write("\n")
            if options.same_speeds:
                builder.peers("same speeds")


if __name__ == "__main__":
    main()
