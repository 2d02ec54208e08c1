#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# The pieces of CUDA that the build needs: cuda.h for the runtime, libdevice for
# the wheel. They are PyPI packages, pinned in requirements.txt. A toolkit that
# happens to be on the machine is never looked for.
#
#===----------------------------------------------------------------------===#

set(GPUJIT_CUDA_ROOT "" CACHE PATH "The folder nvidia/cu13 of the PyPI packages")

if(NOT GPUJIT_CUDA_ROOT)
  if(NOT Python_EXECUTABLE AND EXISTS "${CMAKE_SOURCE_DIR}/.venv/bin/python")
    set(Python_EXECUTABLE "${CMAKE_SOURCE_DIR}/.venv/bin/python")
  endif()
  find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c
            "import os, nvidia; print(next(p for p in (os.path.join(r, 'cu13') for r in nvidia.__path__) if os.path.isdir(p)))"
    OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE result ERROR_QUIET)
  if(NOT result)
    set(GPUJIT_CUDA_ROOT "${root}")
  endif()
endif()

set(GPUJIT_CUDA_INCLUDE "${GPUJIT_CUDA_ROOT}/include")
set(GPUJIT_LIBDEVICE "${GPUJIT_CUDA_ROOT}/nvvm/libdevice/libdevice.10.bc")
foreach(file "${GPUJIT_CUDA_INCLUDE}/cuda.h" "${GPUJIT_LIBDEVICE}")
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR
      "${file} is missing. Run scripts/setup, or install requirements.txt into a virtual "
      "environment and pass its Python as -DPython_EXECUTABLE=...")
  endif()
endforeach()
