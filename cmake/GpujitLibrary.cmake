#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# How a folder becomes a library, a dialect, a set of passes, a tool or a test.
#
#===----------------------------------------------------------------------===#

# Every generated header. Each library waits for it; it costs a second.
add_custom_target(gpujit-headers)

# Adds those of the given folders that have a CMakeLists.txt.
function(gpujit_add_folders)
  foreach(folder ${ARGN})
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()

# gpujit_add_library(NAME sources... [DEPENDS tablegen targets] [LINK libraries])
#
# A library of dialects/ or compiler/. It links none of LLVM: who links it says
# which, the shared one (gpujit_add_tool, gpujit_add_unittest) or the static one
# (libgpujit.so). LINK names our own libraries that it calls. Headers that
# TableGen makes for one library are there before any library is compiled.
function(gpujit_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  gpujit_use_mlir(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(ARG_DEPENDS)
    add_dependencies(gpujit-headers ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY GPUJIT_LIBRARIES ${name})
endfunction()

# gpujit_add_passes(PREFIX): Passes.td gives Passes.h.inc with
# register<PREFIX>Passes(), made by the target Gpujit<PREFIX>PassesIncGen.
function(gpujit_add_passes prefix)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  set(TABLEGEN_OUTPUT)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name=${prefix})
  add_public_tablegen_target(Gpujit${prefix}PassesIncGen)
endfunction()

# The shared MLIR and LLVM: one copy a process, so never with libgpujit.so.
function(gpujit_link_shared target)
  target_link_libraries(${target} PRIVATE ${ARGN} MLIR LLVM)
endfunction()

# gpujit_add_tool(NAME sources... LINK libraries): a development tool.
function(gpujit_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  gpujit_use_mlir(${name})
  gpujit_link_shared(${name} ${ARG_LINK})
endfunction()

# gpujit_add_unittest(NAME sources... [LINK libraries] [PLAIN]): a GoogleTest
# program, run by ctest. PLAIN: of the runtime, which knows no MLIR.
function(gpujit_add_unittest name)
  cmake_parse_arguments(ARG "PLAIN" "" "LINK" ${ARGN})
  if(GPUJIT_PREBUILT AND NOT ARG_PLAIN)
    return()
  endif()
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_PLAIN)
    target_link_libraries(${name} PRIVATE ${ARG_LINK})
  else()
    gpujit_use_mlir(${name})
    gpujit_link_shared(${name} ${ARG_LINK})
  endif()
  target_link_libraries(${name} PRIVATE GTest::gmock GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/unit")
  add_test(NAME ${name} COMMAND ${name})
  set_property(GLOBAL APPEND PROPERTY GPUJIT_UNIT_TESTS ${name})
endfunction()

# The target `unittests` builds them all.
function(gpujit_finish_unittests)
  get_property(tests GLOBAL PROPERTY GPUJIT_UNIT_TESTS)
  add_custom_target(unittests DEPENDS ${tests})
endfunction()

# gpujit_link_portable(TARGET names...): makes a library of the wheel run on any
# manylinux_2_34 system, showing only the given names, and fails the build of
# check-TARGET if it would not.
function(gpujit_link_portable target)
  target_sources(${target} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/Glibc.c")
  list(JOIN ARGN "; " names)
  set(script "${CMAKE_BINARY_DIR}/${target}.map")
  file(CONFIGURE OUTPUT "${script}" CONTENT "{ global: ${names}; local: *; };\n" @ONLY)
  list(TRANSFORM ARGN PREPEND "-Wl,-u," OUTPUT_VARIABLE wanted)
  target_link_options(${target} PRIVATE ${wanted}
    "-Wl,--version-script=${script}" -static-libstdc++ -Wl,--gc-sections -Wl,--as-needed
    -Wl,-Bsymbolic -Wl,-O2 -Wl,-s)

  list(JOIN ARGN "|" exports)
  set(stamp "${CMAKE_BINARY_DIR}/${target}.checked")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND "${CMAKE_COMMAND}" "-DLIBRARY=$<TARGET_FILE:${target}>" "-DREADELF=${GPUJIT_READELF}"
            "-DEXPORTS=${exports}" -P "${CMAKE_SOURCE_DIR}/cmake/CheckLibrary.cmake"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${target} "${CMAKE_SOURCE_DIR}/cmake/CheckLibrary.cmake"
    COMMENT "Checking ${target}"
    VERBATIM)
  add_custom_target(check-${target} ALL DEPENDS "${stamp}")
endfunction()
