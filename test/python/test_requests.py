# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sample requests in test/requests are those that the Python layer makes."""

import importlib.util

import pytest

from conftest import ROOT

FOLDER = ROOT / "test" / "requests"
spec = importlib.util.spec_from_file_location("generate", FOLDER / "generate.py")
generate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generate)
SAMPLES = dict(generate.samples())


@pytest.mark.parametrize("name", SAMPLES)
def test_is_up_to_date(name):
    file = FOLDER / f"{name}.json"
    assert file.read_text() == generate.text(SAMPLES[name]), "run python test/requests/generate.py"


def test_there_are_no_others():
    assert {p.stem for p in FOLDER.glob("*.json")} == set(SAMPLES)
