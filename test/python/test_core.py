# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension module over the fake driver: arguments, copies, errors, signals, and how a process ends."""

import importlib.util

import pytest

import fake_driver
from fake_driver import run

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("gpujit._core") is None, reason="the extension module isn't built"),
    pytest.mark.skipif(not fake_driver.LIBRARY.exists(), reason="the fake driver isn't built"),
]


def test_numpy_arrays_are_copied_there_and_back():
    run("""
    x = np.arange(1000, dtype=np.float32)
    out = np.full(2000, -1, np.float32)
    saxpy_plan().launch([np.float32(2), x, x[::-1], out[::-2]], {})
    assert (out[::-2] == 2 * x + x[::-1]).all()
    assert (out[::2] == -1).all()
    """)


def test_device_arrays():
    run("""
    x = np.arange(12, dtype=np.float32)
    dx, out = gpujit.to_device(x), gpujit.empty(12, np.float32)
    assert saxpy_plan().launch([np.float32(2), dx, dx, out]) is None
    assert (out.numpy() == 3 * x).all()
    assert (out.shape, out.strides, out.dtype, out.ndim, out.size, out.nbytes) == ((12,), (4,), np.float32, 1, 12, 48)
    assert len(out) == 12 and "float32(12,) on device 0" in repr(out)
    zeros = gpujit.zeros((3, 0, 2), "int16")
    assert zeros.shape == (3, 0, 2) and zeros.numpy().shape == (3, 0, 2)
    assert (gpujit.zeros((2, 2), np.uint8).numpy() == 0).all()
    assert (gpujit.to_device([[1, 2], [3, 4]]).numpy() == [[1, 2], [3, 4]]).all()
    view = np.arange(6).reshape(2, 3).T
    assert (gpujit.to_device(view).numpy() == view).all()
    assert out.__cuda_array_interface__ == {"shape": (12,), "typestr": "<f4", "strides": None, "version": 3, "stream": 1,
                                            "data": (out.__cuda_array_interface__["data"][0], False)}
    """)


def test_device_arrays_that_cannot_be():
    run("""
    for action, cls, text in [
        (lambda: gpujit.empty(-1), ValueError, "negative"),
        (lambda: gpujit.empty((2,) * 5), ValueError, "at most 4 axes"),
        (lambda: gpujit.empty(3, "complex64"), TypeError, "complex64"),
        (lambda: gpujit.to_device(np.array([1], ">f8")), TypeError, "byte order"),
        (lambda: gpujit.empty(10**12), MemoryError, "7629394 MiB asked for; Fake GPU has"),
        (lambda: gpujit.empty((2**40, 2**40)), MemoryError, "2**63"),
        (lambda: gpujit.empty(3, device=5), gpujit.CudaError, "gpujit.devices()"),
        (lambda: len(gpujit.empty(())), TypeError, "without axes"),
    ]:
        error = error_of(action)
        assert type(error) is cls and text in str(error), repr(error)
    """)


def test_scalars_come_back_in_their_own_type():
    run("""
    bits = {"float32": np.float32(1.5), "int32": np.int32(0x3FC00000), "uint8": np.uint8(0), "pyint": 0x3FC00000,
            "pybool": False, "bool": np.bool_(False), "uint16": np.uint16(0)}
    for dtype, expected in bits.items():
        store = plan("store", [scalar("a", "float32")], [["frame"], ["scalar", 0]],
                     result={"offset": 40, "dtype": dtype})
        value = store.launch([np.float32(1.5)])
        assert type(value) is type(expected) and value == expected, (dtype, value)
    """)


def test_wrong_arguments():
    run("""
    x, a = np.zeros(3, np.float32), np.float32(1)
    y = x.copy()
    for args, cls, text in [
        ([1.0, x, x, y], TypeError, "'a' is pyfloat, but"),
        ([a, x, x], TypeError, "saxpy() takes 4 arguments, but 3"),
        ([a, x, x, "y"], TypeError, "'out' is of type str"),
        ([a, x, x, None], TypeError, "'out' is of type NoneType"),
        ([a, x.astype(">f4"), x, y], TypeError, "'x' isn't in this machine's byte order"),
        ([a, x.astype(object), x, y], TypeError, "'x' has dtype object"),
        ([a, x.reshape(1, 3), x, y], TypeError, "rank 2"),
        ([a, x.reshape(1, 1, 1, 1, 3), x, y], TypeError, "rank 5"),
        ([2**64, x, x, y], OverflowError, "'a' is an int beyond 64 bits"),
        ([a, x, x, np.broadcast_to(y, (3,))], ValueError, "'out' is read-only"),
        ([a, x, x, np.lib.stride_tricks.as_strided(y, (3,), (0,))], ValueError, "'out' has stride 0"),
    ]:
        error = error_of(saxpy_plan().launch, args)
        assert type(error) is cls and text in str(error), repr(error)
    """)


