# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of kernels, over a fake compiler: what is compiled when, and what it is asked and given."""

import json
import threading
import warnings

import numpy as np
import pytest

import conftest
import gpujit
from gpujit import CudaError, FallbackWarning, PerformanceWarning, _backend

N = 3
WEIGHTS = np.ones(3)


def scale(x, out, n=2):
    for i in range(x.shape[0]):
        out[i] = x[i] * n + N


def weighted(x):
    x[0] = WEIGHTS[1]


@pytest.fixture
def kernel(core):
    return gpujit.gpujit(target="interpreter")(scale)


def arrays(dtype=np.float32):
    return np.ones(4, dtype), np.zeros(4, dtype)


def test_one_compilation_for_one_case(kernel, core):
    x, out = arrays()
    for n in (2, 3, 4):
        kernel(x, out, n)
    assert len(core.requests) == 1 and len(core.runs) == 3
    assert core.runs[2][1] == [x, out, 4] or core.runs[2][1][2] == 4
    assert kernel.stats["calls"] == 3
    assert kernel.signatures == ["f32[:], f32[:], int"]


def test_the_request(kernel, core):
    x, out = arrays()
    kernel(x, x)
    request = core.requests[0]
    assert [t["name"] for t in request["signature"]] == ["x", "out", "n"]
    assert request["aliases"] == {"same": [[0, 1]], "overlap": []}
    assert request["options"]["target"] == "interpreter" and request["options"]["fp"] == "contract"
    assert "cache" not in request["options"]
    assert request["functions"][0]["name"] == "scale"


def test_a_case_each(kernel, core):
    x, out = arrays()
    kernel(x, out)
    kernel(x, out, np.int64(2))
    kernel(x, out, 2.0)
    kernel(*arrays(np.float64))
    kernel(x[::2], out)
    kernel(x, x)
    kernel(x[1:], x[:-1])
    kernel(np.zeros((4, 4)), out)
    assert len(core.requests) == 8


def test_changed_globals_compile_again(kernel, core, monkeypatch):
    x, out = arrays()
    kernel(x, out)
    monkeypatch.setitem(globals(), "N", 4)
    kernel(x, out)
    monkeypatch.setitem(globals(), "N", 3)
    kernel(x, out)
    assert len(core.requests) == 2
    values = [r["functions"][0]["body"][0]["body"][0]["value"]["right"]["value"] for r in core.requests]
    assert values == ["3", "4"]


def test_captured_arrays_are_passed(core, monkeypatch):
    kernel = gpujit.gpujit(target="interpreter")(weighted)
    x = np.zeros(3)
    kernel(x)
    assert core.requests[0]["signature"][1]["name"] == "WEIGHTS"
    assert core.runs[0][1][1] is WEIGHTS
    other = np.zeros(3)
    monkeypatch.setitem(globals(), "WEIGHTS", other)
    kernel(x)
    assert core.runs[1][1][1] is other and len(core.requests) == 1
    monkeypatch.setitem(globals(), "WEIGHTS", x)
    kernel(x)
    assert core.requests[1]["aliases"]["same"] == [[0, 1]]


def test_binding(kernel, core):
    x, out = arrays()
    kernel(out=out, x=x)
    assert core.runs[0][1][0] is x and core.runs[0][1][1] is out and core.runs[0][1][2] == 2
    for args, kwargs in [((x,), {}), ((x, out, 1, 2), {}), ((x, out), {"m": 1})]:
        with pytest.raises(TypeError, match=r"scale\(\)"):
            kernel(*args, **kwargs)


def test_a_failure_is_remembered_and_raised_anew(kernel, core):
    core.texts["error"] = json.dumps({"error": "UnsupportedError", "code": "GJ012", "message": "no dicts", "line": 7,
                                      "file": "k.py", "column": 4, "source": "    d = {}", "end_column": 5})
    for _ in range(2):
        with pytest.raises(gpujit.UnsupportedError, match="no dicts"):
            kernel(*arrays())
    assert len(core.requests) == 1 and not core.runs
    assert kernel.stats["failed"] == 1
    with pytest.raises(gpujit.UnsupportedError):
        kernel(*arrays(np.float64))


def test_pythons_own_classes(kernel, core):
    core.texts["error"] = json.dumps({"error": "UnboundLocalError", "message": "'v' has no value"})
    with pytest.raises(UnboundLocalError, match="'v'"):
        kernel(*arrays())


def test_what_the_running_kernel_raises(kernel, core):
    core.raises = {"exception": "IndexError", "message": "index 4 is out of bounds for axis 0 with size 4 in 'out'",
                   "file": "k.py", "line": 12, "column": 8, "calls": []}
    with pytest.raises(IndexError, match=r"index 4 .*\n.*k\.py:12:9") as error:
        kernel(*arrays())
    assert error.value.__cause__ is None


def test_results_come_back(kernel, core):
    core.result = np.float32(3)
    assert kernel(*arrays()) == 3


def test_threads_share_one_compilation(kernel, core):
    barrier = threading.Barrier(8)

    def call():
        barrier.wait()
        kernel(*arrays())

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(core.requests) == 1 and len(core.runs) == 8


# ---- targets -------------------------------------------------------------------------------------------


def test_auto_falls_back_and_says_so_once(core):
    kernel = gpujit.gpujit(scale)
    with pytest.warns(FallbackWarning, match="libcuda.so.1 isn't there") as caught:
        kernel(*arrays())
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel(*arrays(np.float64))
    assert core.requests[0]["options"]["target"] == "interpreter"


