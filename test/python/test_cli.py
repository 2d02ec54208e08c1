# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands, over a fake compiler where one is needed."""

import json
import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

import gpujit
from gpujit import _backend, cli

ONE = """
    from gpujit import gpujit
    import numpy as np

    @gpujit
    def saxpy(a: np.float32, x: "f32[:]", y: "f32[:]", out: "f32[:]"):
        for i in range(x.shape[0]):
            out[i] = a * x[i] + y[i]

    def plain(x):
        x[0] = 1

    NOT_A_FUNCTION = 3
    """
TWO = ONE + """
    @gpujit(fp="strict")
    def other(x):
        x[0] = 1
    """


@pytest.fixture
def compiler(core):
    core.texts |= {"ptx": "// ptx", "recipe": '{"version": 1, "kernel": "saxpy"}', "pyk": "module {}",
                   "report": json.dumps({"loops": [{"line": 7, "column": 4, "variable": "i", "verdict": "parallel"}]})}
    return core


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.py").write_text(textwrap.dedent(ONE))
    (tmp_path / "two.py").write_text(textwrap.dedent(TWO))
    return tmp_path


def run(capsys, *argv):
    """(status, standard output, standard error)"""
    try:
        status = cli.compile_main(list(argv))
    except SystemExit as end:  # argparse
        status = end.code
    return status, *capsys.readouterr()


def test_ptx_and_its_description(compiler, folder, capsys):
    assert run(capsys, "one.py", "-o", "out.ptx") == (0, "", "")
    assert (folder / "out.ptx").read_text() == "// ptx\n"
    description = json.loads((folder / "out.json").read_text())
    assert description == {"ptx": "out.ptx", "signature": "f32, f32[:], f32[:], f32[:]", "version": 1, "kernel": "saxpy"}
    assert sorted(p.name for p in folder.iterdir() if p.suffix in (".ptx", ".json")) == ["out.json", "out.ptx"]
    options = compiler.requests[0]["options"]
    assert (options["target"], options["arch"], options["ptx"]) == ("cuda", "sm_90", 80)


def test_standard_output(compiler, folder, capsys):
    assert run(capsys, "one.py", "--emit", "pyk") == (0, "module {}\n", "")
    assert compiler.requests[0]["emit"] == ["pyk"]


def test_explain(compiler, folder, capsys):
    status, out, err = run(capsys, "one.py", "-o", "x.ptx", "--explain")
    assert status == 0 and "parallel" in out and not err
    status, out, err = run(capsys, "one.py", "--explain")
    assert out == "// ptx\n" and "parallel" in err


def test_choices(compiler, folder, capsys):
    assert run(capsys, "two.py", "--kernel", "other", "--signature", "f64[:]", "--arch", "sm_100")[0] == 0
    options = compiler.requests[0]["options"]
    assert (options["arch"], options["ptx"], options["fp"]) == ("sm_100", 86, "strict")
    assert run(capsys, "two.py", "--kernel", "plain", "--signature", "f64[:]", "--fp", "fast")[0] == 0
    assert compiler.requests[1]["options"]["fp"] == "fast"
    assert compiler.requests[1]["functions"][0]["name"] == "plain"


