# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each verdict of `gpujit.evaluate`, and each way of being fooled, planted with a device whose clock the test winds."""

import json
import threading
import time

import numpy as np
import pytest

import gpujit
from conftest import compiled
from gpujit._evaluate import Contract, ContractError, _machine, _statistics, evaluate
from judged import CHECKS, MILLION, FakeDevice, double, judged, verdict


@pytest.fixture
def device():
    return FakeDevice()


def test_keep(device):
    result = judged(device)
    assert verdict(result) == ("keep", "faster") and result.status == 0
    assert result.verdict.ratio.value == 10


def test_revise_for_too_small_a_gain(device):
    assert verdict(judged(device, took=(80_000,), speedup=2)) == ("revise", "gain")


def test_revise_for_a_faster_library(device):
    assert verdict(judged(device, library_took=5_000)) == ("revise", "library")
    assert verdict(judged(device, library_took=50_000)) == ("keep", "faster")


def test_reject_for_size_and_for_transfers(device):
    result = judged(device, took=(300_000,))
    assert verdict(result) == ("reject", "size") and result.record["limit"] == "size"
    assert verdict(judged(device, took=(300_000,), resident_took=1_000)) == ("reject", "transfers")


def test_one_wrong_element_in_a_million(device):
    def kernel(x, out):
        double(x, out)
        if x.size == MILLION:
            out[765_432] += 0.01

    result = judged(device, kernel, sizes=[MILLION])
    assert verdict(result) == ("reject", "wrong") and "(765432,)" in result.verdict.message
    assert "1 of 1000000" in result.verdict.message and not result.times.candidate


def test_a_nan_hidden_in_a_large_array(device):
    def kernel(x, out):
        double(x, out)
        if x.size == MILLION:
            out[123_456] = np.nan

    result = judged(device, kernel, sizes=[MILLION])
    assert verdict(result) == ("reject", "nan") and "(123456,)" in result.verdict.message


def test_an_element_that_is_never_written(device):
    assert verdict(judged(device, lambda x, out: double(x[1:], out[1:]))) == ("reject", "nan")


def test_a_nan_reference_validates_nothing(device):
    def wanted(x, out):
        return np.full_like(x, np.nan)

    for equal_nan in (False, True):
        result = judged(device, lambda x, out: None, reference=wanted, equal_nan=equal_nan)
        assert verdict(result) == ("inconclusive", "nan-reference")


def test_a_reference_that_gives_back_its_argument(device):
    result = judged(device, lambda x, out: None, reference=lambda x, out: np.multiply(x, 2, out=out))
    assert verdict(result) == ("reject", "nan")


def test_an_input_that_is_changed(device):
    def kernel(x, out):
        double(x, out)
        x[:] = 0

    assert verdict(judged(device, kernel)) == ("reject", "input-changed")


def test_another_type(device):
    assert verdict(judged(device, reference=lambda x, out: x * 2.0 * np.float64(1))) == ("reject", "dtype")


def test_right_only_without_fast_mathematics(monkeypatch, device):
    from gpujit import _evaluate

    monkeypatch.setattr(_evaluate, "_strict", lambda kernel: double)
    assert verdict(judged(device, lambda x, out: np.multiply(x, 2.001, out=out))) == ("reject", "fast-math")
    monkeypatch.setattr(_evaluate, "_strict", lambda kernel: lambda x, out: None)
    assert verdict(judged(device, lambda x, out: np.multiply(x, 2.001, out=out))) == ("reject", "wrong")


@gpujit.gpujit(target="simulated")
def remainder(x, y, p, out):
    for i in range(x.shape[0]):
        out[i] = x[i] * y[i] - p[i]


@compiled
def test_a_kernel_that_is_right_only_without_fused_multiply_adds():
    """x * y - p is 0 where p is the rounded product, unless the product isn't rounded."""
    def inputs(rng, n):
        x, y = rng.random((2, n), np.float32)
        return x, y, x * y, np.zeros(n, np.float32)

    contract = Contract(remainder, inputs, lambda x, y, p, out: x * y - p, [3], [1000], special=False)
    result = evaluate(contract)
    assert verdict(result) == ("reject", "fast-math") and "strict" in result.verdict.message


def test_fallen_back_to_the_cpu():
    result = judged(FakeDevice("interpreter"))
    assert verdict(result) == ("inconclusive", "fallback") and not result.times.candidate and result.status == 5


def test_large_sizes_are_not_checked_without_a_gpu():
    def kernel(x, out):
        if x.size < MILLION:
            double(x, out)

    result = judged(FakeDevice("interpreter"), kernel, sizes=[100, MILLION])
    assert verdict(result) == ("inconclusive", "fallback") and any(str(MILLION) in note for note in result.record["notes"])


def test_noise(device):
    assert verdict(judged(device, took=(10_000, 10_000, 50_000, 50_000))) == ("inconclusive", "noise")


def test_an_interval_around_what_was_asked(device):
    result = judged(device, took=(48_000, 52_000), speedup=2)
    assert verdict(result) == ("inconclusive", "interval")
    assert result.verdict.ratio.low < 2 <= result.verdict.ratio.high


