# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a recipe, a field a line and an instruction a line, for FileCheck."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    recipe = json.load(file)
body = recipe.pop("body")
for field, value in recipe.items():
    print(field, json.dumps(value))
for instruction in body:
    print("body", json.dumps(instruction))
