#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# The compiler: clang 22 with lld, behind ccache where there is one. All of it
# can be overridden on the command line.
#
#===----------------------------------------------------------------------===#

set(GPUJIT_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "Where LLVM and MLIR 22 are installed")

if(NOT DEFINED CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "")
endif()

foreach(pair "C;clang" "CXX;clang++")
  list(GET pair 0 language)
  list(GET pair 1 program)
  if(NOT DEFINED CMAKE_${language}_COMPILER AND EXISTS "${GPUJIT_LLVM_ROOT}/bin/${program}")
    set(CMAKE_${language}_COMPILER "${GPUJIT_LLVM_ROOT}/bin/${program}")
  endif()
endforeach()

set(GPUJIT_READELF "${GPUJIT_LLVM_ROOT}/bin/llvm-readelf")

# The launcher sets ccache's options itself, so that a hit never depends on who
# builds, or in which folder: the precompiled header is the same file anywhere.
find_program(GPUJIT_CCACHE ccache)
if(GPUJIT_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher
      ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${CMAKE_CURRENT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      ${GPUJIT_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
