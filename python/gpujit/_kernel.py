# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`Kernel`: a decorated function, and its compiled specialisations."""

from __future__ import annotations

import functools
import threading
import time
from types import FunctionType
from typing import NamedTuple

from . import _aliases, _backend, _errors, _source
from ._capture import Snapshot, parameters, request
from ._leaves import leaves
from ._report import Report, numbers_of
from ._types import ArgType, type_of

MANY_VERSIONS = 8  # that differ in captured values alone: then there's a warning
STAGES = ("ast", "pyk", "loops", "counts", "plan", "gpu", "nvvm", "llvm", "ptx", "recipe")


class Case(NamedTuple):
    """What one compilation is for: equal cases have the same code."""

    target: str
    types: tuple[ArgType, ...]
    aliases: _aliases.Aliases
    captures: tuple


class Specialisation:
    """A kernel compiled for one Case, ready to run; or the error that this gave, raised at every use."""

    def __init__(self, case: Case, program, report: Report | None, milliseconds: float, requires_parallel: bool = False):
        self._requires_parallel = requires_parallel
        self.case, self.program, self.report = case, program, report
        self.milliseconds = milliseconds
        # Whether calls must be looked at for loops that they make sequential.
        self._is_conditional = (report is not None and report.is_conditional
                                and (case.target == "cuda" or requires_parallel))
        self.plan = None
        if case.target == "cuda":
            self.plan = _backend.extension().launch_plan(program.text("recipe"), program.text("ptx"))
        elif case.target.startswith("simulated"):
            self.plan = _backend.extension().SimulatedPlan(_backend.compiler(), program.text("recipe"),
                                                           program.text("simulated"), int(case.target.partition(":")[2]))

    @property
    def signature(self) -> str:
        """The types in the signature language."""
        return ", ".join(map(str, self.case.types))

    @property
    def is_ready(self) -> bool:
        """Whether a call needs nothing but a launch on a GPU."""
        return self.case.target == "cuda" and not self._is_conditional and self.case.aliases == _aliases.NONE

    @property
    def ptx(self) -> str | None:
        """The PTX; None for the interpreter."""
        return self.program.text("ptx")

    def run(self, values: list):
        """Runs on these arguments, captured arrays included. Raises what Python would raise."""
        if self._is_conditional:
            self._test_conditions(values)
        if self.plan is not None:
            return self.plan.launch(values, self.case.aliases.to_json())
        return self.program.interpret(values)

    def _test_conditions(self, values: list) -> None:
        """Warns, once, of loops that these arguments make sequential. Raises ParallelError where that was ruled out."""
        report = self.report.of_call(numbers_of(leaves(values)))
        failed = [loop for loop in report.loops if loop.condition and loop.verdict == "sequential"]
        for loop in failed:
            if self._requires_parallel:
                raise _errors.ParallelError(
                    f"the loop over '{loop.variable}' can't run in parallel with these arguments: {loop.reason}",
                    code="GJ029", remedy="pass others, or drop parallel=\"require\"",
                    file=report.file, line=loop.line, column=loop.column)
            self._is_conditional = False
            _warn(report, loop, "in order", f"{loop.reason}")


