# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every request of a folder for several architectures and assembles the PTX.

assemble_suite.py REQUESTS PTXAS LIBDEVICE SCRATCH
"""

import json
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ARCHITECTURES = {"sm_75": 63, "sm_90": 80, "sm_100": 86}  # the least version of PTX that knows each


def compile_request(request: dict, arch: str, version: int) -> tuple[bool, str]:
    """Whether it compiled, and the PTX or the error's class."""
    request["options"] |= {"target": "cuda", "arch": arch, "ptx": version, "libdevice": sys.argv[3]}
    done = subprocess.run(["gpujit-compile", "ptx"], input=json.dumps(request), capture_output=True, text=True)
    if done.returncode == 0:
        return True, done.stdout
    try:
        return False, json.loads(done.stdout)["error"]
    except (ValueError, KeyError):
        return False, f"{done.stdout}{done.stderr} (status {done.returncode})"


def assemble(path: pathlib.Path) -> tuple[str, bool]:
    """A line for FileCheck, or nothing, and whether the kernel assembled for every architecture."""
    request = json.loads(path.read_text(encoding="utf-8"))
    for arch, version in ARCHITECTURES.items():
        compiled, text = compile_request(request, arch, version)
        if not compiled:
            return f"refused {path.stem} {text}", False
        ptx = pathlib.Path(sys.argv[4]) / f"{path.stem}.{arch}.ptx"
        ptx.write_text(text, encoding="utf-8")
        command = [sys.argv[2], "-O0", f"-arch={arch}", str(ptx), "-o", os.devnull]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            return f"failed {path.stem} {arch}: {done.stdout}{done.stderr}", False
    return "", True


pathlib.Path(sys.argv[4]).mkdir(parents=True, exist_ok=True)
with ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(pool.map(assemble, sorted(pathlib.Path(sys.argv[1]).glob("*.json"))))
for line, _ in results:
    if line:
        print(line)
print("assembled", sum(good for _, good in results), "kernels for", *ARCHITECTURES)
