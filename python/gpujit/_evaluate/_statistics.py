# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians, their ratio's confidence interval, and the gates that samples must pass."""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np


class Ratio(NamedTuple):
    """A ratio of medians with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def ratio_of_medians(baseline, candidate, seed: int = 0, paired: bool | None = None) -> Ratio:
    """Baseline over candidate; `paired`: by default if they are as many. Raises ImportError without SciPy."""
    try:
        from scipy.stats import bootstrap
    except ImportError:
        raise ImportError("gpujit.evaluate needs SciPy: pip install 'gpujit[evaluate]'") from None

    def statistic(a, b, axis=-1):
        return np.median(a, axis=axis) / np.median(b, axis=axis)

    a, b = np.asarray(baseline, float), np.asarray(candidate, float)
    value = float(statistic(a, b))
    pairs = len(a) == len(b) if paired is None else paired
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # samples that are all alike have an interval without width
        interval = bootstrap((a, b), statistic, paired=pairs, vectorized=True, n_resamples=2000,
                             method="percentile", rng=np.random.default_rng(seed)).confidence_interval
    return Ratio(value, *(float(x) if np.isfinite(x) else value for x in interval))


def quartiles(samples) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper one."""
    low, middle, high = np.percentile(samples, [25, 50, 75])
    return float(low), float(middle), float(high)


def spread(samples) -> float:
    """The interquartile range over the median."""
    low, middle, high = quartiles(samples)
    return (high - low) / middle
