# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws docs/performance.md and its plots from records of bench/run.py:

    python bench/draw.py RECORD.json [RECORD.json ...] [--out docs]

A benchmark that several records have is taken from the last of them. The page is written whole; nothing in it is by hand.
"""

import argparse
import json
import pathlib

# Labels in the order of columns, with colours that stay apart for all kinds of colour vision.
COLOURS = {"CUDA C++": "#0072b2", "careful CUDA C++": "#56b4e9", "numba-cuda": "#e69f00", "CuPy": "#009e73",
           "torch": "#d55e00", "Triton": "#cc79a7"}
HEAD = """# Performance

Drawn by `python bench/draw.py` from the records in `bench/results`, which `python bench/run.py` makes. Each time is the
median of the device's own times: the stream is held back until the work is queued, the second-level cache is emptied
before each sample, the versions take turns. Every version has been checked against NumPy first. Ratios are of one run:
above 1, gpujit is faster. "CUDA C++" is what one writes first, a thread an element; "careful" is vectorised or tiled by
hand.
"""


def merged(records) -> dict:
    """Benchmark by name -> (entry, its record)."""
    found = {}
    for record in records:
        for entry in record["benchmarks"]:
            found[entry["name"]] = entry, record
    return found


def rate(entry, microseconds: float) -> str:
    """What crosses the memory's pins in a second, or the operations where they are what counts."""
    if entry.get("unit"):
        value = entry["operations"] / microseconds
        return f"{value / 1e3:.3g} G{entry['unit']}/s" if value >= 1e3 else f"{value:.3g} M{entry['unit']}/s"
    return f"{entry['bytes'] / microseconds / 1e3:.0f} GB/s"


def duration(microseconds: float) -> str:
    return f"{microseconds / 1e3:.3g} ms" if microseconds >= 1000 else f"{microseconds:.3g} us"


def row(entry) -> str:
    """A line of the table: gpujit's time, its rate, and how much longer each other version takes."""
    own = entry["versions"].get("gpujit", {})
    cells = [f"`{entry['name']}`", " x ".join(map(str, entry.get("size", [])))]
    if "median_us" in own:
        spread = (own["quartiles_us"][1] - own["quartiles_us"][0]) / own["median_us"]
        cells += [f"{duration(own['median_us'])} ± {100 * spread / 2:.0f} %", rate(entry, own["median_us"])]
    else:
        cells += [own.get("reason", entry.get("problem", "")).partition("\n")[0][:60], ""]
    for label in COLOURS:
        other = entry["versions"].get(label, {})
        if "over_gpujit" in other:
            cells.append(f"{other['over_gpujit'][0]:.2f}")
        else:
            cells.append(duration(other["median_us"]) if "median_us" in other else "")
    return "| " + " | ".join(cells) + " |"


def refusals(found) -> list[str]:
    """What could not be run, with the reason; "no version is written" goes without saying."""
    lines = []
    for name, (entry, _) in found.items():
        if "reduced" in entry:
            lines.append(f"- `{name}`: timed at size {' x '.join(map(str, entry['size']))}: {entry['reduced']}")
        for label, version in entry["versions"].items():
            if "reason" in version and version["reason"] != "no version is written":
                lines.append(f"- `{name}`, {label}: {version['reason'].partition(chr(10))[0][:200]}")
    return lines


def ends(found) -> list[str]:
    """What the user waits for: NumPy, and a call with NumPy arrays, at the size at which both were run."""
    lines = []
    for name, (entry, _) in found.items():
        if "call_ms" in entry:
            size, numpy, own = " x ".join(map(str, entry["checked"])), entry["numpy_ms"], entry["call_ms"]
            lines.append(f"| `{name}` | {size} | {duration(1e3 * numpy)} | {duration(1e3 * own)} | {numpy / own:.1f} | "
                         f"{entry['compile_ms']:.0f} ms |")
    return lines


def loops(found) -> list[str]:
    """Where each loop went."""
    return [f"| `{name}` | " + "; ".join(f"{o['verdict']} ({o['mapping']})" for o in entry.get("loops", [])) + " |"
            for name, (entry, _) in found.items()]


def page(records, plots) -> str:
    found = merged(records)
    parts = [HEAD]
    for record in records:
        device = record["device"][0] if record["device"] else {"name": "no GPU: the interpreter, by the host's clock"}
        packages = ", ".join(f"{n} {v}" for n, v in record["environment"]["packages"].items())
        machine = f"{device['name']}, driver {device.get('driver_version', '-')}, {packages}"
        parts.append(f"{machine}, {record['date']}: `{record['command']}`\n")
    parts += [f"![{plot.stem}]({plot.parent.name}/{plot.name})\n" for plot in plots]
    columns = ["kernel", "size", "gpujit", "rate", *COLOURS]
    parts.append("\n".join(["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns),
                            *(row(entry) for entry, _ in found.values())]) + "\n")
    if lines := refusals(found):
        parts.append("## What did not run as it should\n\n" + "\n".join(lines) + "\n")
    if lines := ends(found):
        parts.append("## From NumPy arrays to NumPy arrays\n\n"
                     "| kernel | size | NumPy | gpujit, copies included | times faster | compilation |\n"
                     "|---|---|---|---|---|---|\n" + "\n".join(lines) + "\n")
    parts.append("## Where the loops went\n\n| kernel | loops, in the order of the source |\n|---|---|\n" +
                 "\n".join(loops(found)) + "\n")
    return "\n".join(parts)


def speedups(found, path: pathlib.Path) -> bool:
    """Dots on a logarithmic axis: how much longer than gpujit each version takes. False if there is nothing to show."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "gpujit"  # the same file from the same record
    from matplotlib import pyplot

    rows = [(name, entry) for name, (entry, _) in found.items()
            if any("over_gpujit" in v for v in entry["versions"].values())]
    if not rows:
        return False
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.27 * len(rows)), layout="constrained")
    for label, colour in COLOURS.items():
        dots = [(entry["versions"][label]["over_gpujit"], -k) for k, (_, entry) in enumerate(rows)
                if "over_gpujit" in entry["versions"].get(label, {})]
        if dots:
            values = [ratio[0] for ratio, _ in dots]
            errors = [[r[0] - r[1] for r, _ in dots], [r[2] - r[0] for r, _ in dots]]
            axes.errorbar(values, [y for _, y in dots], xerr=[[max(e, 0) for e in side] for side in errors], fmt="o",
                          markersize=5, color=colour, label=label)
    axes.axvline(1, color="black", linewidth=1)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_yticks([-k for k in range(len(rows))], [name for name, _ in rows])
    axes.set_ylim(-len(rows) + 0.5, 0.5)
    axes.grid(axis="both", alpha=0.3)
    axes.set_xlabel("time over gpujit's (right of 1: gpujit is faster)")
    figure.legend(loc="outside upper center", ncols=6, frameon=False)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return True


def main(arguments=None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1] / "docs",
                        help="folder for performance.md and performance/*.svg")
    options = parser.parse_args(arguments)
    records = [json.loads(path.read_text()) for path in options.records]
    folder = options.out / "performance"
    folder.mkdir(parents=True, exist_ok=True)
    plot = folder / "speedups.svg"
    plots = [plot] if speedups(merged(records), plot) else []
    (options.out / "performance.md").write_text(page(records, plots))


if __name__ == "__main__":
    main()