def test_the_interpreter_by_wish_says_nothing(kernel):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel(*arrays())


def test_cuda_without_a_device(core):
    with pytest.raises(CudaError, match=r"libcuda.so.1 isn't there.*doctor"):
        gpujit.gpujit(target="cuda")(scale)(*arrays())
    assert not gpujit.is_available() and gpujit.devices() == []


def test_cuda(core):
    core.plug_in_gpu()
    kernel = gpujit.gpujit(scale)
    x, out = arrays()
    kernel(x, out)
    options = core.requests[0]["options"]
    assert (options["target"], options["arch"], options["ptx"]) == ("cuda", "sm_90", 90)
    assert core.requests[0]["emit"] == ["ptx", "recipe", "report"]
    plan, args, aliases = core.runs[0]
    assert plan.ptx == "// ptx" and args[0] is x and aliases == {"same": [], "overlap": []}
    assert gpujit.is_available() and gpujit.devices()[0]["name"] == "Fake GPU"


@pytest.mark.parametrize("capability, driver, arch, ptx", [
    ((7, 5), 80, "sm_75", 80), ((8, 6), 84, "sm_86", 84), ((9, 0), 95, "sm_90", 90),
    ((10, 0), 87, "sm_100", 87), ((12, 3), 90, "sm_121", 90), ((8, 0), 78, "sm_80", 78)])
def test_architecture_and_ptx_follow_the_device(core, capability, driver, arch, ptx):
    core.plug_in_gpu()
    core.devices[0] |= {"compute_capability": capability, "ptx_version": driver}
    assert _backend.code_target("cuda") == {"target": "cuda", "arch": arch, "ptx": ptx}


def test_an_old_device(core):
    core.plug_in_gpu()
    core.devices[0]["compute_capability"] = (6, 1)
    assert "6.1" in _backend.why_no_cuda()


REPORT = {"loops": [{"line": 5, "column": 4, "variable": "t", "verdict": "sequential", "reason": "carried by a", "depth": 0},
                    {"line": 6, "column": 8, "variable": "i", "verdict": "parallel", "reason": "", "depth": 1}]}


def test_serial_nests_are_warned_of(core):
    core.plug_in_gpu()
    core.texts["report"] = json.dumps(REPORT)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gpujit.gpujit(scale)(*arrays())
    alone = REPORT["loops"][0] | {"mapping": "one thread"}
    core.texts["report"] = json.dumps({"loops": [alone]})
    with pytest.warns(PerformanceWarning, match="over 't' of 'scale'.*carried by a") as caught:
        gpujit.gpujit(scale)(*arrays())
    assert (caught[0].filename, caught[0].lineno) == (__file__, 5)
    core.texts["report"] = json.dumps({"loops": [alone | {"verdict": "reduction"}]})
    with pytest.warns(PerformanceWarning, match="carried by a.*has no parallel form yet"):
        gpujit.gpujit(scale)(*arrays())


# ---- ahead of calls ------------------------------------------------------------------------------------


def test_explain_takes_arguments_or_a_signature(kernel, core):
    core.texts["report"] = json.dumps(REPORT)
    x, out = arrays()
    for report in (kernel.explain(x, out), kernel.explain("f32[:], f32[:], int")):
        assert [loop.verdict for loop in report.loops] == ["sequential", "parallel"]
    assert not core.runs
    assert all(r["emit"] == ["report", "plan"] and r["options"]["target"] == "cuda" for r in core.requests)


def test_inspect(kernel, core):
    core.texts["pyk"] = "module {}"
    assert kernel.inspect("pyk", *arrays()) == "module {}"
    with pytest.raises(ValueError, match="did you mean 'loops'"):
        kernel.inspect("loop", *arrays())


def test_inspect_ast(kernel):
    lines = kernel.inspect("ast", *arrays()).splitlines()
    assert lines[0].startswith("scale(x, out, n)  # ")
    assert lines[1].startswith("  n=Captured n int 2")
    assert "        right: Captured N int 3" in "\n".join(lines)


def test_compile_ahead(kernel, core):
    made = kernel.compile("f32[:], f32[:], int")
    assert made.signature == "f32[:], f32[:], int"
    kernel(*arrays())
    assert len(core.requests) == 1
    with pytest.raises(TypeError, match="3 parameters"):
        kernel.compile("f32[:]")
    with pytest.raises(TypeError, match="no type annotations"):
        kernel.compile()


def test_parallel_require_asks_for_the_verdicts_on_every_target(core):
    gpujit.gpujit(target="interpreter", parallel="require")(scale)(*arrays())
    assert core.requests[0]["emit"] == ["report"]


def test_without_the_extension(monkeypatch):
    monkeypatch.setenv("GPUJIT_LIBRARY", "/nowhere/libgpujit.so")
    monkeypatch.setattr(_backend, "_compiler", None)
    with pytest.raises(ImportError, match="/nowhere/libgpujit.so|extension module"):
        _backend.compiler()


@conftest.compiled
def test_a_captured_value_that_keeps_changing_is_warned_of():
    namespace = {"step": 0.0, "other": 1}
    kernel = gpujit.gpujit(target="interpreter")(conftest.define("def f(a):\n    a[0] = step + other\n", namespace))
    a = np.zeros(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for k in range(7):
            namespace["step"] = k / 2
            kernel(a)
            kernel(a)
    namespace["step"] = 99.0
    with pytest.warns(PerformanceWarning, match="8 times because 'step'"):
        kernel(a)
    assert a[0] == 100
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        namespace["step"] = 98.0
        kernel(a)
