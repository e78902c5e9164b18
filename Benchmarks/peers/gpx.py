"""GPX reading: `waybench trace info` against gpxpy, interleaved. Prints MB/s and the ratio of the medians.

usage: gpx.py [--points N] [--rounds N] [--waybench PATH]
"""

import argparse
import os
import random
import statistics
import subprocess
import tempfile
import time

import gpxpy
import gpxpy.parser


def make(path, points):
    """A track of one point a second, as `waybench bench gpx` makes them."""
    r = random.Random(3)
    latitude, longitude, elevation = 48.1, 11.5, 500.0
    with open(path, "w") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="bench" ')
        out.write('xmlns="http://www.topografix.com/GPX/1/1">\n  <trk>\n    <name>bench</name>\n    <trkseg>\n')
        for i in range(points):
            latitude += r.gauss(0, 5e-5)
            longitude += r.gauss(0, 7e-5)
            elevation += r.gauss(0, 0.3)
            s = i % 86400
            out.write(f'      <trkpt lat="{latitude:.7f}" lon="{longitude:.7f}">\n        <ele>{elevation:.1f}</ele>\n')
            out.write(f"        <time>2024-05-{1 + i // 86400:02d}T{s // 3600:02d}:{s // 60 % 60:02d}:{s % 60:02d}Z</time>\n")
            out.write("      </trkpt>\n")
        out.write("    </trkseg>\n  </trk>\n</gpx>\n")


def waybench(program, path):
    start = time.perf_counter()
    subprocess.run([program, "trace", "info", "--json", path], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def gpxpy_parse(path, use_lxml):
    if use_lxml:
        import lxml.etree as etree
    else:
        import xml.etree.ElementTree as etree
    gpxpy.parser.mod_etree = etree
    start = time.perf_counter()
    with open(path) as text:
        document = gpxpy.parse(text)
    document.get_track_points_no()
    return time.perf_counter() - start


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--points", type=int, default=100_000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--waybench", default=".build/release/waybench")
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "track.gpx")
        make(path, options.points)
        size = os.path.getsize(path) / 1e6
        times = {"waybench": [], "gpxpy (ElementTree)": [], "gpxpy (lxml)": []}
        waybench(options.waybench, path)
        for _ in range(options.rounds):
            times["waybench"].append(waybench(options.waybench, path))
            times["gpxpy (ElementTree)"].append(gpxpy_parse(path, False))
            times["gpxpy (lxml)"].append(gpxpy_parse(path, True))
        print(f"{size:.1f} MB, {options.points} points, {options.rounds} rounds")
        medians = {name: statistics.median(values) for name, values in times.items()}
        for name, median in medians.items():
            print(f"{name:20s} {size / median:8.1f} MB/s  waybench is {median / medians['waybench']:.1f} times as fast")


if __name__ == "__main__":
    main()