def test_hostile_interfaces():
    run("""
    x, a = gpujit.zeros(10, np.float32), np.float32(1)
    class Other:
        def __init__(self, **fields):
            self.fields = fields
        @property
        def __cuda_array_interface__(self):
            if "raises" in self.fields:
                raise RuntimeError("not now")
            return {k: v for k, v in {**x.__cuda_array_interface__, **self.fields}.items() if v != "missing"}
    saxpy_plan().launch([a, Other(), Other(stream=None), x])
    saxpy_plan().launch([a, Other(strides=(4,)), Other(stream=2), x])
    saxpy_plan().launch([a, Other(shape=(0,), data=(0, False)), Other(shape=(0,), data=(None, False)), x])
    host = np.zeros(10, np.float32)
    for fields, cls, text in [
        ({"mask": x}, ValueError, "mask"),
        ({"stream": 0}, ValueError, "stream 0"),
        ({"stream": "s"}, ValueError, "wrong type"),
        ({"shape": (11,)}, ValueError, "claims 44 bytes from its pointer on, but the allocation there has only 40"),
        ({"shape": (2**62, 4)}, ValueError, "2**63"),
        ({"shape": (-1,)}, ValueError, "negative extent"),
        ({"shape": 3}, TypeError, ""),
        ({"shape": ("n",)}, ValueError, "wrong type"),
        ({"data": (host.ctypes.data, False)}, ValueError, "its pointer is of the host"),
        ({"data": (0, False)}, ValueError, "null pointer"),
        ({"data": "missing"}, ValueError, "incomplete"),
        ({"strides": (4, 4)}, ValueError, "2 strides for 1 axes"),
        ({"strides": (8,), "shape": (5,)}, ValueError, "isn't contiguous"),
        ({"typestr": ">f4"}, TypeError, "byte order"),
        ({"typestr": "<c8"}, TypeError, "complex64"),
        ({"typestr": "nonsense"}, TypeError, "nonsense"),
        ({"raises": True}, RuntimeError, "not now"),
    ]:
        error = error_of(saxpy_plan().launch, [a, Other(**fields), x, x])
        assert isinstance(error, cls) and text in str(error), (fields, repr(error))
    assert "is read-only" in str(error_of(saxpy_plan().launch, [a, x, x, Other(data=(x.__cuda_array_interface__["data"][0],
                                                                                    True))]))
    """)


def test_arrays_on_two_devices():
    run("""
    a = np.float32(1)
    x, y = gpujit.zeros(3, np.float32, device=0), gpujit.zeros(3, np.float32, device=1)
    error = error_of(saxpy_plan().launch, [a, x, y, y])
    assert type(error) is ValueError and "'x' is on device 0, but argument 'y' on device 1" in str(error), error
    saxpy_plan().launch([a, y, y, y])
    assert y.device == 1 and (y.numpy() == 0).all()
    """, GPUJIT_FAKE_DEVICES="2")


def test_kernels_raise_at_the_call_with_host_arrays():
    run("""
    x = np.ones(1, np.float32)
    error = error_of(raising_plan().launch, [4, x])
    assert type(error) is IndexError and "4 in 7" in str(error) and "k.py:3" in str(error), error
    raising_plan().launch([-1, x])
    """)


def test_kernels_raise_later_with_device_arrays():
    run("""
    x, kernel = gpujit.zeros(1, np.float32), raising_plan()
    kernel.launch([4, x])
    assert "4 in 7" in str(error_of(gpujit.synchronize))
    gpujit.synchronize()
    kernel.launch([5, x])
    assert "5 in 7" in str(error_of(kernel.launch, [-1, x]))
    kernel.launch([6, x])
    assert "6 in 7" in str(error_of(x.numpy))
    kernel.launch([7, x])
    assert "7 in 7" in str(error_of(_core.check_errors))
    _core.check_errors()
    """)


