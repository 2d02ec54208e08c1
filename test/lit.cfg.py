# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The configuration of lit. `lit test` uses the tools of build/; `lit --param build=FOLDER test` those of FOLDER."""

import os
import pathlib
import shlex
import sys

import lit.formats

here = pathlib.Path(__file__).resolve().parent
build = pathlib.Path(lit_config.params.get("build", os.environ.get("GPUJIT_BUILD", here.parent / "build"))).resolve()  # noqa: F821
llvm = pathlib.Path("/usr/lib/llvm-22/bin")

config.name = "gpujit"  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)  # noqa: F821
config.suffixes = [".mlir", ".test"]  # noqa: F821
config.excludes = ["Inputs", "cases", "requests"]  # noqa: F821
config.test_source_root = str(here)  # noqa: F821
config.test_exec_root = str(build / "test")  # noqa: F821

for key in ("PYTHONPATH", "GPUJIT_LIBRARY"):
    config.environment.pop(key, None)  # noqa: F821
config.environment["PYTHONPATH"] = str(build / "python")  # noqa: F821
config.environment["PATH"] = os.pathsep.join([str(build / "bin"), str(llvm), os.environ["PATH"]])  # noqa: F821


def python_command(entry: str) -> str:
    """A shell command that runs gpujit.cli's function `entry` with this Python."""
    program = f"import sys; from gpujit.cli import {entry}; sys.exit({entry}())"
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(program)}"


def toolkit_file(name: str) -> str | None:
    """A file of the pinned PyPI packages. A toolkit of the machine is never used."""
    try:
        import nvidia
    except ImportError:
        return None
    found = (pathlib.Path(folder, "cu13", name) for folder in nvidia.__path__)
    return next((str(path) for path in found if path.exists()), None)


ptxas = toolkit_file("bin/ptxas")
libdevice = toolkit_file("nvvm/libdevice/libdevice.10.bc")
config.substitutions += [  # noqa: F821
    ("%gpujitc", python_command("compile_main")),
    ("%gpujit", python_command("main")),
    ("%python", shlex.quote(sys.executable)),
    ("%ptxas", ptxas or "ptxas-is-missing"),
    ("%libdevice", libdevice or "libdevice-is-missing"),
    ("%examples", str(here.parent / "examples")),
    ("%root", str(here.parent)),
]
if ptxas:
    config.available_features.add("ptxas")  # noqa: F821
if libdevice:
    config.available_features.add("libdevice")  # noqa: F821
