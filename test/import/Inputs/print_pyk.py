# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the pyk of each kernel of a Python file, in order; of one that is refused, the error's text.

Parameters are annotated with their types as strings.
"""

import importlib.machinery
import importlib.util
import os
import sys

import gpujit

path = os.path.abspath(sys.argv[1])
os.chdir(os.path.dirname(path))
spec = importlib.util.spec_from_loader("kernels", importlib.machinery.SourceFileLoader("kernels", path))
module = importlib.util.module_from_spec(spec)
sys.modules["kernels"] = module
spec.loader.exec_module(module)
for name, kernel in vars(module).items():
    if not isinstance(kernel, type(gpujit.gpujit(lambda: None))):
        continue
    signature = ", ".join(kernel.py_func.__annotations__.values())
    try:
        print(kernel.inspect("pyk", signature))
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {error}")
