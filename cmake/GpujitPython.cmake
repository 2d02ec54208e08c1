#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# The Python extension `_core` and what goes into the wheel beside the pure
# Python: libgpujit.so, and libdevice, NVIDIA's mathematics in LLVM bitcode, with
# its licence.
#
#===----------------------------------------------------------------------===#

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)

execute_process(
  COMMAND "${Python_EXECUTABLE}" -m pybind11 --cmakedir
  OUTPUT_VARIABLE pybind11_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE result ERROR_QUIET)
if(result)
  message(FATAL_ERROR "${Python_EXECUTABLE} has no pybind11: pip install -r requirements.txt, or run scripts/setup")
endif()
find_package(pybind11 3 REQUIRED CONFIG)

add_custom_target(wheel-parts)
set(package "${CMAKE_BINARY_DIR}/python/gpujit")

# The build folder's own extension, if it's of this very Python.
set(prebuilt "${GPUJIT_PREBUILT}/python/gpujit/_core.${Python_SOABI}.so")
if(GPUJIT_PREBUILT AND EXISTS "${prebuilt}")
  install(FILES "${prebuilt}" DESTINATION gpujit COMPONENT wheel)
else()
  gpujit_add_folders(python/src)
endif()
if(TARGET _core)
  gpujit_link_portable(_core PyInit__core)
  set_target_properties(_core PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${package}")
  add_dependencies(wheel-parts check-_core)
  install(TARGETS _core LIBRARY DESTINATION gpujit COMPONENT wheel)
endif()

if(GPUJIT_PREBUILT)
  install(FILES "${GPUJIT_PREBUILT_LIBRARY}" DESTINATION gpujit COMPONENT wheel)
elseif(GPUJIT_BUILD_LIBRARY)
  add_dependencies(wheel-parts check-gpujit)
  install(TARGETS gpujit LIBRARY DESTINATION gpujit COMPONENT wheel)
endif()

file(GLOB licence "${GPUJIT_CUDA_ROOT}/../../nvidia_nvvm-*.dist-info/licenses/License.txt")
install(FILES "${GPUJIT_LIBDEVICE}" DESTINATION gpujit COMPONENT wheel)
install(FILES ${licence} DESTINATION gpujit RENAME LICENSE-libdevice.txt COMPONENT wheel)

# `gpujit demo` runs the examples.
install(DIRECTORY "${CMAKE_SOURCE_DIR}/examples" DESTINATION gpujit COMPONENT wheel FILES_MATCHING PATTERN "*.py")

# For developers, build/python is a tree to put on PYTHONPATH: the sources as
# links, beside what was built.
if(NOT SKBUILD)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/python/gpujit/*")
  list(FILTER sources EXCLUDE REGEX "__pycache__")
  file(MAKE_DIRECTORY "${package}")
  foreach(source ${sources} "${CMAKE_SOURCE_DIR}/examples" "${GPUJIT_LIBDEVICE}" "${CMAKE_BINARY_DIR}/lib/libgpujit.so")
    cmake_path(GET source FILENAME name)
    file(CREATE_LINK "${source}" "${package}/${name}" SYMBOLIC)
  endforeach()
endif()
