# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `gpujit evaluate`."""

from __future__ import annotations

import json
import pathlib

from gpujit.cli import UsageError


def run(args) -> int:
    """The exit status: by verdict, or 2 for a command line or a file that can't be used (UsageError)."""
    ways = [way for way in (args.file, args.compare, args.show, args.init) if way]
    if len(ways) != 1:
        raise UsageError("give one of SPEC.py, --compare, --show and --init")
    if args.init:
        return _init(args.init, args.kernel)
    if args.compare:
        return _compare(*map(_load, args.compare))
    record = _load(args.show) if args.show else _evaluate(args.file)
    from . import _terminal, _verdict

    _terminal.show(record)
    _write(args, record)
    return _verdict.STATUS[record["outcome"]]


def _evaluate(path: str) -> dict:
    from gpujit._compile_command import _load as load_module

    from . import Contract, ContractError, _terminal, evaluate

    try:
        module = load_module(path)
        contract = getattr(module, "contract", None)
        if not isinstance(contract, Contract):
            raise UsageError(f"{path} has no contract: write `contract = gpujit.Contract(...)` in it")
        with _terminal.live() as progress:
            return evaluate(contract, progress=progress).record
    except ContractError as error:
        raise UsageError(f"{path}: {error}") from None


def _write(args, record: dict) -> None:
    from . import _exports, _page, _record

    texts = ((args.json, _record.text), (args.html, _page.page),
             (args.google_json, lambda record: json.dumps(_exports.google(record), indent=2)))
    for path, text in texts:
        if path:
            _write_file(path, text(record))


def _write_file(path: str, text: str) -> None:
    try:
        pathlib.Path(path).write_text(text + "\n")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}") from None


def _load(path: str) -> dict:
    from . import _record

    try:
        return _record.load(path)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _compare(before: dict, after: dict) -> int:
    from . import _regression

    change = _regression.compare(before, after)
    print(f"{after['kernel']}, size {after['size']}: {change.outcome}: {change.message}")
    return change.status


def _init(path: str, kernel: str | None) -> int:
    from . import _beginning

    source = pathlib.Path(path)
    target = source.with_name(f"{source.stem}_contract.py")
    try:
        text = _beginning.specification(path, kernel)
    except (OSError, SyntaxError, ValueError) as error:
        raise UsageError(str(error)) from None
    if target.exists():
        raise UsageError(f"{target} is there already: move it away, or edit it")
    _write_file(str(target), text.rstrip("\n"))
    print(f"{target} is written: check the lines marked with \"here\", then run gpujit evaluate {target}")
    return 0
