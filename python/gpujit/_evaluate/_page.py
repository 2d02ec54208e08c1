# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A record as one page that needs nothing else: plots are SVG inside it."""

from __future__ import annotations

import html
import io
import json

from . import _terminal

_STYLE = """
body.gpujit { margin: 0; background: #f6f7f9; }
.gpujit { font: 15px/1.5 system-ui, sans-serif; color: #1c2430; }
.gpujit main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
.gpujit h1 { font-size: 1.5rem; margin: 0 0 .3rem; }
.gpujit h2 { font-size: 1.1rem; margin: 1.8rem 0 .5rem; }
.gpujit .verdict { border-left: .5rem solid var(--tone); background: #fff; padding: .8rem 1rem; border-radius: .3rem; }
.gpujit .verdict b { color: var(--tone); font-size: 1.2rem; text-transform: uppercase; }
.gpujit .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1rem; }
.gpujit figure { margin: 0; background: #fff; padding: .6rem; border-radius: .3rem; }
.gpujit figure svg { width: 100%; height: auto; }
.gpujit figcaption { font-weight: 600; }
.gpujit table { border-collapse: collapse; background: #fff; width: 100%; }
.gpujit th, .gpujit td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #e3e7ec; vertical-align: top; }
.gpujit td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.gpujit pre { background: #fff; padding: .8rem; overflow: auto; max-height: 24rem; font-size: 12px; }
"""
_TONES = {"keep": "#1a7f37", "revise": "#b26a00", "reject": "#c0392b", "inconclusive": "#6b4ea0"}


def page(record: dict) -> str:
    """The whole document. Raises ImportError without Matplotlib."""
    title = html.escape(f"{record['kernel']}: {record['outcome']}")
    return (f"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>"
            "<meta name=\"viewport\" content=\"width=device-width\"></head>\n"
            f"<body class=\"gpujit\">{fragment(record)}</body></html>\n")


def fragment(record: dict) -> str:
    """The page's content, as a notebook shows it; without plots where Matplotlib isn't installed."""
    tone = _TONES[record["outcome"]]
    parts = [f"<style>{_STYLE}</style><div class=\"gpujit\"><main>",
             f"<h1>{html.escape(record['kernel'])}, size {record['size']}</h1>",
             f"<p class=\"verdict\" style=\"--tone: {tone}\"><b>{record['outcome']}</b> ({html.escape(record['code'])})<br>"
             f"{html.escape(record['message'])}</p>"]
    figures = _figures(record)
    if figures:
        drawn = (f"<figure id=\"{name}\"><figcaption>{title}</figcaption>{svg}</figure>" for name, title, svg in figures)
        parts.append("<div class=\"plots\">" + "".join(drawn) + "</div>")
    parts.append(_table("Times", ("time", "median", "quartiles", "samples"), _terminal.times_table(record)))
    parts.append(_table("Findings", ("", ""), _terminal.facts(record)))
    parts.append(_sweep_table(record))
    parts.append(_table("Environment", ("", ""), _environment(record)))
    parts.append("<details><summary>The record</summary><pre class=\"record\">"
                 f"{html.escape(json.dumps(record, indent=1))}</pre></details></main></div>")
    return "\n".join(parts)


def _table(title: str, heads: tuple, rows: list) -> str:
    if not rows:
        return ""
    head = "<tr>" + "".join(f"<th>{html.escape(h)}</th>" for h in heads) + "</tr>" if any(heads) else ""
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(c))}</td>" for c in row) + "</tr>" for row in rows)
    return f"<h2>{title}</h2><table id=\"{title.lower()}\">{head}{body}</table>"


def _sweep_table(record: dict) -> str:
    rows = [(row["size"], *(_terminal.duration(row[k]) for k in ("baseline", "candidate", "kernel")))
            for row in record["sweep"]]
    return _table("Sweep", ("size", "reference", "gpujit", "kernel alone, cold"), rows)