def test_outputs_kept_from_an_earlier_run(device):
    kept = {}

    def kernel(x, out):
        out[:] = kept.setdefault(x.size, x * 2) if len(runs) >= CHECKS else x * 2
        runs.append(1)

    runs = []
    assert verdict(judged(device, kernel)) == ("reject", "wrong")


def test_wrong_only_while_timed(device):
    calls = []

    def kernel(x, out):
        calls.append(1)
        double(x, out)
        if len(calls) > 20:
            out[7] = 0

    result = judged(device, kernel)
    assert verdict(result) == ("reject", "wrong") and result.verdict.message.startswith("while it was timed")


def test_work_left_behind_when_the_window_closes(device):
    later = []

    def kernel(x, out):
        if len(later) < CHECKS:
            double(x, out)
        later.append(threading.Timer(0.2, double, (x, out)))
        later[-1].start()

    result = judged(device, kernel)
    for timer in later:
        timer.join()
    assert verdict(result) == ("reject", "nan")


def test_a_clock_that_stands_still_or_disagrees(device):
    assert verdict(judged(device, took=(0,))) == ("inconclusive", "clock")
    device.drift = 1
    assert verdict(judged(device, took=(1_000_000,))) == ("inconclusive", "clock")


def test_a_patched_timer(monkeypatch):
    monkeypatch.setattr(time, "perf_counter_ns", lambda: 0)
    assert _machine.Device().clock() > 0


def test_another_machine_at_the_end(device):
    device.machines = [{"gpu": "one"}, {"gpu": "two"}]
    assert verdict(judged(device)) == ("inconclusive", "machine")


def test_an_interrupt_keeps_what_there_is(device):
    calls = []

    def kernel(x, out):
        calls.append(1)
        if len(calls) == CHECKS + 8:
            raise KeyboardInterrupt
        double(x, out)

    assert verdict(judged(device, kernel)) == ("inconclusive", "samples")


def test_the_first_call_is_apart(device):
    calls = []

    def kernel(x, out):
        calls.append(1)
        double(x, out)
        device.now += 10**9 if len(calls) == 1 else 0

    result = judged(device, kernel)
    assert result.times.first > 10**9 and max(result.times.candidate) < 10**6


def test_integers_are_exact(device):
    result = judged(device, lambda x, out: np.add(x, 1, out=out), reference=lambda x, out: x + 2,
                    inputs=lambda rng, n: (rng.integers(0, 9, n), np.zeros(n, np.int64)))
    assert verdict(result) == ("reject", "wrong")


def test_record(device):
    record = json.loads(judged(device).to_json())
    assert (record["schema"], record["outcome"], record["size"]) == (2, "keep", 1000)
    assert len(record["nanoseconds"]["candidate"]) == 10 and record["environment"]["gpu"] == "fake"


def test_ratio_of_medians():
    ratio = _statistics.ratio_of_medians([9, 10, 11, 10, 10], [5, 5, 5, 5, 5])
    assert ratio.low <= ratio.value == 2 <= ratio.high


@pytest.mark.parametrize(("terms", "named"), [
    ({"outputs": []}, "outputs"), ({"sizes": []}, "sizes"), ({"sizes": [0]}, "sizes"), ({"inout": [0]}, "inout"),
    ({"rtol": -1}, "tolerance"), ({"speedup": 0.5}, "speedup"), ({"samples": 1}, "samples"), ({"kernel": 1}, "kernel")])
def test_inconsistent_contracts(terms, named):
    whole = {"kernel": double, "inputs": double, "reference": double, "outputs": [1], "sizes": [1]}
    with pytest.raises(ContractError, match=named):
        Contract(**whole | terms)


SPEC = """
import numpy as np
import gpujit

@gpujit.gpujit(target="interpreter")
def double(x, out):
    for i in range(x.shape[0]):
        out[i] = x[i] * FACTOR

contract = gpujit.Contract(double, lambda rng, n: (rng.random(n), np.zeros(n)), lambda x, out: x * 2, [1], [100])
"""


@pytest.mark.parametrize(("factor", "status", "code"), [("2.0", 5, "fallback"), ("3.0", 4, "wrong")])
def test_command(tmp_path, capsys, factor, status, code):
    from gpujit.cli import main

    spec, record = tmp_path / f"spec{status}.py", tmp_path / "record.json"
    spec.write_text(SPEC.replace("FACTOR", factor))
    assert main(["evaluate", str(spec), "--json", str(record)]) == status
    assert f"({code})" in capsys.readouterr().out and json.loads(record.read_text())["code"] == code


def test_command_without_a_contract(tmp_path, capsys):
    from gpujit.cli import main

    (tmp_path / "none.py").write_text("")
    assert main(["evaluate", str(tmp_path / "none.py")]) == 2
    assert "has no contract" in capsys.readouterr().err


def test_without_scipy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "scipy.stats", None)
    with pytest.raises(ImportError, match=r"gpujit\[evaluate\]"):
        _statistics.ratio_of_medians([1], [1])


def test_public_names():
    assert gpujit.evaluate is evaluate and gpujit.Contract is Contract