def test_foreign_arrays_live_until_they_are_used():
    run("""
    import weakref
    x, a = gpujit.zeros(10, np.float32), np.float32(1)
    class Other:
        __cuda_array_interface__ = x.__cuda_array_interface__
    other = Other()
    alive = weakref.ref(other)
    saxpy_plan().launch([a, other, x, x])
    del other
    assert alive() is not None  # the device hasn't come so far
    gpujit.synchronize()
    assert alive() is None
    """, GPUJIT_FAKE_FAULT="cuEventQuery:600:0:0")


def test_refused_code():
    run("""
    error = error_of(_core.launch_plan, "{}", "")
    assert type(error) is _core.RecipeError and "version" in str(error)
    x = gpujit.zeros(1, np.float32)
    unknown = plan("nothing", [array("x")], [["array", 0]])
    error = error_of(unknown.launch, [x])
    assert type(error) is gpujit.CudaError and "no entry point 'nothing_0'" in str(error)
    assert (error.name, error.call) == ("CUDA_ERROR_NOT_FOUND", "cuModuleGetFunction")
    """)


def test_importing_leaves_the_driver_alone():
    run("""
    assert "cuda" not in open("/proc/self/maps").read().replace("gpujit/_cuda", "")
    assert _core.driver_status() == (True, "")
    """, GPUJIT_FAKE_FAULT="cuInit:100")


def test_status_says_why():
    run("""
    usable, reason = _core.driver_status(True)
    assert not usable and "CUDA_ERROR_NO_DEVICE" in reason, reason
    assert "CUDA_ERROR_NO_DEVICE" in str(error_of(_core.device_count))
    """, GPUJIT_FAKE_FAULT="cuInit:100")
    run("assert _core.driver_status(True) == (False, 'the driver sees no device')", GPUJIT_FAKE_DEVICES="0")
    run("assert 'hides every device' in _core.driver_status()[1]", CUDA_VISIBLE_DEVICES="")
    run("assert '/nowhere' in _core.driver_status()[1]", GPUJIT_CUDA_LIBRARY="/nowhere")


def test_probing_allows_a_fork():
    run("""
    import os
    assert gpujit.is_available()
    child = os.fork()
    if not child:
        x = gpujit.zeros(3)
        os._exit(int(x.numpy().sum()))
    assert os.waitpid(child, 0)[1] == 0
    """)


def test_fork_after_initialisation():
    run("""
    import os
    x = gpujit.zeros(3)
    child = os.fork()
    if not child:
        error = error_of(gpujit.zeros, 3)
        usable, reason = _core.driver_status()
        del x
        os._exit(0 if type(error) is gpujit.CudaError and "spawn" in str(error) and not usable else 1)
    assert os.waitpid(child, 0)[1] == 0
    """)


def test_control_c_ends_a_wait():
    run("""
    import _thread, signal, threading, time
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job is started with it ignored
    x = np.zeros(1, np.float32)
    threading.Timer(0.3, _thread.interrupt_main).start()
    assert type(error_of(raising_plan().launch, [-1, x])) is KeyboardInterrupt
    """, GPUJIT_FAKE_FAULT="cuStreamQuery:600")


def test_the_process_ends_quietly():
    run("""
    import threading
    x, kernel = gpujit.zeros(1, np.float32), raising_plan()
    def work():
        while True:
            kernel.launch([-1, np.zeros(1, np.float32)])
    for _ in range(3):
        threading.Thread(target=work, daemon=True).start()
    """)
    run("""
    x = gpujit.zeros(1, np.float32)
    raising_plan().launch([3, x])  # never asked for
    """)


def test_threads_share_a_plan():
    run("""
    from concurrent.futures import ThreadPoolExecutor
    kernel = saxpy_plan()
    def work(k):
        x, out = np.full(100, k, np.float32), np.empty(100, np.float32)
        for _ in range(20):
            kernel.launch([np.float32(2), x, x, out])
            assert (out == 3 * k).all()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(8)))
    """)


