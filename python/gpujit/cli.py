# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands `gpujitc` (`compile_main`) and `gpujit` (`main`)."""

from __future__ import annotations

import argparse
import sys


class UsageError(Exception):
    """What was asked for can't be done as asked: the command ends with status 2 and this text."""


def main(argv: list[str] | None = None) -> int:
    """`gpujit COMMAND`: the exit status."""
    parser = argparse.ArgumentParser(prog="gpujit", description="Plain Python loops on NVIDIA GPUs.")
    from . import __version__

    parser.add_argument("--version", action="version", version=f"gpujit {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in _COMMANDS:
        add(commands)
    return _run(lambda args: args.run(args), parser.parse_args(argv))


def compile_main(argv: list[str] | None = None) -> int:
    """`gpujitc kernel.py -o kernel.ptx`: 0, 1 when the kernel can't be compiled, 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="gpujitc", description=_COMPILE_HELP, epilog=_SIGNATURE_HELP,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    _compile_arguments(parser)
    from ._compile_command import run

    return _run(run, parser.parse_args(argv))


def _run(command, args) -> int:
    """Runs a command; a UsageError becomes one line and status 2, what stops a kernel status 1."""
    from ._errors import CompileError, CudaError

    try:
        return command(args) or 0
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (CompileError, CudaError, ImportError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130


_COMPILE_HELP = """\
Compiles a kernel of a Python file to PTX, and writes a JSON description beside it: the entry points, their parameters
and how to launch them."""

_SIGNATURE_HELP = """\
A signature lists one type a parameter: f32 f64 i8..i64 u8..u64 b1 (NumPy scalars), int float bool (Python's), f32[:]
f64[:, :] (C-contiguous arrays), strided f32[:] (any strides), readonly f32[:] (never written). Without one, the
parameters' annotations are used."""


def _compile_arguments(parser: argparse.ArgumentParser) -> None:
    from ._kernel import STAGES
    from ._options import CHOICES, DEFAULTS

    parser.add_argument("file", help="the Python file")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: the standard output, and no JSON)")
    parser.add_argument("--kernel", metavar="NAME", help="the function, if the file has several")
    parser.add_argument("--signature", metavar="TYPES", help="the parameters' types")
    parser.add_argument("--arch", metavar="ARCH", help="sm_75 .. sm_121 (default: sm_90)")
    parser.add_argument("--emit", metavar="STAGE", default="ptx", help=", ".join(STAGES) + " (default: ptx)")
    parser.add_argument("--explain", action="store_true", help="print the verdict on each loop")
    parser.add_argument("--fp", choices=CHOICES["fp"], help=f"rounding (default: the decorator's, or {DEFAULTS['fp']})")
    parser.add_argument("--parallel", choices=CHOICES["parallel"], help="'require': a serial loop is an error")


def _add_doctor(commands) -> None:
    parser = commands.add_parser("doctor", help="says what gpujit finds here, what is missing and how to get it")
    parser.add_argument("--json", action="store_true", help="as JSON")

    def run(args) -> int:
        from ._doctor import run

        return run(as_json=args.json)

    parser.set_defaults(run=run)


def _add_compile(commands) -> None:
    parser = commands.add_parser("compile", help="the same as gpujitc", description=_COMPILE_HELP, epilog=_SIGNATURE_HELP,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    _compile_arguments(parser)

    def run(args) -> int:
        from ._compile_command import run

        return run(args)

    parser.set_defaults(run=run)


def _add_demo(commands) -> None:
    parser = commands.add_parser("demo", help="runs real kernels on real data, and draws pictures")
    parser.add_argument("--out", default="out", help="folder for the pictures (default: out)")
    parser.add_argument("--full", action="store_true", help="all data, on the interpreter too (slow)")

    def run(args) -> int:
        from ._demo import run

        return run(args.out, args.full)

    parser.set_defaults(run=run)


def _add_fuzz(commands) -> None:
    parser = commands.add_parser("fuzz", help="runs random kernels, and compares each target with Python")
    parser.add_argument("--count", type=int, default=1000, help="how many programs (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the first one's seed (default: 0)")
    parser.add_argument("--target", action="append", choices=("interpreter", "simulated", "cuda"),
                        help="may be given several times (default: interpreter, simulated, and cuda where there is a GPU)")
    parser.add_argument("--fp", choices=("strict", "contract", "fast"), default="strict",
                        help="how floats are computed (default: strict); the programs' answers are the same under each")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--jobs", type=int, help="processes (default: one a core)")
    parser.add_argument("--no-shrink", action="store_true", help="print findings as they were made")

    def run(args) -> int:
        from . import is_available
        from ._fuzz import _run

        targets = args.target or ["interpreter", "simulated"] + (["cuda"] if is_available() else [])
        tally = _run.fuzz(args.seed, args.count, targets, args.jobs, args.seconds, fp=args.fp)
        print(_run.report(tally, not args.no_shrink))
        return 1 if tally.findings else 0

    parser.set_defaults(run=run)


def _add_evaluate(commands) -> None:
    parser = commands.add_parser("evaluate", help="says whether a kernel is right, and worth keeping")
    parser.add_argument("file", metavar="SPEC.py", nargs="?", help="a Python file with `contract = gpujit.Contract(...)`")
    parser.add_argument("--json", metavar="FILE", help="write the record there")
    parser.add_argument("--html", metavar="FILE", help="write a page with plots there")
    parser.add_argument("--google-json", metavar="FILE", help="write the times as Google Benchmark does")
    parser.add_argument("--compare", metavar=("A.json", "B.json"), nargs=2, help="say whether B is a regression from A")
    parser.add_argument("--show", metavar="A.json", help="show a record that was written before")
    parser.add_argument("--init", metavar="KERNEL.py", help="write a contract to start from beside a file with a kernel")
    parser.add_argument("--kernel", metavar="NAME", help="with --init: the kernel, if the file has several")

    def run(args) -> int:
        from ._evaluate._command import run

        return run(args)

    parser.set_defaults(run=run)


# A command is a function that adds its parser, with `run` set to what it does.
_COMMANDS = [_add_doctor, _add_compile, _add_demo, _add_fuzz, _add_evaluate]
