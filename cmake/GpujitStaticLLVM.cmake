#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Links a library with LLVM and MLIR inside. The exported targets of MLIR can't be
# linked as they are: they pull in the shared libLLVM as well, and a process with
# both copies aborts when the second registers its options. So the archives are
# computed here from those targets' dependencies, and named one by one.
#
#===----------------------------------------------------------------------===#

# What our libraries use of MLIR directly; their dependencies follow.
set(GPUJIT_MLIR_ROOTS
  MLIRAffineToStandard MLIRArithToLLVM MLIRArithTransforms MLIRBuiltinToLLVMIRTranslation
  MLIRControlFlowToLLVM MLIRConvertToLLVMPass MLIRDebug MLIRFuncAllExtensions MLIRFuncInlinerExtension
  MLIRFuncToLLVM MLIRFuncTransforms MLIRGPUToLLVMIRTranslation MLIRGPUToNVVMTransforms
  MLIRGPUTransforms MLIRIndexToLLVM MLIRLLVMIRTransforms MLIRLLVMToLLVMIRTranslation MLIRMathToLLVM
  MLIRMathTransforms MLIRMemRefToLLVM MLIRMemRefTransforms MLIRNVVMTarget
  MLIRNVVMToLLVM MLIRNVVMToLLVMIRTranslation MLIRParser MLIRPass MLIRPresburger
  MLIRReconcileUnrealizedCasts MLIRSCFToControlFlow MLIRSCFToGPU MLIRSCFTransforms
  MLIRTransforms MLIRUBToLLVM MLIRVectorToLLVM MLIRVectorToLLVMPass MLIRVectorTransforms)

set(GPUJIT_LLVM_COMPONENTS nvptx passes irreader linker bitreader bitwriter ipo target targetparser)

# Sets `out` to the archives of `roots` and of all that they depend on.
function(gpujit_mlir_archives out)
  set(queue ${ARGN})
  set(seen)
  set(archives)
  while(queue)
    list(POP_FRONT queue target)
    if(target IN_LIST seen OR NOT target MATCHES "^MLIR" OR NOT TARGET ${target})
      continue()
    endif()
    list(APPEND seen ${target})
    get_target_property(kind ${target} TYPE)
    if(kind STREQUAL "STATIC_LIBRARY")
      get_target_property(location ${target} LOCATION)
      list(APPEND archives "${location}")
    endif()
    get_target_property(needs ${target} INTERFACE_LINK_LIBRARIES)
    if(needs)
      string(REGEX REPLACE "\\$<LINK_ONLY:([^>]*)>" "\\1" needs "${needs}")
      list(APPEND queue ${needs})
    endif()
  endwhile()
  list(SORT archives)
  set(${out} ${archives} PARENT_SCOPE)
endfunction()

# Sets `out` to LLVM's archives, as its own llvm-config lists them.
function(gpujit_llvm_archives out)
  execute_process(
    COMMAND "${GPUJIT_LLVM_ROOT}/bin/llvm-config" --link-static --libfiles ${GPUJIT_LLVM_COMPONENTS}
    OUTPUT_VARIABLE files OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(files UNIX_COMMAND "${files}")
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# Finds the archive of a compression library, never its shared form.
function(gpujit_find_archive out file package)
  find_library(GPUJIT_${out} NAMES ${file} NO_CACHE)
  if(NOT GPUJIT_${out})
    message(FATAL_ERROR "${file} is missing: install the package ${package}, or run scripts/setup")
  endif()
  set(${out} "${GPUJIT_${out}}" PARENT_SCOPE)
endfunction()

# Links `target`, a shared library, with our libraries and all of LLVM that they
# need. gpujit_link_portable does the rest.
function(gpujit_link_static target)
  gpujit_mlir_archives(mlir ${GPUJIT_MLIR_ROOTS})
  gpujit_llvm_archives(llvm)
  gpujit_find_archive(zlib libz.a zlib1g-dev)
  gpujit_find_archive(zstd libzstd.a libzstd-dev)
  get_property(libraries GLOBAL PROPERTY GPUJIT_LIBRARIES)
  set(own)
  foreach(library ${libraries})
    list(APPEND own "$<TARGET_FILE:${library}>")
    add_dependencies(${target} ${library})
  endforeach()
  target_link_libraries(${target} PRIVATE
    -Wl,--start-group ${own} ${mlir} ${llvm} ${zlib} ${zstd} -Wl,--end-group)
  target_link_options(${target} PRIVATE -Wl,--icf=all -Wl,--no-undefined)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${own})
endfunction()
