# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two records of one kernel: whether the second is slower."""

from __future__ import annotations

from typing import NamedTuple

from . import _statistics, _verdict

SLOWER = 1.05  # the least change that counts


class Change(NamedTuple):
    """`outcome`: "same", "faster", "slower", "worse" (its verdict), or "incomparable"; `message`: in a sentence."""

    outcome: str
    message: str

    @property
    def status(self) -> int:
        """0 unless there is a regression (4), or the two can't be compared (5)."""
        return {"slower": 4, "worse": 4, "incomparable": 5}.get(self.outcome, 0)


def compare(before: dict, after: dict) -> Change:
    """What changed between two records, by end-to-end times. Records of other kernels, sizes or machines aren't compared."""
    for what, get in (("kernels", lambda r: r["kernel"]), ("sizes", lambda r: r["size"]), ("metrics", lambda r: r["metric"]),
                      ("devices", _devices), ("arguments", lambda r: r["arguments"])):
        if get(before) != get(after):
            return Change("incomparable", f"they are of different {what}: {get(before)} and {get(after)}")
    if after["outcome"] != before["outcome"] and after["outcome"] == "reject":
        return Change("worse", f"it was {before['outcome']} ({before['code']}) and is reject ({after['code']}): "
                               f"{after['message']}")
    old, new = before["nanoseconds"]["candidate"], after["nanoseconds"]["candidate"]
    if min(len(old), len(new)) < _verdict.ENOUGH:
        return Change("incomparable", f"{len(old)} and {len(new)} samples are too few: {_verdict.ENOUGH} are needed")
    ratio = _statistics.ratio_of_medians(new, old, paired=False)
    said = f"{ratio.value:.3f} of the time before, {ratio.low:.3f} to {ratio.high:.3f}"
    if ratio.low > SLOWER:
        return Change("slower", said)
    return Change("faster" if ratio.high < 1 / SLOWER else "same", said)


def _devices(record: dict):
    return [d.get("name") for d in record["environment"].get("devices", [])]
