# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports as text, JSON and HTML."""

import json
import textwrap

from gpujit import Report

DOCUMENT = {
    "loops": [
        {"line": 5, "column": 4, "variable": "i", "verdict": "parallel", "reason": "each iteration writes its own row",
         "mapping": "grid y", "depth": 0},
        {"line": 6, "column": 8, "variable": "j", "verdict": "sequential",
         "reason": "a[i, j - 1] reads what the iteration before wrote", "mapping": "", "depth": 1},
    ],
    "inner": [{"line": 9, "column": 8, "variable": "", "verdict": "sequential", "reason": "a while loop", "depth": 2}],
}


def test_table(monkeypatch):
    monkeypatch.setenv("COLUMNS", "82")
    assert str(Report("rows", "k.py", DOCUMENT, "f32[:, :]")) == textwrap.dedent("""\
        rows(f32[:, :])
          line  loop              verdict     why                                  mapping
          ----  ----------------  ----------  -----------------------------------  -------
             5  for i             parallel    each iteration writes its own row    grid y
             6    for j           sequential  a[i, j - 1] reads what the
                                              iteration before wrote
             9  inner:     while  sequential  a while loop""")


def test_no_loops():
    assert str(Report("f", "k.py", {"loops": []})) == "f: no loops"
    assert repr(Report("f", "k.py", DOCUMENT)) == "<gpujit.Report of f: parallel, sequential>"


def test_parts():
    report = Report("rows", "k.py", DOCUMENT)
    assert [(x.line, x.verdict, x.mapping) for x in report.loops] == [(5, "parallel", "grid y"), (6, "sequential", "")]
    assert report.loops[0].reason.startswith("each iteration") and report.inner[0].line == 9
    assert json.loads(report.to_json())["loops"] == DOCUMENT["loops"]


def test_html_is_escaped():
    document = {"loops": [{"line": 1, "variable": "i", "verdict": "sequential", "reason": "a[i] < b & <script>"}]}
    html = Report("f", "k.py", document)._repr_html_()
    assert "&lt;script&gt;" in html and "<script>" not in html