def _environment(record: dict) -> list[tuple[str, str]]:
    rows = []
    for name, value in record["environment"].items():
        if name == "devices":
            rows += [(f"device {d.get('ordinal', 0)}", ", ".join(f"{k} {v}" for k, v in d.items())) for d in value]
        elif isinstance(value, dict):
            rows.append((name, ", ".join(f"{k} {v}" for k, v in value.items()) or "-"))
        else:
            rows.append((name, " ".join(value) if isinstance(value, list) else str(value)))
    return rows


def _figures(record: dict) -> list[tuple[str, str, str]]:
    """(id, title, SVG) of each plot that there are numbers for."""
    try:
        import matplotlib
    except ImportError:
        return []
    made = []
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "gpujit", "font.size": 10, "axes.grid": True,
                                "grid.alpha": 0.3, "axes.spines.top": False, "axes.spines.right": False}):
        if record["nanoseconds"]["candidate"]:
            made.append(("times", "Distribution of times", _svg(_draw_times, record)))
        if record["sweep"]:
            made.append(("sweep", "Sweep over sizes", _svg(_draw_sweep, record)))
        if record["roofline"] and record["roofline"]["intensity"]:
            made.append(("roofline", "Roofline", _svg(_draw_roofline, record)))
        if record["phases"]:
            made.append(("phases", "Phases", _svg(_draw_phases, record)))
    return made


def _svg(draw, record: dict) -> str:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.6), layout="constrained")
    draw(figure.add_subplot(), record)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return text.getvalue()[text.getvalue().index("<svg"):]


def _draw_times(axes, record: dict) -> None:
    samples = record["nanoseconds"]
    lists = {"reference": samples["baseline"], "gpujit": samples["candidate"], "resident": samples["resident"],
             "kernel, cold": samples["kernel_cold"], "kernel, warm": samples["kernel_warm"], **samples["libraries"]}
    lists = {name: [1e-3 * t for t in taken] for name, taken in lists.items() if taken}
    axes.boxplot(list(lists.values()), tick_labels=list(lists), orientation="horizontal", widths=0.5)
    for row, taken in enumerate(lists.values(), 1):
        axes.plot(taken, [row + 0.35] * len(taken), "|", color="#2b6cb0", alpha=0.7)
    axes.set_xscale("log")
    axes.set_xlabel("microseconds")


def _draw_sweep(axes, record: dict) -> None:
    rows = record["sweep"]
    sizes = [row["size"] for row in rows]
    for key, title, style in (("baseline", "reference", "o-"), ("candidate", "gpujit, end to end", "s-"),
                              ("kernel", "kernel alone", "^--")):
        points = [(s, 1e-3 * row[key]) for s, row in zip(sizes, rows, strict=True) if row[key] is not None]
        axes.plot([p[0] for p in points], [p[1] for p in points], style, label=title)
    if record["crossover"]:
        axes.axvline(record["crossover"], color="#666", linestyle=":", label=f"crossover {record['crossover']:.3g}")
    axes.set(xscale="log", yscale="log", xlabel="size", ylabel="microseconds")
    axes.legend(fontsize=8)


def _draw_roofline(axes, record: dict) -> None:
    place, ceilings = record["roofline"], record["roofline"]["ceilings"]
    at = place["intensity"]
    span = [min(at, 0.1) / 4, max(at, 100) * 4]
    for key, style in (("f32", "-"), ("f64", "--")):
        top = ceilings[key]
        ridge = top / ceilings["triad"]
        axes.plot([span[0], ridge, span[1]], [span[0] * ceilings["triad"], top, top], style, label=f"{key}, measured")
    axes.plot([at], [place["flops_per_second"]], "o", color="#c0392b", markersize=9, label=record["kernel"])
    axes.set(xscale="log", yscale="log", xlabel="operations a byte", ylabel="operations a second")
    axes.legend(fontsize=8)


def _draw_phases(axes, record: dict) -> None:
    names = list(record["phases"])
    axes.barh(names, [1e-3 * (record["phases"][n] or 0) for n in names], color="#2b6cb0")
    axes.invert_yaxis()
    axes.set_xlabel("microseconds")
