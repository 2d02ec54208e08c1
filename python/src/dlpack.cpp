//===- dlpack.cpp - the exchange of arrays by DLPack ----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dlpack.h"

#include <pybind11/stl.h>

#include "arguments.h"
#include "device_array.h"
#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;
using namespace gpujit::python::dlpack;
using runtime::Argument;
using runtime::ArgumentError;
using runtime::DType;

static const char *const plainName = "dltensor";
static const char *const plainUsedName = "used_dltensor";
static const char *const versionedName = "dltensor_versioned";
static const char *const versionedUsedName = "used_dltensor_versioned";

//===----------------------------------------------------------------------===//
// Export
//===----------------------------------------------------------------------===//

namespace {

/// What an exported tensor points at. The memory needs neither the interpreter
/// nor its lock to be given back.
template <typename M>
struct Export {
  M managed;
  std::shared_ptr<void> memory;
  int64_t shape[GPUJIT_MAX_RANK], strides[GPUJIT_MAX_RANK];
};

uint8_t typeCode(DType type) {
  switch (type) {
  case DType::Bool:
    return Bool;
  case DType::BFloat16:
    return BrainFloat;
  case DType::Float16:
  case DType::Float32:
  case DType::Float64:
    return Float;
  case DType::Int8:
  case DType::Int16:
  case DType::Int32:
  case DType::Int64:
    return Int;
  default:
    return UInt;
  }
}

template <typename M>
void fillTensor(Export<M> &exported, const DeviceArray &array) {
  const Argument &view = array.argument();
  auto size = static_cast<int64_t>(sizeOf(view.dtype));
  exported.memory = array.memory();
  for (int i = 0; i < view.rank; ++i) {
    exported.shape[i] = view.extents[i];
    exported.strides[i] = view.strides[i] / size;
  }
  Tensor &tensor = exported.managed.tensor;
  tensor.data = reinterpret_cast<void *>(view.bits);
  tensor.deviceType = Cuda;
  tensor.deviceId = array.device();
  tensor.rank = view.rank;
  tensor.code = typeCode(view.dtype);
  tensor.bits = static_cast<uint8_t>(8 * size);
  tensor.lanes = 1;
  tensor.shape = exported.shape;
  tensor.strides = exported.strides;
}

/// Of a capsule that nobody has taken over.
template <typename M>
void destroyCapsule(PyObject *capsule, const char *name) {
  if (!PyCapsule_IsValid(capsule, name))
    return;
  auto *managed = static_cast<M *>(PyCapsule_GetPointer(capsule, name));
  if (managed->deleter)
    managed->deleter(managed);
}

template <typename M>
py::object makeCapsule(const DeviceArray &array, const char *name,
                       PyCapsule_Destructor destructor) {
  auto exported = std::make_unique<Export<M>>();
  fillTensor(*exported, array);
  exported->managed.context = exported.get();
  exported->managed.deleter = [](M *managed) {
    delete static_cast<Export<M> *>(managed->context);
  };
  if constexpr (std::is_same_v<M, ManagedVersioned>) {
    exported->managed.major = 1;
    exported->managed.flags = array.argument().readonly ? readOnlyFlag : 0;
  }
  PyObject *capsule = PyCapsule_New(&exported->managed, name, destructor);
  if (!capsule)
    throw py::error_already_set();
  exported.release();
  return py::reinterpret_steal<py::object>(capsule);
}

[[noreturn]] void refuse(const char *problem) {
  throw py::buffer_error(problem);
}

/// Has the consumer's stream wait for our work, which is in the legacy stream.
void orderFor(const DeviceArray &array, const std::optional<int64_t> &stream) {
  if (!stream || *stream == -1 || *stream == 1)
    return;
  if (*stream == 0)
    throw ArgumentError(ArgumentError::Kind::Value,
                        "stream 0 is ambiguous: 1 is the legacy default "
                        "stream, 2 the per-thread one");
  array.owner->device.order(0, static_cast<runtime::Stream>(*stream));
}

using VersionPair = std::pair<int, int>;

py::object toDLPack(const DeviceArray &array,
                    const std::optional<int64_t> &stream,
                    const std::optional<VersionPair> &maxVersion,
                    const std::optional<VersionPair> &device,
                    const std::optional<bool> &copy) {
  if (copy.value_or(false))
    refuse("a gpujit.DeviceArray is exported without a copy alone");
  if (device && *device != VersionPair(Cuda, array.device()))
    refuse("a gpujit.DeviceArray is exported on its own device alone");
  orderFor(array, stream);
  if (maxVersion && maxVersion->first >= 1)
    return makeCapsule<ManagedVersioned>(
        array, versionedName, [](PyObject *capsule) {
          destroyCapsule<ManagedVersioned>(capsule, versionedName);
        });
  if (array.argument().readonly)
    refuse("the array is read-only, which DLPack before 1.0 can't express");
  return makeCapsule<Managed>(array, plainName, [](PyObject *capsule) {
    destroyCapsule<Managed>(capsule, plainName);
  });
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

DType dtypeOf(const Tensor &tensor) {
  const char *kind = tensor.code == Int          ? "int"
                     : tensor.code == UInt       ? "uint"
                     : tensor.code == Float      ? "float"
                     : tensor.code == BrainFloat ? "bfloat"
                                                 : "";
  std::optional<DType> type =
      runtime::parseDType(kind + std::to_string(tensor.bits));
  if (tensor.code == Bool && tensor.bits == 8)
    type = DType::Bool;
  if (!type || tensor.lanes != 1)
    refuse("the array's elements are of a type that gpujit doesn't have");
  return *type;
}

Argument viewOf(const Tensor &tensor) {
  if (tensor.deviceType != Cuda && tensor.deviceType != CudaManaged)
    refuse("the array isn't on a CUDA device");
  if (tensor.rank < 0 || tensor.rank > GPUJIT_MAX_RANK)
    refuse("the array has more axes than gpujit takes");
  Argument view;
  view.kind = Argument::Kind::DeviceArray;
  view.dtype = dtypeOf(tensor);
  view.rank = tensor.rank;
  view.bits = reinterpret_cast<uint64_t>(tensor.data) + tensor.byteOffset;
  auto step = static_cast<int64_t>(sizeOf(view.dtype));
  for (int i = view.rank - 1; i >= 0; --i) {
    view.extents[i] = tensor.shape[i];
    view.strides[i] =
        tensor.strides
            ? tensor.strides[i] * static_cast<int64_t>(sizeOf(view.dtype))
            : step;
    step *= tensor.shape[i];
  }
  return view;
}

template <typename M>
std::shared_ptr<M> takeOver(const py::object &capsule, const char *name,
                            const char *usedName) {
  auto *managed = static_cast<M *>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (!managed || PyCapsule_SetName(capsule.ptr(), usedName))
    throw py::error_already_set();
  return std::shared_ptr<M>(managed, [](M *owned) {
    if (owned->deleter)
      owned->deleter(owned);
  });
}

std::unique_ptr<DeviceArray> adopt(std::shared_ptr<void> memory,
                                   const Tensor &tensor, bool readonly) {
  Argument view = viewOf(tensor);
  view.readonly = readonly;
  return std::make_unique<DeviceArray>(pythonDevice(tensor.deviceId), view,
                                       std::move(memory));
}

std::unique_ptr<DeviceArray> fromCapsule(const py::object &capsule) {
  if (PyCapsule_IsValid(capsule.ptr(), versionedName)) {
    auto managed =
        takeOver<ManagedVersioned>(capsule, versionedName, versionedUsedName);
    // Of a structure of another major version only the deleter is known.
    if (managed->major != 1)
      refuse("the array comes in an unknown version of DLPack");
    return adopt(managed, managed->tensor, managed->flags & readOnlyFlag);
  }
  if (PyCapsule_IsValid(capsule.ptr(), plainName)) {
    auto managed = takeOver<Managed>(capsule, plainName, plainUsedName);
    return adopt(managed, managed->tensor, false);
  }
  refuse("what __dlpack__() gave isn't a DLPack capsule, or was used already");
}

/// Asks for the newest version first; libraries before 1.0 don't know the word.
py::object askForCapsule(const py::object &array) {
  py::object method = array.attr("__dlpack__");
  try {
    return method(py::arg("stream") = 1,
                  py::arg("max_version") = py::make_tuple(1, 0));
  } catch (const py::error_already_set &error) {
    if (!error.matches(PyExc_TypeError))
      throw;
  }
  return method(py::arg("stream") = 1);
}

std::unique_ptr<DeviceArray> fromDLPack(const py::object &array) {
  auto device = py::cast<VersionPair>(array.attr("__dlpack_device__")());
  if (device.first != Cuda && device.first != CudaManaged)
    refuse("the array isn't on a CUDA device: to_device() copies one there");
  return fromCapsule(askForCapsule(array));
}

} // namespace

void python::bindDLPack(py::module_ &module,
                        py::class_<DeviceArray> &deviceArray) {
  deviceArray
      .def("__dlpack__", toDLPack, py::kw_only(),
           py::arg("stream") = py::none(), py::arg("max_version") = py::none(),
           py::arg("dl_device") = py::none(), py::arg("copy") = py::none())
      .def("__dlpack_device__", [](const DeviceArray &array) {
        return py::make_tuple(static_cast<int>(Cuda), array.device());
      });
  module.def("from_dlpack", fromDLPack, py::arg("array"),
             "An array of another library on a CUDA device, without a copy, by "
             "DLPack. Raises BufferError, CudaError.");
}
