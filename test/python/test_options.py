# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The decorator and its options."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

from gpujit import Kernel, gpujit
from gpujit._options import DEFAULTS


def f(a):
    a[0] = 1


def test_both_forms():
    assert isinstance(gpujit(f), Kernel)
    kernel = gpujit(fp="strict", boundscheck=False)(f)
    assert kernel.py_func is f
    assert kernel.options == DEFAULTS | {"fp": "strict", "boundscheck": False}
    assert (kernel.__name__, kernel.__doc__, kernel.__module__) == ("f", None, __name__)


def test_fastmath_is_numbas_name():
    assert gpujit(fastmath=True)(f).options["fp"] == "fast"
    assert gpujit(fastmath=False)(f).options["fp"] == "contract"


@pytest.mark.parametrize("given, error, words", [
    ({"paralel": "require"}, TypeError, "'paralel': did you mean 'parallel'"),
    ({"zzz": 1}, TypeError, "known are 'target'"),
    ({"fp": "strickt"}, ValueError, "did you mean 'strict'"),
    ({"target": "gpu"}, ValueError, "'cuda'"),
    ({"fp": True}, TypeError, "takes a string"),
    ({"boundscheck": 1}, TypeError, "True or False"),
    ({"fastmath": "yes"}, TypeError, "True or False"),
    ({"fastmath": True, "fp": "fast"}, TypeError, "not both"),
])
def test_wrong_options(given, error, words):
    with pytest.raises(error, match=words):
        gpujit(**given)


@pytest.mark.parametrize("thing, words", [
    (gpujit(f), "decorated twice"), (staticmethod(f), "below @staticmethod"), (classmethod(f), "below @classmethod"),
    (len, "builtin_function"), (Kernel, "class 'Kernel'"), ("text", "not a str"),
])
def test_what_cant_be_decorated(thing, words):
    with pytest.raises(TypeError, match=words):
        gpujit(thing)


@gpujit
def module_level(a):
    a[0] = 1


def test_kernels_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(module_level)) is module_level
    assert copy.deepcopy(module_level) is module_level
    with pytest.raises(pickle.PicklingError):
        pickle.dumps(gpujit(f))


@dataclasses.dataclass
class Scale:
    by: float

    @gpujit(target="interpreter")
    def apply(self, a):
        for i in range(len(a)):
            a[i] *= self.by


def test_kernels_may_be_methods_of_dataclasses():
    class C:
        kernel = gpujit(f)
        static = staticmethod(gpujit(f))

    assert isinstance(C.kernel, Kernel) and isinstance(C().static, Kernel)
    with pytest.raises(TypeError, match="make it a dataclass"):
        C().kernel()
    a = np.arange(3.0)
    scale = Scale(2.0)
    scale.apply(a)
    assert a.tolist() == [0, 2, 4]
    assert [loop.verdict for loop in scale.apply.explain(a).loops] == ["parallel"]
    assert "@apply" in scale.apply.inspect("pyk", a) and scale.apply.signatures == ["Scale(float), f64[:]"]
