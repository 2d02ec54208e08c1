# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What contracts can ask for: tolerances, orders, recall, metrics, edges, memory, storage."""

import numpy as np
import pytest

from gpujit._evaluate import Contract, ContractError, _comparison, evaluate
from judged import FakeDevice, OnDevice, double, judged, verdict


@pytest.fixture
def device():
    return FakeDevice()


def compared(expected, actual, **terms):
    contract = Contract(double, double, double, list(range(len(expected))), [1], **terms)
    return _comparison.compare_outputs(contract, tuple(map(np.asarray, expected)), tuple(map(np.asarray, actual)))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_ulps(dtype):
    one = np.array([1, -1, 0], dtype)
    up = np.nextafter(one, dtype(np.inf), dtype=dtype)
    assert compared([one], [up], ulp=1) is None
    assert compared([one], [np.nextafter(up, dtype(np.inf), dtype=dtype)], ulp=1).code == "wrong"
    assert compared([one], [np.array([np.inf, -1, 0], dtype)], ulp=10**9).index == (0,)
    assert compared([np.array([0.0], dtype)], [np.array([-0.0], dtype)], ulp=0) is None


@pytest.mark.parametrize(("expected", "actual"), [(np.inf, 1.0), (1.0, np.inf), (np.inf, -np.inf), (1e308, -np.inf)])
def test_infinities(expected, actual):
    fault = compared([[0.5, expected]], [[0.5, actual]])
    assert fault.index == (1,) and "1 of 2 elements" in fault.message
    assert compared([[0.5, expected]], [[0.5, expected]]) is None


def test_results_in_any_order():
    assert compared([[3, 1, 2]], [[1, 2, 3]]).code == "wrong"
    assert compared([[3, 1, 2]], [[1, 2, 3]], order="set") is None
    assert compared([[3, 1, 2]], [[1, 2, 2]], order="set").code == "wrong"
    rows = np.array([[1, 2], [0, 9]])
    assert compared([rows], [rows[::-1]], order="set") is None
    assert compared([rows], [[[1, 9], [0, 2]]], order="set").code == "wrong"


def test_a_table_with_keys():
    keys, values = np.array([5, 2, 9]), np.array([0.5, 0.2, 0.9])
    assert compared([keys, values], [keys[::-1], values[::-1]], order="keys") is None
    assert compared([keys, values], [keys[::-1], values], order="keys").code == "wrong"


def neighbours(share):
    """An approximate search: `share` of ten neighbours are right."""
    def kernel(x, out):
        out[:] = np.arange(10)[::-1]
        out[:, :10 - round(10 * share)] = -1

    return kernel


def searched(device, share, recall):
    def reference(x, out):
        device.now += 10**6
        return np.tile(np.arange(10), (len(x), 1))

    def candidate(x, out):
        neighbours(share)(x, out)
        device.now += 10**4

    return evaluate(Contract(candidate, lambda rng, n: (rng.random((n, 3)), np.zeros((n, 10), np.int64)), reference, [1],
                             [50], recall=recall, samples=6, special=False), device)


def test_recall(device):
    result = searched(device, 0.9, 0.8)
    assert verdict(result) == ("keep", "faster") and result.record["recall"] == 0.9
    assert "recall" in str(result) and "the reference is exact, 1" in str(result)  # both qualities are printed
    assert verdict(searched(device, 0.7, 0.8)) == ("reject", "recall")


def test_metrics(device):
    def kernel(x, out):
        double(x, out)
        device.now += 0 if isinstance(x, OnDevice) else 500_000

    assert verdict(judged(device, kernel, took=(1_000,), metric="kernel")) == ("keep", "faster")
    result = judged(device, metric="throughput", items=lambda n: n)
    assert verdict(result) == ("keep", "faster") and "1e+08 items a second" in result.verdict.message
    assert verdict(judged(device, metric="memory", limit=8000)) == ("keep", "fits")
    assert verdict(judged(device, metric="memory", limit=7999)) == ("reject", "memory")


def test_the_first_result(device):
    calls = []

    def kernel(x, out):
        calls.append(1)
        double(x, out)
        device.now += 10**9 if len(calls) == 1 else 0

    result = judged(device, kernel, metric="first-result")
    assert verdict(result) == ("reject", "compilation") and result.record["limit"] == "compilation"


def test_arrays_that_do_not_fit(device):
    device.free = 4000
    ran = []
    result = judged(device, lambda x, out: ran.append(1))
    assert verdict(result) == ("revise", "memory") and "3 pieces" in result.verdict.message and not ran
    assert result.record["limit"] == "memory pressure"