@pytest.mark.parametrize("argv, words", [
    (["missing.py"], "missing.py: there is no such file"),
    (["."], "isn't a file"),
    (["two.py"], "several kernels (saxpy, other): say which with --kernel"),
    (["one.py", "--kernel", "saxpi"], "no function 'saxpi': did you mean 'saxpy'?"),
    (["one.py", "--kernel", "NOT_A_FUNCTION"], "no function 'NOT_A_FUNCTION'"),
    (["empty.py"], "no kernel: decorate"),
    (["junk.py"], "junk.py"),
    (["broken.py"], "isn't Python: "),
    (["raises.py"], "ZeroDivisionError"),
    (["leaves.py"], "SystemExit: 0"),
    (["one.py", "--arch", "sm_91"], "--arch sm_91: did you mean 'sm_90'?"),
    (["one.py", "--arch", "x"], "known are sm_75"),
    (["one.py", "--emit", "ptz"], "--emit ptz: did you mean 'ptx'?"),
    (["one.py", "--signature", "f32"], "--signature: 'saxpy' has 4 parameters"),
    (["one.py", "--signature", "f32, f32[:], f33[:], f32[:]"], "--signature: unknown type 'f33'"),
    (["two.py", "--kernel", "other"], "'other' has no type annotations"),
    (["one.py", "-o", "no/such/folder/out.ptx"], "doesn't exist"),
    (["one.py", "-o", "."], "is a folder"),
    ([], "usage"), (["one.py", "--fp", "quick"], "invalid choice"), (["one.py", "--nonsense"], "unrecognized"),
])
def test_wrong_command_lines(compiler, folder, capsys, argv, words):
    (folder / "empty.py").write_text("")
    (folder / "junk.py").write_bytes(bytes(range(256)))
    (folder / "broken.py").write_text("def f(:\n")
    (folder / "raises.py").write_text("1 / 0\n")
    (folder / "leaves.py").write_text("raise SystemExit(0)\n")
    before = sorted(folder.rglob("*"))
    status, out, err = run(capsys, *argv)
    assert status == 2 and words in err and not out
    assert "Traceback" not in err
    assert sorted(folder.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_folder(compiler, folder, capsys):
    (folder / "locked").mkdir(mode=0o500)
    status, _, err = run(capsys, "one.py", "-o", "locked/out.ptx")
    assert status == 2 and "can't be written" in err


def test_a_full_disk_leaves_nothing(compiler, folder, capsys, monkeypatch):
    (folder / "out.ptx").write_text("old")
    real = os.replace

    def fail(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    status, _, err = run(capsys, "one.py", "-o", "out.ptx")
    monkeypatch.setattr(os, "replace", real)
    assert status == 2 and "No space left" in err
    assert (folder / "out.ptx").read_text() == "old"
    assert {p.name for p in folder.iterdir()} - {"libgpujit.so", "libdevice.10.bc"} == {"one.py", "out.ptx", "two.py"}


def test_a_kernel_that_cant_be_compiled(compiler, folder, capsys):
    compiler.texts["error"] = json.dumps({"error": "UnsupportedError", "message": "no dicts", "file": "one.py", "line": 7})
    status, out, err = run(capsys, "one.py", "-o", "out.ptx")
    assert status == 1 and "UnsupportedError: no dicts" in err and "one.py:7" in err
    assert not (folder / "out.ptx").exists()


@pytest.mark.parametrize("name", ["quo'te\".py", "new\nline.py", "semi;colon.py", "unié.py", "sp ace.txt"])
def test_hostile_names(compiler, folder, capsys, name):
    pathlib.Path(name).write_text((folder / "one.py").read_text())
    assert run(capsys, name, "-o", name + ".ptx")[0] == 0
    assert pathlib.Path(name + ".ptx").exists()


def test_the_umask_counts(compiler, folder, capsys):
    old = os.umask(0o027)
    try:
        run(capsys, "one.py", "-o", "out.ptx")
    finally:
        os.umask(old)
    assert (folder / "out.ptx").stat().st_mode & 0o777 == 0o640


# ---- gpujit --------------------------------------------------------------------------------------------


def test_compile_is_gpujitc(compiler, folder, capsys):
    assert cli.main(["compile", "one.py"]) == 0
    assert capsys.readouterr().out == "// ptx\n"


def test_doctor(compiler, capsys):
    assert cli.main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "libcuda.so.1 isn't there" in out and "-> install NVIDIA's driver" in out
    compiler.plug_in_gpu()
    _backend._problem = _backend._UNKNOWN
    assert cli.main(["doctor", "--json"]) == 0
    found = {f["what"]: f for f in json.loads(capsys.readouterr().out)}
    assert found["device 0"]["found"] == "Fake GPU, compute capability 9.0, 16 GiB, driver for CUDA 13.0"


def test_doctor_without_the_library(core, monkeypatch, capsys):
    monkeypatch.setenv("GPUJIT_LIBRARY", "/nowhere/lib.so")
    assert cli.main(["doctor"]) == 1
    assert "missing" in capsys.readouterr().out


def test_doctor_without_libdevice(core, tmp_path, capsys):
    (tmp_path / "libdevice.10.bc").unlink()
    assert cli.main(["doctor"]) == 1
    assert "libdevice.10.bc isn't there" in capsys.readouterr().out


def test_module_is_the_command():
    env = os.environ | {"PYTHONPATH": str(pathlib.Path(gpujit.__file__).parents[1])}
    out = subprocess.run([sys.executable, "-m", "gpujit", "--version"], env=env, capture_output=True, text=True)
    assert (out.returncode, out.stdout) == (0, f"gpujit {gpujit.__version__}\n")


def test_importing_is_quick_and_lazy():
    """No import of what only a compilation needs; the time itself is measured by the benchmarks."""
    env = os.environ | {"PYTHONPATH": str(pathlib.Path(gpujit.__file__).parents[1])}
    program = "import numpy, sys; before = set(sys.modules); import gpujit; print(*sorted(set(sys.modules) - before))"
    out = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    added = set(out.stdout.split())
    assert not added & {"ast", "inspect", "json", "difflib", "argparse", "gpujit._core", "dataclasses", "typing"}
