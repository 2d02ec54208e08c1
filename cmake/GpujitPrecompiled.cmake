#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# One precompiled header of MLIR for dialects/, compiler/ and their tests: a
# conversion costs half a second with it and eleven without.
#
# CMake's own target_precompile_headers names its generated header by absolute
# path within the result, which makes every folder's objects different to ccache.
# So the header is made here: its only source is a list of system headers, and
# the bytes are the same wherever it is built.
#
#===----------------------------------------------------------------------===#

# The precompiled header and its users must agree on each of these. LLVM's
# packages have RTTI and no exceptions.
separate_arguments(definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
set(GPUJIT_MLIR_OPTIONS ${definitions} -fPIC -fno-exceptions -ffunction-sections -fdata-sections)

set(GPUJIT_PCH "${CMAKE_BINARY_DIR}/mlir.pch")

file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/precompiled.txt" headers REGEX "^[a-z]")
set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY
             CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/precompiled.txt")
list(TRANSFORM headers PREPEND "-include;")

string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
set(command
    "${CMAKE_CXX_COMPILER}" ${flags} ${GPUJIT_MLIR_OPTIONS} -std=c++17
    -isystem "${GPUJIT_LLVM_ROOT}/include" -Xclang -fno-pch-timestamp
    -x c++-header ${headers} /dev/null -o "${GPUJIT_PCH}")

# The command itself is a dependency, so that new flags make a new header.
file(CONFIGURE OUTPUT "${GPUJIT_PCH}.command" CONTENT "${command}\n" @ONLY)
add_custom_command(
  OUTPUT "${GPUJIT_PCH}"
  COMMAND ${command}
  DEPENDS "${GPUJIT_PCH}.command" "${GPUJIT_LLVM_ROOT}/include/llvm/Config/llvm-config.h"
  WORKING_DIRECTORY "${GPUJIT_LLVM_ROOT}/include"
  COMMENT "Precompiling MLIR's headers"
  VERBATIM)
add_custom_target(gpujit-pch DEPENDS "${GPUJIT_PCH}")

# Compiles `target` as MLIR code: the flags and the precompiled header.
function(gpujit_use_mlir target)
  # -fPIC is among the options; CMake's own -fPIE of programs would not agree.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE ${GPUJIT_MLIR_OPTIONS})
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include-pch ${GPUJIT_PCH}>")
  add_dependencies(${target} gpujit-pch gpujit-headers)
  get_target_property(sources ${target} SOURCES)
  set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS "${GPUJIT_PCH}")
endfunction()
