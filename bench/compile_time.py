# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The time that compiling takes: kernels of 1 to 1000 statements, and one that calls 32 small functions. Needs no GPU.

compile_time.py [--repeat N] [--json FILE]

Prints the least of N times in milliseconds, from the Python function to PTX, and per statement; `near linear` means that
the time per statement doesn't grow from 100 to 1000 statements. It is the process's time on the CPU: compiling has one
thread.
"""

import argparse
import json
import linecache
import platform
import time

from gpujit import gpujit

SIGNATURE = "f32[:], f32[:], f32[:]"


def define(name: str, text: str, namespace: dict):
    """The function `name` of a source text."""
    file = f"<{name}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    exec(compile(text, file, "exec"), namespace)
    return namespace[name]


def statements(count: int):
    """A kernel whose loop body has `count` statements that depend on one another in chains of eight."""
    lines = [f"def statements_{count}(a, b, out):", "    for i in range(len(a)):", "        v0 = a[i]"]
    for k in range(1, count):
        last = f"v{(k - 1) % 8}"
        lines.append(f"        v{k % 8} = " + (f"{last} * b[i] + {k}.0" if k % 4 else f"a[i] - {last}"))
    lines.append(f"        out[i] = v{(count - 1) % 8}")
    return define(f"statements_{count}", "\n".join(lines) + "\n", {})


def stores(count: int):
    """A kernel whose loop body stores to `count` elements of one array."""
    lines = [f"def stores_{count}(a, b, out):", f"    for i in range(len(a) // {count}):"]
    lines += [f"        out[i * {count} + {k}] = a[i] * b[i] + {k}.0" for k in range(count)]
    return define(f"stores_{count}", "\n".join(lines) + "\n", {})


def calls(count: int):
    """A kernel that calls `count` different small functions."""
    namespace: dict = {}
    for k in range(count):
        define(f"g{k}", f"def g{k}(x, y):\n    if x > {k}:\n        return x * y\n    return x + {k}\n", namespace)
    lines = [f"def calls_{count}(a, b, out):", "    for i in range(len(a)):", "        s = a[i]"]
    lines += [f"        s = g{k}(s, b[i])" for k in range(count)]
    lines.append("        out[i] = s")
    return define(f"calls_{count}", "\n".join(lines) + "\n", namespace)


def measure(fn, repeat: int) -> float:
    """The least CPU time of `repeat` compilations to PTX, in milliseconds."""
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        gpujit(cache=False)(fn).inspect("ptx", SIGNATURE)
        best = min(best, 1e3 * (time.process_time() - start))
    return best


def machine() -> str:
    """The processor's name, where Linux says it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", help="also write the figures to this file")
    options = parser.parse_args()
    measure(statements(1), 1)  # loads the library
    figures = {}
    for make, counts in ((statements, (1, 10, 100, 1000)), (stores, (1, 10, 100)), (calls, (1, 8, 32))):
        for count in counts:
            ms = measure(make(count), options.repeat)
            figures[f"{make.__name__} {count}"] = round(ms, 2)
            print(f"{make.__name__:>10} {count:5}  {ms:9.1f} ms  {ms / count:8.2f} ms each")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"machine": machine(), "unit": "ms of CPU time", **figures}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
