# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For pytest: the fixture `gpujit_evaluate`; `--gpujit-google-json FILE` and `--gpujit-benchmark-json FILE` keep all times
in the forms of Google Benchmark and of pytest-benchmark.

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
    """Adds the options."""
    group = parser.getgroup("gpujit")
    for name, form in (("google", "Google Benchmark"), ("benchmark", "pytest-benchmark")):
        group.addoption(f"--gpujit-{name}-json", metavar="FILE", help=f"write gpujit's times there, as {form} does")


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
    """Writes the files that were asked for."""
    records = session.config.stash[_records]
    if hasattr(session.config, "workeroutput"):  # one of several processes: the first one writes
        session.config.workeroutput["gpujit"] = json.dumps(records)
        return
    for name, made in (("google", _google), ("benchmark", _benchmark)):
        path = session.config.getoption(f"--gpujit-{name}-json")
        if path:
            pathlib.Path(path).write_text(json.dumps(made(records), indent=2) + "\n")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """Takes over what another process of pytest-xdist has recorded."""
    node.config.stash[_records] += json.loads(getattr(node, "workeroutput", {}).get("gpujit", "[]"))


def _google(records: list[tuple[str, dict]]) -> dict:
    from gpujit._evaluate import _exports

    whole = {"context": {}, "benchmarks": []}
    for node, record in records:
        one = _exports.google(record)
        whole["context"] = one["context"]
        whole["benchmarks"] += [row | {"label": node} for row in one["benchmarks"]]
    return whole


def _benchmark(records: list[tuple[str, dict]]) -> dict:
    from gpujit._evaluate import _exports

    return _exports.pytest_benchmark(records)
