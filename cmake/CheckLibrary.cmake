#===----------------------------------------------------------------------===#
#
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# cmake -DLIBRARY=... -DREADELF=... -DEXPORTS=regex -P CheckLibrary.cmake: fails
# unless the library needs only glibc 2.34 or older, depends on nothing but it,
# exports only names that match, and is small enough for the wheel.
#
#===----------------------------------------------------------------------===#

execute_process(COMMAND "${READELF}" --dynamic-table --dyn-syms --version-info "${LIBRARY}"
                OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)

string(REGEX MATCHALL "GLIBC_2\\.[0-9]+" versions "${text}")
list(REMOVE_DUPLICATES versions)
foreach(version ${versions})
  string(REPLACE "GLIBC_" "" number "${version}")
  if(number VERSION_GREATER 2.34)
    string(REGEX MATCHALL "[^ \n]+@${version}[^0-9]" symbols "${text}")
    message(FATAL_ERROR "${LIBRARY} needs ${version} (${symbols}); manylinux_2_34 has 2.34")
  endif()
endforeach()

string(REGEX MATCHALL "Shared library: \\[[^]]*\\]" needed "${text}")
foreach(library ${needed})
  if(NOT library MATCHES "\\[(libc|libm|libgcc_s|libpthread|libdl|librt|ld-linux-x86-64)\\.so")
    message(FATAL_ERROR "${LIBRARY} depends on ${library}; only glibc and libgcc_s may be needed")
  endif()
endforeach()

string(REGEX MATCHALL "(GLOBAL|WEAK) +DEFAULT +[0-9]+ [^@\n]+" exports "${text}")
foreach(symbol ${exports})
  if(NOT symbol MATCHES " (${EXPORTS})$")
    message(FATAL_ERROR "${LIBRARY} exports '${symbol}'; only ${EXPORTS} may be seen")
  endif()
endforeach()
if(NOT exports)
  message(FATAL_ERROR "${LIBRARY} exports nothing")
endif()

file(SIZE "${LIBRARY}" size)
math(EXPR mebibytes "${size} / 1048576")
if(mebibytes GREATER 90)
  message(FATAL_ERROR "${LIBRARY} has ${mebibytes} MiB; the wheel would be over 25 MB")
endif()
list(SORT versions COMPARE NATURAL)
list(POP_BACK versions newest)
cmake_path(GET LIBRARY FILENAME name)
message(STATUS "${name}: ${mebibytes} MiB, needs ${newest}")
