# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `gpujitc` does: a kernel of a file, compiled ahead of time."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from types import FunctionType

from . import _backend
from ._kernel import STAGES, Kernel
from .cli import UsageError


def run(args) -> int:
    """Runs the command line; returns the exit status. Raises UsageError before anything is written."""
    if args.emit not in STAGES:
        raise UsageError(f"--emit {args.emit}: {_meant(args.emit, STAGES)}")
    arch = args.arch or _backend.DEFAULT_ARCH
    if arch not in _backend.ARCHS:
        raise UsageError(f"--arch {arch}: {_meant(arch, _backend.ARCHS)}")
    if args.output:
        _check_writable(args.output)
    kernel = _with_options(_choose(_load(args.file), args.kernel, args.file), args)
    emit = [args.emit] + (["recipe"] if args.emit == "ptx" else []) + (["report"] if args.explain else [])
    try:
        case, snapshot = kernel._case_of_signature(args.signature, "cuda")
    except TypeError as error:
        raise UsageError(f"{error}; --signature says them" if not args.signature else f"--signature: {error}") from None
    program = kernel._compile(case, snapshot, emit, {"target": "cuda", **_backend.offline_target(arch)})
    _write(args.output, kernel._text(args.emit, program, snapshot), program.text("recipe") if args.emit == "ptx" else None,
           ", ".join(map(str, case.types)))
    if args.explain:
        print(kernel._report(program, case), file=sys.stdout if args.output else sys.stderr)
    return 0


def _load(path: str):
    """The file as a module. Raises UsageError with the reason, the user's own exception included."""
    import importlib.util

    if not os.path.isfile(path):
        raise UsageError(f"{path}: there is no such file" if not os.path.exists(path) else f"{path} isn't a file")
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_loader(name, importlib.machinery.SourceFileLoader(name, os.path.abspath(path)))
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(name, module)
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # as Python does for a script
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # what was asked for is all that appears
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise UsageError(f"{path} isn't Python: {error.msg} (line {error.lineno})") from None
    except (ValueError, UnicodeError) as error:
        raise UsageError(f"{path} can't be loaded: {error}") from None
    except (Exception, SystemExit) as error:
        raise UsageError(f"{path} can't be loaded: {type(error).__name__}: {error}") from None
    finally:
        sys.dont_write_bytecode = before
    return module


def _choose(module, name: str | None, path: str) -> Kernel:
    """The kernel called `name`, or the file's only one; a plain function will do when it is named."""
    kernels = {k: v for k, v in vars(module).items() if isinstance(v, Kernel) and v.__module__ == module.__name__}
    if name is None:
        if len(kernels) == 1:
            return next(iter(kernels.values()))
        if kernels:
            raise UsageError(f"{path} has several kernels ({', '.join(kernels)}): say which with --kernel")
        raise UsageError(f"{path} has no kernel: decorate a function with @gpujit, or name one with --kernel")
    found = getattr(module, name, None)
    if isinstance(found, Kernel):
        return found
    if isinstance(found, FunctionType):
        from ._options import check

        return Kernel(found, check({}))
    functions = [k for k, v in vars(module).items() if isinstance(v, (Kernel, FunctionType))]
    raise UsageError(f"{path} has no function {name!r}: {_meant(name, functions) if functions else 'it has none at all'}")


def _with_options(kernel: Kernel, args) -> Kernel:
    given = {option: getattr(args, option) for option in ("fp", "parallel") if getattr(args, option)}
    return Kernel(kernel.py_func, kernel.options | given) if given else kernel


def _check_writable(path: str) -> None:
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path):
        raise UsageError(f"{path} is a folder")
    if not os.path.isdir(folder):
        raise UsageError(f"{path}: the folder {folder} doesn't exist")
    if not os.access(folder, os.W_OK) or (os.path.exists(path) and not os.access(path, os.W_OK)):
        raise UsageError(f"{path} can't be written")


def _write(path: str | None, text: str, recipe: str | None, signature: str) -> None:
    """Writes the product, and for PTX the JSON beside it. Each file is there whole, or not at all."""
    text = text if text.endswith("\n") else text + "\n"
    if path is None:
        sys.stdout.write(text)
        return
    files = {path: text}
    if recipe is not None:
        description = {"ptx": os.path.basename(path), "signature": signature, **json.loads(recipe)}
        files[os.path.splitext(path)[0] + ".json"] = json.dumps(description, indent=1) + "\n"
    try:
        _write_files(files)
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}") from None


def _write_files(files: dict[str, str]) -> None:
    """Writes all under temporary names first, so that a full disk leaves no part of them."""
    temporary: dict[str, str] = {}
    try:
        for path, text in files.items():
            handle, name = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(path)), prefix=".gpujitc-")
            temporary[path] = name
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(name, 0o666 & ~_umask())
        for path, name in temporary.items():
            os.replace(name, path)
    finally:
        for name in temporary.values():
            with contextlib.suppress(OSError):
                os.unlink(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _meant(name: str, known) -> str:
    import difflib

    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
