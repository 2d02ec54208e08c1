#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# A wheel around what another build folder holds, so that the wheel of each Python
# version costs only its extension module.
#
#===----------------------------------------------------------------------===#

set(GPUJIT_PREBUILT_LIBRARY "${GPUJIT_PREBUILT}/lib/libgpujit.so")
foreach(file "${GPUJIT_PREBUILT_LIBRARY}" "${GPUJIT_PREBUILT}/lib/libgpujit_runtime.a")
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR "${file} isn't there: run scripts/setup first")
  endif()
endforeach()

find_package(Threads REQUIRED)
add_library(gpujit_runtime STATIC IMPORTED GLOBAL)
set_target_properties(gpujit_runtime PROPERTIES
  IMPORTED_LOCATION "${GPUJIT_PREBUILT}/lib/libgpujit_runtime.a"
  INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_SOURCE_DIR}"
  INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS}")
