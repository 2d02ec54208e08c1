#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Finds LLVM and MLIR 22, and TableGen's functions. Nothing here looks for a CUDA
# toolkit: the pieces of one that the build needs are PyPI packages.
#
#===----------------------------------------------------------------------===#

find_package(MLIR 22.1 REQUIRED CONFIG PATHS "${GPUJIT_LLVM_ROOT}/lib/cmake/mlir" NO_DEFAULT_PATH)

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
set(LLVM_RUNTIME_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/bin")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/lib")
set(MLIR_BINARY_DIR "${CMAKE_BINARY_DIR}")
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# For C++ and for TableGen alike: "PyKernel/PyKernel.h", "Sema/Types.h",
# "runtime/Abi.h".
include_directories(
  "${CMAKE_SOURCE_DIR}/dialects" "${CMAKE_BINARY_DIR}/dialects"
  "${CMAKE_SOURCE_DIR}/compiler" "${CMAKE_BINARY_DIR}/compiler"
  "${CMAKE_SOURCE_DIR}")
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