DLPACK = """
    import ctypes
    I32, I64, U64, P = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64, ctypes.c_void_p
    class Tensor(ctypes.Structure):
        _fields_ = [("data", P), ("device", I32 * 2), ("rank", I32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                    ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(I64)), ("strides", ctypes.POINTER(I64)),
                    ("byte_offset", U64)]
    Deleter = ctypes.CFUNCTYPE(None, P)
    class Plain(ctypes.Structure):
        _fields_ = [("tensor", Tensor), ("context", P), ("deleter", Deleter)]
    class Versioned(ctypes.Structure):
        _fields_ = [("version", ctypes.c_uint32 * 2), ("context", P), ("deleter", Deleter), ("flags", U64),
                    ("tensor", Tensor)]
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [P, ctypes.c_char_p, P]
    x = gpujit.to_device(np.arange(8, dtype=np.float32))
    deleted, libraries = [], []
    class Library:  # of 4 floats behind the first 8 bytes of x
        device = (2, 0)
        def __init__(self, version=(1, 0), flags=0, strides=None, **fields):
            libraries.append(self)  # the structure must outlive the arrays
            self.deleter = Deleter(deleted.append)
            self.shape = (I64 * 5)(4, 1, 1, 1, 1)
            self.strides = (I64 * 1)(*strides) if strides else None
            values = dict(data=x.__cuda_array_interface__["data"][0], device=(I32 * 2)(*self.device), rank=1, code=2,
                          bits=32, lanes=1, shape=self.shape, strides=self.strides, byte_offset=8)
            tensor = Tensor(**(values | fields))
            self.old = version is None
            if self.old:
                self.struct, name = Plain(tensor, None, self.deleter), b"dltensor"
            else:
                self.struct = Versioned((ctypes.c_uint32 * 2)(*version), None, self.deleter, flags, tensor)
                name = b"dltensor_versioned"
            self.capsule = new(ctypes.addressof(self.struct), name, None)
        def __dlpack_device__(self):
            return self.device
        def __dlpack__(self, **words):
            if self.old and "max_version" in words:
                raise TypeError("unknown word")
            assert words["stream"] == 1
            return self.capsule
"""


def test_dlpack_import():
    run(DLPACK + """
    for version in (1, 0), (1, 9), None:
        del deleted[:]
        library = Library(version)
        y = gpujit.from_dlpack(library)
        assert (y.shape, y.strides, y.dtype) == ((4,), (4,), np.float32)
        assert (y.numpy() == [2, 3, 4, 5]).all()  # the byte offset counts
        error = error_of(gpujit.from_dlpack, library)
        assert type(error) is BufferError and "used already" in str(error)
        assert not deleted
        del y
        assert len(deleted) == 1
    y = gpujit.from_dlpack(Library(strides=[-1], byte_offset=12))
    assert y.strides == (-4,) and (y.numpy() == [3, 2, 1, 0]).all()
    assert y.__cuda_array_interface__["strides"] == (-4,)
    y = gpujit.from_dlpack(Library(flags=1))
    assert "is read-only" in str(error_of(saxpy_plan().launch, [np.float32(1), y, y, y]))
    del y  # while its producer is there
    """)


def test_dlpack_refused():
    run(DLPACK + """
    for fields, text in [
        (dict(version=(2, 0)), "unknown version"),
        (dict(code=5, bits=64), "type that gpujit doesn't have"),
        (dict(bits=128), "type that gpujit doesn't have"),
        (dict(lanes=4), "type that gpujit doesn't have"),
        (dict(rank=5), "more axes"),
        (dict(device=(I32 * 2)(1, 0)), "isn't on a CUDA device"),
    ]:
        del deleted[:]
        error = error_of(gpujit.from_dlpack, Library(**fields))
        assert type(error) is BufferError and text in str(error), repr(error)
        assert len(deleted) == 1, fields
    error = error_of(gpujit.from_dlpack, np.zeros(3))
    assert type(error) is BufferError and "to_device()" in str(error), repr(error)
    """)