def test_special_values(device):
    def kernel(x, out):
        out[:] = np.nan_to_num(2 * x)

    result = judged(device, kernel)
    assert verdict(result)[0] == "reject" and "NaN and infinities" in result.verdict.message
    result = judged(device, kernel, special=False)
    assert verdict(result) == ("keep", "faster") and any("NaN" in note for note in result.record["notes"])


def test_strided_inputs(device):
    def kernel(x, out):
        if x.flags.c_contiguous or x.size < 2:
            double(x, out)

    result = judged(device, kernel)
    assert verdict(result) == ("reject", "nan") and "strided" in result.verdict.message


def test_a_kernel_that_raises(device):
    def kernel(x, out):
        double(x, out)
        if x.size == 0:
            raise IndexError("index 0")

    result = judged(device, kernel)
    assert verdict(result) == ("reject", "raised") and "IndexError" in result.verdict.message


def test_a_size_at_which_the_reference_raises_is_noted(device):
    result = judged(device, reference=lambda x, out: x * np.float32(2) if x.size or not x.max() else x)
    assert verdict(result) == ("keep", "faster") and any("size 0 isn't checked" in note for note in result.record["notes"])


def test_sweep_and_crossover(device):
    def kernel(x, out):
        double(x, out)
        device.now += 20_000

    def reference(x, out):
        device.now += 10 * x.size
        return x * np.float32(2)

    result = judged(device, kernel, took=(1,), reference_took=1, reference=reference, sizes=[100, 1000, 10_000])
    assert [row.size for row in result.rows] == [100, 1000, 10_000]
    assert 1000 < result.record["crossover"] < 4000
    assert judged(device, took=(300_000,), sizes=[10, 20]).record["crossover"] is None


def test_a_sweep_that_goes_wrong_or_is_stopped(device):
    calls = []

    def kernel(x, out):
        calls.append(x.size)
        double(x, out)
        if x.size == 100 and calls.count(100) > 3:
            out[5] = 0

    result = judged(device, kernel, sizes=[100, 1000])
    assert verdict(result) == ("reject", "wrong") and "while it was timed" in result.verdict.message
    calls.clear()

    def stopped(x, out):
        calls.append(x.size)
        if calls.count(1000) > 45:  # two checks, one to warm up, ten pairs of two, and twenty by the device's clock: 43
            raise KeyboardInterrupt
        double(x, out)

    result = judged(device, stopped, sizes=[100, 1000])
    assert verdict(result) == ("keep", "faster") and [row.size for row in result.rows] == [100]


def test_more_samples_while_the_interval_is_wide(device):
    assert len(judged(device).times.candidate) == 10
    took = (10_000, 10_500, 11_500, 12_500, 13_000)
    assert len(judged(device, took=took).times.candidate) in (20, 30, 40, 50)
    assert len(judged(device, took=took, seconds=0).times.candidate) == 10


def test_phases_and_storage(device, tmp_path):
    stored = tmp_path / "x.bin"
    np.ones(1000, np.float32).tofile(stored)
    saved = []

    def load(n):
        device.now += 70
        return np.fromfile(stored, np.float32)

    def save(out):
        device.now += 40
        saved.append(out)

    phases = judged(device, load=load, files=[str(stored)], save=save).record["phases"]
    assert {"to device", "kernel", "launch", "to host", "load, cold", "load, warm", "save"} <= set(phases)
    assert phases["load, warm"] == 70 and phases["save"] == 40 and phases["to device"] == 10 and saved


@pytest.mark.parametrize(("terms", "named"), [
    ({"ulp": -1}, "ulp"), ({"ulp": 1, "rtol": 0.1}, "ulp"), ({"order": "any"}, "order"), ({"order": "keys"}, "keys"),
    ({"recall": 1.5}, "recall"), ({"recall": 0.9, "order": "set"}, "recall"), ({"metric": "speed"}, "metric"),
    ({"metric": "throughput"}, "items"), ({"metric": "memory"}, "limit"), ({"limit": 5}, "limit"),
    ({"library": {"a": 1}}, "library"), ({"files": ["x"]}, "load"), ({"edges": [-1]}, "edges")])
def test_inconsistent_contracts(terms, named):
    with pytest.raises(ContractError, match=named):
        Contract(**{"kernel": double, "inputs": double, "reference": double, "outputs": [1], "sizes": [1]} | terms)


def test_outputs_that_are_not_there(device):
    with pytest.raises(ContractError, match="outputs names argument 5"):
        judged(device, outputs=[5])


def test_a_reference_with_too_many_outputs(device):
    with pytest.raises(ContractError, match="2 outputs"):
        judged(device, reference=lambda x, out: (x, x))
