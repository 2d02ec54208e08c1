# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`gpujit demo`: runs examples/tour.py, which the wheel has too."""

from __future__ import annotations

import os
import sys

from .cli import UsageError


def run(out: str, full: bool) -> int:
    """Runs the tour, with pictures in the folder `out`; the exit status is 1 when a kernel doesn't agree with NumPy.

    Raises UsageError when the packages that hold its data aren't installed.
    """
    here = os.path.dirname(os.path.abspath(__file__))
    folders = [os.path.join(here, "examples"), os.path.join(here, "..", "..", "examples")]
    folder = next((f for f in folders if os.path.isfile(os.path.join(f, "tour.py"))), None)
    if folder is None:
        raise UsageError("the examples aren't installed: run examples/tour.py of the source tree")
    sys.path.insert(0, folder)
    try:
        import matplotlib  # noqa: F401
        import sklearn  # noqa: F401

        from tour import tour
    except ModuleNotFoundError as error:
        raise UsageError(f"the demo takes its data from matplotlib and scikit-learn, and {error.name} isn't installed: "
                         "pip install 'gpujit[demo]'") from None
    finally:
        sys.path.remove(folder)
    return tour(out, full)
