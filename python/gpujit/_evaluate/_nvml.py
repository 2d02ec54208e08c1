# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What NVIDIA's management library says of a GPU's clocks and modes. Comes with the driver; may be missing."""

from __future__ import annotations

import ctypes
import functools

_CLOCKS = {"graphics_mhz": 0, "sm_mhz": 1, "memory_mhz": 2}
# Why clocks are lowered, by bit. Idle (1), application setting (2) and the power cap (4) are ordinary.
_SLOWDOWNS = {8: "hardware slowdown", 32: "software thermal slowdown", 64: "hardware thermal slowdown", 128: "power brake"}


class Nvml:
    """One GPU, by its UUID ("GPU-..."). Raises OSError where the library or the GPU isn't there."""

    def __init__(self, uuid: str):
        self._library = _library()
        self._handle = ctypes.c_void_p()
        if self._library.nvmlDeviceGetHandleByUUID(uuid.encode(), ctypes.byref(self._handle)):
            raise OSError(f"NVML knows no GPU {uuid}")

    def _number(self, function: str, *before) -> int | None:
        value = ctypes.c_uint()
        try:
            code = getattr(self._library, function)(self._handle, *before, ctypes.byref(value))
        except AttributeError:  # an older library
            return None
        return None if code else value.value

    def sm_clock(self) -> int:
        """The multiprocessors' clock in MHz; 0 if it isn't known."""
        return self._number("nvmlDeviceGetClockInfo", _CLOCKS["sm_mhz"]) or 0

    def slowdowns(self) -> list[str]:
        """Why the clocks are lowered by heat or a lack of power at the moment."""
        mask = ctypes.c_ulonglong()
        for function in ("nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"):
            try:
                if not getattr(self._library, function)(self._handle, ctypes.byref(mask)):
                    return [text for bit, text in _SLOWDOWNS.items() if mask.value & bit]
            except AttributeError:
                continue
        return []

    def describe(self) -> dict:
        """Clocks in MHz, temperature in degrees, ECC and MIG modes; None for what isn't known."""
        facts = {name: self._number("nvmlDeviceGetClockInfo", which) for name, which in _CLOCKS.items()}
        facts |= {f"max_{name}": self._number("nvmlDeviceGetMaxClockInfo", which) for name, which in _CLOCKS.items()}
        facts["temperature"] = self._number("nvmlDeviceGetTemperature", 0)
        facts["power_mw"] = self._number("nvmlDeviceGetPowerUsage")
        for name, function in (("ecc", "nvmlDeviceGetEccMode"), ("mig", "nvmlDeviceGetMigMode")):
            now, later = ctypes.c_uint(), ctypes.c_uint()
            try:
                code = getattr(self._library, function)(self._handle, ctypes.byref(now), ctypes.byref(later))
            except AttributeError:
                code = 1
            facts[name] = None if code else bool(now.value)
        return facts


@functools.cache
def _library():
    library = ctypes.CDLL("libnvidia-ml.so.1")
    if library.nvmlInit_v2():
        raise OSError("NVML can't be initialised")
    return library


def find(uuid: str) -> Nvml | None:
    """The GPU's entry, or None where NVML doesn't say."""
    try:
        return Nvml(uuid)
    except (OSError, AttributeError):
        return None