def test_dlpack_export():
    run("""
    x = gpujit.to_device(np.arange(6, dtype=np.int16).reshape(2, 3))
    assert x.__dlpack_device__() == (2, 0)
    y = gpujit.from_dlpack(x)
    assert y.shape == (2, 3) and y.dtype == np.int16
    del x
    assert (y.numpy() == [[0, 1, 2], [3, 4, 5]]).all()
    assert '"dltensor"' in repr(y.__dlpack__()) and '"dltensor_versioned"' in repr(y.__dlpack__(max_version=(1, 1)))
    assert "dltensor" in repr(y.__dlpack__(stream=2)) and "dltensor" in repr(y.__dlpack__(stream=-1))
    assert "ambiguous" in str(error_of(lambda: y.__dlpack__(stream=0)))
    assert type(error_of(lambda: y.__dlpack__(copy=True))) is BufferError
    assert type(error_of(lambda: y.__dlpack__(dl_device=(1, 0)))) is BufferError
    assert isinstance(error_of(np.from_dlpack, y), (BufferError, RuntimeError))
    """)


def test_descriptions_tell_specialisations_apart():
    run("""
    a = np.zeros((4, 4), np.float32)
    constant = a.copy()
    constant.flags.writeable = False
    x = gpujit.zeros((4, 4), np.float32)
    different = [[a], [a[:, 1:]], [a.astype(np.float64)], [a[0]], [constant], [a.T], [1], [1.0], [True], [np.int64(1)],
                 [np.float64(1)], [np.bool_(1)], [np.uint64(1)], [1, 1], [a, 1], [1, a], []]
    keys = [_core.describe(args) for args in different]
    assert None not in keys
    same = {keys.index(key) for key in keys}
    assert len(same) == len(different) - 1 and keys[1] == keys[5]  # both are strided
    assert _core.describe([a, 2]) == _core.describe([np.ones((9, 7), np.float32), -5]) == _core.describe([x, 7])
    assert _core.describe([a[:, ::-1]]) == keys[1]
    """)


def test_descriptions_that_need_a_closer_look():
    run("""
    a = np.zeros((4, 4), np.float32)
    x = gpujit.zeros(4, np.float32)
    class Other:
        __cuda_array_interface__ = x.__cuda_array_interface__
    for args in [[a, a], [a[:2], a[1:]], [a[:, ::2], a[:, 1::2]], [a, a[::-1]], [np.broadcast_to(a[0], (4, 4))],
                 [np.lib.stride_tricks.sliding_window_view(a[0], 2)], [x, x], [np.ma.masked_array(a[0])], [np.array(1.0)],
                 [a.astype(">f4")], [a.astype(complex)], [2**63], ["a"], [None], [[1]],
                 [np.zeros((1,) * 5)]]:
        assert _core.describe(args) is None, args
    assert _core.describe([a[:2], a[2:]]) is not None
    assert _core.describe([a[0, :0], a]) is not None
    assert _core.describe([Other()]) == _core.describe([x])
    """)


def test_dispatcher():
    run("""
    def kernel(x):
        return x
    class Holder:
        value = object()
    names = {"scale": 2, "holder": Holder}
    watches = [(kernel, "__code__", (), kernel.__code__), (names, "scale", (), names["scale"]), (names, "len", (), len),
               (names, "holder", ("value",), Holder.value)]
    x = gpujit.to_device(np.arange(12, dtype=np.float32))
    out = gpujit.empty(12, np.float32)
    args = [np.float32(2), x, gpujit.to_device(np.ones(12, np.float32)), out]
    dispatcher = _core.Dispatcher(4)
    dispatcher.reset(watches, [])
    assert dispatcher(*args) is _core.MISSED  # no versions at all
    dispatcher.add(_core.describe(args), saxpy_plan())
    assert dispatcher(*args) is None and dispatcher.calls == 1
    assert (out.numpy() == 2 * np.arange(12) + 1).all()
    for other in ([np.float64(2), *args[1:]], [*args[:3], x], [2.0, *args[1:]], args[:3], [*args, 1],
                  [np.float32(2), *(np.zeros(12) for _ in range(3))], [object(), *args[1:]]):
        assert dispatcher(*other) is _core.MISSED, other
    for name, value in [("scale", 3), ("len", abs), ("holder", 1)]:
        before = dict(names)
        names[name] = value
        assert dispatcher(*args) is _core.MISSED, name
        names.clear()
        names.update(before)
    assert dispatcher(*args) is None and dispatcher.calls == 2
    dispatcher.reset([], [])
    assert dispatcher(*args) is _core.MISSED
    """)
