# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA C++ compiled in this process by NVRTC, and launched on gpujit's arrays through the driver.

    program = Program(source, (9, 0))
    program.launch("saxpy", blocks, threads, a, x, y, out, n)

Arrays are passed as pointers, NumPy scalars as they are, Python's ints as `long long` and floats as `double`.
"""

import ctypes
import functools
import importlib.util
import pathlib

import numpy as np

TYPES = {np.dtype(np.float32): ctypes.c_float, np.dtype(np.int32): ctypes.c_int32, np.dtype(np.uint32): ctypes.c_uint32}

DEFAULT_SHARED = 48 * 1024  # bytes a block may have without asking
MOST_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES


def _candidates():
    """Where the library may be: the loader's folders, NVIDIA's packages, a toolkit."""
    names = ["libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"]
    yield from names
    spec = importlib.util.find_spec("nvidia")
    for folder in spec.submodule_search_locations if spec else ():
        yield from (str(path) for path in sorted(pathlib.Path(folder).glob("*/lib/libnvrtc.so.*"), reverse=True))
    for name in names:
        yield f"/usr/local/cuda/lib64/{name}"


@functools.cache
def library():
    """NVRTC. Raises ImportError where there is none."""
    for name in _candidates():
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise ImportError("NVRTC isn't there: pip install nvidia-cuda-nvrtc")


def compile_cubin(source: str, capability=(9, 0)) -> bytes:
    """Machine code for a device. Raises ImportError without NVRTC, RuntimeError with the compiler's messages."""
    nvrtc, program = library(), ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"bench.cu", 0, None, None)
    options = [f"--gpu-architecture=sm_{capability[0]}{capability[1]}".encode(), b"--std=c++17"]
    failed = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    try:
        if failed:
            raise RuntimeError(_fetch(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog, program).decode())
        return _fetch(nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN, program)
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


def _fetch(ask_size, ask, program) -> bytes:
    size = ctypes.c_size_t()
    ask_size(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    ask(program, buffer)
    return buffer.raw


def _check(status: int, what: str) -> None:
    if status:
        raise RuntimeError(f"{what}: CUDA error {status}")


class Program:
    """A loaded module. Needs a device, whose primary context it uses."""

    def __init__(self, source: str, capability=(9, 0)):
        cubin = compile_cubin(source, capability)
        self.driver, context, device = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p(), ctypes.c_int()
        _check(self.driver.cuInit(0), "cuInit")
        _check(self.driver.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
        _check(self.driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
        _check(self.driver.cuCtxSetCurrent(context), "cuCtxSetCurrent")
        self.context, self.module, self.functions = context, ctypes.c_void_p(), {}
        _check(self.driver.cuModuleLoadData(ctypes.byref(self.module), cubin), "cuModuleLoadData")

    def function(self, name: str):
        """A kernel by its name. Raises RuntimeError if there is none."""
        if name not in self.functions:
            found = ctypes.c_void_p()
            _check(self.driver.cuModuleGetFunction(ctypes.byref(found), self.module, name.encode()), name)
            self.functions[name] = found
        return self.functions[name]

    def launch(self, name: str, blocks, threads, *arguments, shared: int = 0) -> None:
        """Queues a kernel in the default stream; `blocks` and `threads` are numbers or tuples of up to three."""
        if shared > DEFAULT_SHARED:
            _check(self.driver.cuFuncSetAttribute(self.function(name), MOST_SHARED, shared), name)
        values = [_value(a) for a in arguments]
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p) for v in values))
        _check(self.driver.cuLaunchKernel(self.function(name), *_three(blocks), *_three(threads), shared, None, pointers,
                                          None), name)

    def clear(self, array) -> None:
        """Queues zeros into an array."""
        pointer, size = ctypes.c_uint64(_pointer(array)), ctypes.c_size_t(array.nbytes)
        _check(self.driver.cuMemsetD8Async(pointer, 0, size, None), "cuMemsetD8Async")


def _three(extents) -> list[int]:
    values = [int(e) for e in extents] if isinstance(extents, tuple) else [int(extents)]
    return values + [1] * (3 - len(values))


def _pointer(array) -> int:
    return array.__cuda_array_interface__["data"][0]


def _value(argument):
    if hasattr(argument, "__cuda_array_interface__"):
        return ctypes.c_uint64(_pointer(argument))
    if isinstance(argument, np.generic):
        return TYPES[argument.dtype](argument.item())
    return ctypes.c_double(argument) if isinstance(argument, float) else ctypes.c_longlong(argument)
