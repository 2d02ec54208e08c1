# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where results go: the record and its schema, the page in a browser, the terminal, comparisons, other tools' forms."""

import dataclasses
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest

import gpujit
from gpujit._evaluate import _counting, _exports, _record, _regression, _roofline, _terminal
from gpujit.cli import main
from judged import FakeDevice, double, judged

jsonschema = pytest.importorskip("jsonschema")  # a machine with a GPU need not have it
BROWSER = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def result():
    """An evaluation with all that there can be, of a kernel named double."""
    device = FakeDevice()
    made = judged(device, took=(9_000, 11_000), sizes=[10, 100, 1000], library_took=60_000, resident_took=2_000)
    work = _counting.Work({"f32": 1000.0, "int": 10.0}, {"0": 4000.0}, {"1": 4000.0})
    place = _roofline.place(work, {"0": 4000, "1": 4000}, made.times.cold.median, device.ceilings())
    return dataclasses.replace(made, name="double <&>", work=work, place=place)


@pytest.fixture
def record(result):
    return json.loads(result.to_json())


def valid(record):
    jsonschema.Draft202012Validator(_record.schema()).validate(record)


def test_the_schema(result, record):
    jsonschema.Draft202012Validator.check_schema(_record.schema())
    valid(record)
    assert record == result.record and record["work"]["operations"]["f32"] == 1000
    for change in ({"schema": 1}, {"outcome": "maybe"}, {"extra": 1}):
        with pytest.raises(jsonschema.ValidationError):
            valid(record | change)


def test_records_of_other_outcomes_keep_to_the_schema():
    for made in (judged(FakeDevice("interpreter")), judged(FakeDevice(), lambda x, out: None),
                 judged(FakeDevice(), took=(0,)), judged(FakeDevice(), metric="memory", limit=1)):
        valid(json.loads(made.to_json()))


def test_every_field_of_the_schema_is_documented(record):
    text = (pathlib.Path(__file__).parents[2] / "docs" / "evidence.md").read_text()
    assert not [name for name in record if f"`{name}`" not in text]


class Resources(html.parser.HTMLParser):
    """What a page would fetch, and its text."""

    def __init__(self):
        super().__init__()
        self.fetched, self.ids, self.text = [], [], ""

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.ids.append(named.get("id"))
        links = [named.get(key) for key in ("src", "href", "xlink:href", "data", "action") if named.get(key)]
        self.fetched += [link for link in links if not link.startswith("#")]
        self.fetched += [tag] if tag in ("script", "link", "iframe", "object", "embed") else []

    def handle_data(self, data):
        self.text += data


def test_the_page_needs_nothing_else(result):
    page = result.to_html()
    seen = Resources()
    seen.feed(page)
    assert not seen.fetched and "@import" not in page and "url(http" not in page
    assert {"times", "sweep", "roofline", "phases", "environment"} <= set(seen.ids)
    assert "double <&>" in seen.text and "crossover" in seen.text and "<&>" not in page


def test_a_notebook_shows_it(result):
    shown = result._repr_html_()
    assert shown.startswith("<style>") and "<svg" in shown and "<html" not in shown


