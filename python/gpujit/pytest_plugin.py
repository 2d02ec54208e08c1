# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For pytest: the fixture `gpujit_evaluate`, and `--gpujit-json FILE`, which keeps all records in Google Benchmark's form.

    def test_saxpy(gpujit_evaluate):
        gpujit_evaluate(contract)                        # fails unless the outcome is "keep"
        gpujit_evaluate(contract, allowed=("keep", "revise"))

Where there is no GPU the outcome is "inconclusive" (fallback), and the test is skipped with that reason.
"""

from __future__ import annotations

import json
import pathlib

import pytest

_records = pytest.StashKey[list]()


def pytest_addoption(parser):
    """Adds --gpujit-json."""
    parser.getgroup("gpujit").addoption("--gpujit-json", metavar="FILE",
                                        help="write gpujit's records, as Google Benchmark does")


def pytest_configure(config):
    """Starts without records."""
    config.stash[_records] = []


@pytest.fixture
def gpujit_evaluate(request):
    """gpujit_evaluate(contract, allowed=("keep",), device=None): the Evaluation, or a failure that prints it."""
    def run(contract, allowed=("keep",), device=None):
        from gpujit import evaluate

        result = evaluate(contract, device)
        request.config.stash[_records].append((request.node.nodeid, result.record))
        if result.verdict.code == "fallback" and "inconclusive" not in allowed:
            pytest.skip(f"no verdict on {result.name}: {result.verdict.message}")
        if result.verdict.outcome not in allowed:
            pytest.fail(str(result), pytrace=False)
        return result

    return run


def pytest_sessionfinish(session):
    """Writes the file that --gpujit-json names."""
    path = session.config.getoption("--gpujit-json")
    if not path:
        return
    from gpujit._evaluate import _record

    whole = {"context": {}, "benchmarks": []}
    for node, record in session.config.stash[_records]:
        one = _record.google(record)
        whole["context"] = one["context"]
        whole["benchmarks"] += [row | {"label": node} for row in one["benchmarks"]]
    pathlib.Path(path).write_text(json.dumps(whole, indent=2) + "\n")