class Kernel:
    """A Python function that runs on the GPU when it is called; made by the `gpujit` decorator.

    Each call picks the version compiled for the types of its arguments, for how they share memory, and for the values
    that the function captures; there is none yet at the first. `py_func` is the plain function.
    """

    def __init__(self, fn: FunctionType, options: dict):
        functools.update_wrapper(self, fn)
        self.py_func, self.options = fn, options
        code = fn.__code__
        self._parameters = parameters(fn)
        self._positional = not code.co_kwonlyargcount and not code.co_flags & 0x0C  # neither *args nor **kwargs
        self._snapshot: Snapshot | None = None
        self._specialisations: dict[Case, Specialisation | Exception] = {}
        # By the extension's description of a call's arguments, as long as the snapshot is current.
        self._quick: dict[tuple[Snapshot, bytes], Specialisation] = {}
        self._lock = threading.RLock()
        self._calls = 0  # those that the dispatcher didn't know
        self._dispatcher = self._missed = None
        _source.remember(fn)

    def __call__(self, *args, **kwargs):
        if self._dispatcher is not None and not kwargs:
            result = self._dispatcher(*args)
            if result is not self._missed:
                return result
        return self._look_closer(args, kwargs)

    def _look_closer(self, args: tuple, kwargs: dict):
        """A call that the dispatcher knows no version for."""
        args = self._bind(args, kwargs)
        snapshot = self._captured()
        values = [*args, *(array for _, array in snapshot.hidden)]
        key = _backend.extension().describe(values)
        specialisation = self._quick.get((snapshot, key)) if key is not None else None
        if specialisation is None:
            case, snapshot, values = self._case(args)
            if case.aliases.overlap and case.target != "interpreter":
                case = self._placeable(case, values)
            specialisation = self._specialisation(case, snapshot)
            if key is not None:
                self._quick[snapshot, key] = specialisation
                self._dispatch(key, specialisation)
        self._calls += 1
        return specialisation.run(values)

    def __repr__(self) -> str:
        return f"<gpujit kernel {self.__qualname__}({', '.join(self._parameters)})>"

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, as a function is

    def __get__(self, instance, owner=None):
        return self if instance is None else BoundKernel(self, instance)

    def explain(self, *args, **kwargs) -> Report:
        """The verdict on each loop for these arguments, which aren't touched; or for a signature, a string alone."""
        if len(args) == 1 and isinstance(args[0], str) and not kwargs:
            case, snapshot = self._case_of_signature(args[0], "cuda")
            return self._report(self._compile_report(case, snapshot), case)
        case, snapshot, values = self._case(self._bind(args, kwargs), "cuda")
        numbers = numbers_of(values)
        return self._report(self._compile_report(case, snapshot, numbers), case).of_call(numbers)

    def _compile_report(self, case: Case, snapshot: Snapshot, numbers: list | None = None):
        """A program with the report alone; it says where loops were mapped, if they can be."""
        try:
            return self._compile(case, snapshot, ["report", "plan"], numbers=numbers)
        except _errors.UnsupportedError:  # by the device's code: the verdicts stand all the same
            return self._compile(case, snapshot, ["report"], numbers=numbers)

    def inspect(self, stage: str, *args, **kwargs) -> str:
        """The text of one stage of the compilation for these arguments, or for a signature, a string alone.

        Raises ValueError for an unknown stage.
        """
        if stage not in STAGES:
            import difflib

            near = difflib.get_close_matches(str(stage), STAGES, n=1)
            meant = f": did you mean {near[0]!r}?" if near else f": known are {', '.join(STAGES)}"
            raise ValueError(f"there is no stage {stage!r}{meant}")
        case, snapshot = self._case_or_signature(args, kwargs, "cuda")
        return self._text(stage, self._compile(case, snapshot, [stage]), snapshot)

    def _text(self, stage: str, program, snapshot: Snapshot) -> str:
        """A program's text of a stage that was asked for."""
        if stage == "ast":
            from . import _tree

            return _tree.text(snapshot.functions)
        text = program.text(stage)
        if text is None:
            raise RuntimeError(f"the compiler gave no text for stage {stage!r}")
        return text

    def compile(self, signature: str | None = None) -> Specialisation:
        """Compiles ahead of the first call for a signature in the signature language, or for the annotations.

        The version serves calls with arrays that don't share memory. Raises as a call would.
        """
        target = _backend.choose_target(self.options["target"])
        return self._specialisation(*self._case_of_signature(signature, target))

    @property
    def signatures(self) -> list[str]:
        """The signatures that were compiled, oldest first."""
        return [s.signature for s in list(self._specialisations.values()) if isinstance(s, Specialisation)]

    @property
    def stats(self) -> dict:
        """What calls and compilations cost so far: `calls`; `specialisations`, one dict each with its `signature`,
        `target`, `compile_ms` (wall time, capture included) and what the compiler says about its stages, in
        milliseconds; `failed`, the number of cases that don't compile."""
        import json

        made = [s for s in list(self._specialisations.values()) if isinstance(s, Specialisation)]
        return {
            "calls": self._calls + (self._dispatcher.calls if self._dispatcher else 0),
            "failed": len(self._specialisations) - len(made),
            "specialisations": [{"signature": s.signature, "target": s.case.target, "compile_ms": s.milliseconds,
                                 "compiler": json.loads(s.program.text("stats") or "{}")} for s in made],
        }

    def _bind(self, args: tuple, kwargs: dict) -> tuple:
        """The arguments in the order of the parameters, defaults filled in."""
        if not kwargs and len(args) == len(self._parameters) and self._positional:
            return args
        import inspect

        try:
            bound = inspect.signature(self.py_func).bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.__name__}(): {error}") from None
        bound.apply_defaults()
        return tuple(bound.arguments[name] for name in self._parameters)

    def _captured(self) -> Snapshot:
        snapshot = self._snapshot
        if snapshot is None or not snapshot.current():
            snapshot = self._snapshot = Snapshot(self.py_func)
            self._quick = {}
            if self._dispatcher is not None:
                self._dispatcher.reset(snapshot.watches, [array for _, array in snapshot.hidden])
        return snapshot

    def _dispatch(self, key: bytes, specialisation: Specialisation) -> None:
        """Lets calls with arguments of this description go straight to the device from now on."""
        if not specialisation.is_ready or not self._positional:
            return
        core, snapshot = _backend.extension(), self._snapshot
        if self._dispatcher is None:
            made = core.Dispatcher(len(self._parameters))
            made.reset(snapshot.watches, [array for _, array in snapshot.hidden])
            self._missed, self._dispatcher = core.MISSED, made
        self._dispatcher.add(key, specialisation.plan)

    def _case(self, args: tuple, target: str | None = None) -> tuple[Case, Snapshot, list]:
        """The Case of a call, what it captures, and its arguments with the captured arrays behind them."""
        snapshot = self._captured()
        types = [type_of(value, name) for value, name in zip(args, self._parameters, strict=True)]
        values = leaves([*args, *(array for _, array in snapshot.hidden)])
        types += _hidden_types(snapshot)
        target = target or _backend.choose_target(self.options["target"])
        return Case(target, tuple(types), _aliases.find(values), snapshot.key), snapshot, values

    def _placeable(self, case: Case, values: list) -> Case:
        """The case; on the CPU, with a warning, where arrays that share memory can't lie on a device as they do here."""
        import warnings

        number = _aliases.misaligned(values, case.aliases)
        if number is None:
            return case
        names = [*self._parameters, *(name for name, _ in self._captured().hidden)]
        name = repr(names[number]) if len(names) == len(values) else f"number {number}"
        warnings.warn(f"'{self.__name__}' runs on the CPU: its argument {name} overlaps another array, or itself, and "
                      "its elements don't lie at multiples of their size, as a GPU needs them; pass a copy",
                      _errors.FallbackWarning, stacklevel=_backend._outside())
        return case._replace(target="interpreter")

    def _case_of_signature(self, signature: str | None, target: str) -> tuple[Case, Snapshot]:
        from . import _signature

        types = _signature.parse(signature) if signature is not None else _signature.from_annotations(self.py_func)
        if types is None:
            raise TypeError(f"'{self.__name__}' has no type annotations: give a signature, such as \"f32, f32[:]\"")
        if len(types) != len(self._parameters):
            raise TypeError(f"'{self.__name__}' has {len(self._parameters)} parameters ({', '.join(self._parameters)}), the "
                            f"signature has {len(types)} types")
        snapshot = self._captured()
        return Case(target, (*types, *_hidden_types(snapshot)), _aliases.NONE, snapshot.key), snapshot

    def _case_or_signature(self, args: tuple, kwargs: dict, target: str) -> tuple[Case, Snapshot]:
        if len(args) == 1 and isinstance(args[0], str) and not kwargs:
            return self._case_of_signature(args[0], target)
        return self._case(self._bind(args, kwargs), target)[:2]

    def _specialisation(self, case: Case, snapshot: Snapshot) -> Specialisation:
        found = self._specialisations.get(case)
        if found is None:
            with self._lock:  # several threads may be first
                found = self._specialisations.get(case) or self._specialise(case, snapshot)
                self._specialisations[case] = found
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found

    def _specialise(self, case: Case, snapshot: Snapshot) -> Specialisation | Exception:
        start = time.perf_counter()
        try:
            emit = self._emit(case.target)
            program = self._compile(case, snapshot, emit)
            report = self._report(program, case)
            made = Specialisation(case, program, report, 1e3 * (time.perf_counter() - start),
                                  requires_parallel=self.options["parallel"] == "require")
        except (ImportError, MemoryError, _errors.CudaError):
            raise  # these may go away: nothing to remember
        except Exception as error:
            return error
        if case.target == "cuda" and report is not None:
            _warn_serial(report)
        self._warn_recompiling(case)
        return made

    def _warn_recompiling(self, case: Case) -> None:
        """Warns, once for some types, of captured values that keep changing: each value is a version of its own."""
        import warnings

        others = [c for c in self._specialisations if c[:3] == case[:3] and c.captures != case.captures]
        if len(others) + 1 != MANY_VERSIONS:
            return
        before = dict.fromkeys(others[-1].captures)
        changed = [entry[0] for entry in case.captures if entry not in before and isinstance(entry, tuple)]
        warnings.warn_explicit(f"'{self.__name__}' has been compiled {MANY_VERSIONS} times because "
                               f"'{changed[0] if changed else 'a function'}', which it captures, has changed: pass it as an "
                               "argument, which costs no compilation",
                               _errors.PerformanceWarning, self.py_func.__code__.co_filename,
                               self.py_func.__code__.co_firstlineno)

    def _emit(self, target: str) -> list[str]:
        if target == "interpreter":
            return self._checks()
        return ["ptx" if target == "cuda" else "simulated", "recipe", "report"]

    def _checks(self) -> list[str]:
        """What the interpreter's program needs besides itself: the verdicts, where they may be an error."""
        return ["report"] if self.options["parallel"] == "require" else []

    def _compile(self, case: Case, snapshot: Snapshot, emit: list[str], code: dict | None = None,
                 numbers: list | None = None):
        """The compiled program for a Case. `code` replaces the target's architecture and PTX version; `numbers` are a
        call's own, for the report's counter-examples.

        Raises what is wrong with the kernel.
        """
        names = [*self._parameters, *(name for name, _ in snapshot.hidden)]
        signature = [t.to_json(name) for t, name in zip(case.types, names, strict=True)]
        options = {k: v for k, v in self.options.items() if k not in ("target", "cache")}
        options |= code or _backend.code_target(case.target)
        program = _backend.compiler().compile(request(snapshot, signature, case.aliases.to_json(), options, emit, numbers))
        error = program.text("error")
        if error:
            raise _errors.from_text(error)
        return program

    def _report(self, program, case: Case) -> Report | None:
        import json

        text = program.text("report")
        if not text:
            return None
        return Report(self.__name__, self.py_func.__code__.co_filename, json.loads(text), ", ".join(map(str, case.types)))