def test_a_page_without_matplotlib(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = result.to_html()
    assert "<svg" not in page and "end to end" in page


def browse(page, *options):
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1100,1700",
               *options, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_the_page_in_a_browser(result, tmp_path):
    from matplotlib import image

    page, shot = tmp_path / "page.html", tmp_path / "shot.png"
    page.write_text(result.to_html())
    seen = browse(page, "--dump-dom")
    assert seen.returncode == 0 and seen.stdout.count("<svg") == 4 and "KEEP" in seen.stdout.upper()
    assert browse(page, f"--screenshot={shot}").returncode == 0
    pixels = image.imread(shot)
    assert pixels.shape[:2] == (1700, 1100)
    # The plots' blue and the verdict's green are on the page, in the plots' places and at the top.
    assert _amount(pixels[150:900], (0x1F, 0x77, 0xB4)) > 50 and _amount(pixels[:160], (0x1A, 0x7F, 0x37)) > 200
    assert _amount(pixels[400:900], (0x2B, 0x6C, 0xB0)) > 1000  # the bars of the phases


def _amount(pixels, colour):
    return int((np.abs(pixels[..., :3] * 255 - np.array(colour)).max(axis=-1) < 12).sum())


def test_the_terminal(result, record, capsys):
    _terminal.show(record)
    shown = capsys.readouterr().out
    for text in ("double <&>", "keep", "kernel, cold L2", "crossover", "break-even", "roofline", "limited by"):
        assert text in shown and text in _terminal.plain(record) + "kernel, cold L2"
    assert "60 us" in str(result)  # the library


def test_the_terminal_without_rich(record, capsys, monkeypatch):
    for name in ("rich", "rich.console", "rich.progress"):
        monkeypatch.setitem(sys.modules, name, None)
    _terminal.show(record)
    assert "end to end" in capsys.readouterr().out
    with _terminal.live() as progress:
        assert progress is None


def test_progress(monkeypatch):
    told = []
    device = FakeDevice()
    from gpujit._evaluate import Contract, evaluate

    def kernel(x, out):
        double(x, out)
        device.now += 1000

    evaluate(Contract(kernel, lambda rng, n: (rng.random(n), np.zeros(n)), lambda x, out: 2 * x, [1], [10, 20]), device,
             lambda what, share: told.append((what, share)))
    assert told[0][0] == "checking results" and ("pair 20 of 20", 1.0) in told and ("size 20", 1.0) in told
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with _terminal.live() as progress:
        progress("half", 0.5)


def test_durations():
    shown = [_terminal.duration(t) for t in (None, 5, 1500, 2.5e6, 3e9)]
    assert shown == ["-", "5 ns", "1.5 us", "2.5 ms", "3 s"]
    assert _terminal.rate(4.5e12, "B/s") == "4.5 TB/s" and _terminal.rate(None, "B/s") == "-"


def scaled(record, factor):
    samples = record["nanoseconds"] | {"candidate": [factor * t for t in record["nanoseconds"]["candidate"]]}
    return record | {"nanoseconds": samples}


def test_compare(record):
    assert _regression.compare(record, record).outcome == "same"
    assert _regression.compare(record, scaled(record, 1.5)).outcome == "slower"
    assert _regression.compare(record, scaled(record, 0.5)).outcome == "faster"
    rejected = record | {"outcome": "reject", "code": "wrong"}
    assert _regression.compare(record, rejected).outcome == "worse"
    for change in ({"kernel": "other"}, {"size": 5}, {"metric": "kernel"}, {"arguments": [1]},
                   {"environment": {"devices": [{"name": "another"}]}}):
        assert _regression.compare(record, record | change).outcome == "incomparable"
    few = record | {"nanoseconds": record["nanoseconds"] | {"candidate": [1]}}
    assert _regression.compare(record, few).outcome == "incomparable"


def test_compare_as_a_command(record, tmp_path, capsys):
    files = []
    for name, factor in (("a", 1), ("b", 1.5)):
        files.append(str(tmp_path / name))
        pathlib.Path(files[-1]).write_text(json.dumps(scaled(record, factor)))
    assert main(["evaluate", "--compare", *files]) == 4 and "slower" in capsys.readouterr().out
    assert main(["evaluate", "--compare", files[0], files[0]]) == 0
    (tmp_path / "old").write_text(json.dumps(record | {"schema": 1}))
    (tmp_path / "part").write_text(json.dumps({"schema": record["schema"]}))
    for bad in (str(tmp_path / "old"), str(tmp_path / "none"), str(tmp_path / "part")):
        assert main(["evaluate", "--compare", files[0], bad]) == 2


def test_show_and_write(record, tmp_path, capsys):
    kept, page, other = tmp_path / "a.json", tmp_path / "a.html", tmp_path / "g.json"
    kept.write_text(json.dumps(record))
    assert main(["evaluate", "--show", str(kept), "--html", str(page), "--google-json", str(other)]) == 0
    assert "keep" in capsys.readouterr().out and page.read_text().startswith("<!DOCTYPE html>")
    assert json.loads(other.read_text())["benchmarks"]
    assert main(["evaluate", "--show", str(kept), "--json", str(tmp_path / "no" / "x")]) == 2
    assert main(["evaluate"]) == 2 and main(["evaluate", "x.py", "--show", str(kept)]) == 2


def test_google_benchmark(record):
    made = _exports.google(record)
    rows = {row["name"]: row for row in made["benchmarks"] if row["run_type"] == "aggregate"}
    median = rows["double <&>/1000/gpujit_median"]
    assert median["real_time"] == np.median(record["nanoseconds"]["candidate"]) and median["time_unit"] == "ns"
    single = [row for row in made["benchmarks"] if row["run_type"] == "iteration" and row["run_name"].endswith("/reference")]
    assert len(single) == len(record["nanoseconds"]["baseline"])
    assert {"date", "host_name", "num_cpus"} <= set(made["context"])


KERNELS = """
from gpujit import gpujit

@gpujit(target="interpreter")
def blend(a, x, y, out):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            out[i, j] = a * x[i, j] + y[i, j]
"""


def test_a_contract_to_start_from(tmp_path, capsys):
    (tmp_path / "blends.py").write_text(KERNELS)
    assert main(["evaluate", "--init", str(tmp_path / "blends.py")]) == 0
    made = tmp_path / "blends_contract.py"
    text = made.read_text()
    assert "outputs=[3]" in text and "rng.random((n, n), np.float32)" in text
    made.write_text(text.replace("[1_000, 10_000, 100_000]", "[10]").replace("a = n", "a = np.float32(3)"))
    assert main(["evaluate", str(made)]) == 5  # right, but on the interpreter
    assert "fallback" in capsys.readouterr().out
    assert main(["evaluate", "--init", str(tmp_path / "blends.py")]) == 2  # it is there already


@pytest.mark.parametrize(("text", "said"), [
    ("x = 1", "no kernel"), (KERNELS + KERNELS.replace("blend", "other"), "which with --kernel"), ("def", "invalid syntax")])
def test_files_without_a_kernel_to_start_from(tmp_path, capsys, text, said):
    (tmp_path / "k.py").write_text(text)
    assert main(["evaluate", "--init", str(tmp_path / "k.py")]) == 2 and said in capsys.readouterr().err


TESTS = """
import sys
sys.path.insert(0, HERE)
from judged import FakeDevice, judged
import gpujit
from gpujit import _evaluate

def evaluated(plugin, device, **terms):
    original = gpujit.evaluate
    judged.__globals__["evaluate"] = lambda contract, device: plugin(contract, device=device)
    try:
        return judged(device, **terms)
    finally:
        judged.__globals__["evaluate"] = original

def test_kept(gpujit_evaluate):
    assert evaluated(gpujit_evaluate, FakeDevice()).status == 0

def test_slow(gpujit_evaluate):
    evaluated(gpujit_evaluate, FakeDevice(), took=(300_000,))

def test_elsewhere(gpujit_evaluate):
    evaluated(gpujit_evaluate, FakeDevice("interpreter"))
"""


@pytest.mark.parametrize("processes", [[], ["-p", "xdist", "-n", "2"]], ids=["one", "two"])
def test_the_pytest_plugin(tmp_path, processes):
    here = pathlib.Path(__file__).parent
    (tmp_path / "test_it.py").write_text(TESTS.replace("HERE", repr(str(here))))
    packages = os.path.dirname(os.path.dirname(gpujit.__file__))
    environment = os.environ | {"PYTHONPATH": packages, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "gpujit.pytest_plugin", "-p", "no:cacheprovider",
               "--rootdir", str(tmp_path), "--gpujit-google-json", str(tmp_path / "all.json"), "--gpujit-benchmark-json",
               str(tmp_path / "its.json"), *processes, str(tmp_path / "test_it.py")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 1 and "1 failed, 1 passed, 1 skipped" in done.stdout, done.stdout + done.stderr
    assert "reject (size)" in done.stdout and "fell back to the CPU" in done.stdout
    rows = json.loads((tmp_path / "all.json").read_text())["benchmarks"]
    assert any(row["label"] == "test_it.py::test_kept" for row in rows)
    rows = {row["name"]: row for row in json.loads((tmp_path / "its.json").read_text())["benchmarks"]}
    assert rows["test_kept[gpujit]"]["stats"]["median"] == pytest.approx(1e-5)
    assert rows["test_slow[gpujit]"]["extra_info"]["code"] == "size"


def test_statistics_of_pytest_benchmark():
    found = _exports._statistics([1.0, 1.0, 1.0, 1.0, 9.0])
    assert (found["min"], found["max"], found["median"], found["rounds"], found["outliers"]) == (1, 9, 1, 5, "1;1")
    assert found["hd15iqr"] == 1 and found["total"] == 13 and _exports._statistics([2.0])["stddev"] == 0