class BoundKernel:
    """A kernel as the method of an object, a dataclass, which is its first argument."""

    def __init__(self, kernel: Kernel, instance):
        self.__func__, self.__self__ = kernel, instance

    def __call__(self, *args, **kwargs):
        return self.__func__(self.__self__, *args, **kwargs)

    def explain(self, *args, **kwargs) -> Report:
        """As Kernel.explain, for this object."""
        return self.__func__.explain(self.__self__, *args, **kwargs)

    def inspect(self, stage: str, *args, **kwargs) -> str:
        """As Kernel.inspect, for this object."""
        return self.__func__.inspect(stage, self.__self__, *args, **kwargs)

    def __getattr__(self, name: str):
        return getattr(self.__func__, name)

    def __repr__(self) -> str:
        return f"<method {self.__func__!r} of {self.__self__!r}>"


def _hidden_types(snapshot: Snapshot) -> list[ArgType]:
    return [type_of(array, name) for name, array in snapshot.hidden]


def _warn_serial(report: Report) -> None:
    """Warns of each nest that runs on a single thread of the GPU."""
    loops = report.loops
    for k, loop in enumerate(loops):
        if loop.depth:
            continue
        nest = [loop]
        for other in loops[k + 1:]:
            if other.depth == 0:
                break
            nest.append(other)
        if all(other.mapping == "one thread" for other in nest):
            missing = "" if loop.verdict == "sequential" else ", but in a way that has no parallel form yet"
            _warn(report, loop, "in order, on one thread of the GPU", loop.reason + missing)


def _warn(report: Report, loop, how: str, reason: str) -> None:
    import warnings

    warnings.warn_explicit(f"the loop over '{loop.variable}' of '{report.name}' runs {how}: {reason}",
                           _errors.PerformanceWarning, report.file, loop.line)
