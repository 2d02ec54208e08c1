# Sourced by the scripts of this folder: where things are, and how they speak.
# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="${GPUJIT_BUILD:-$root/build}"
venv="$root/.venv"
llvm="/usr/lib/llvm-22"
stamps="$build/stamps"

# A toolkit of the machine, and options meant for other builds, stay out.
unset CUDA_HOME CUDA_PATH CUDACXX CUDAHOSTCXX CC CXX CFLAGS CXXFLAGS LDFLAGS PYTHONPATH PYTHONHOME CMAKE_PREFIX_PATH
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

# say TEXT: progress, on standard error.
say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }

# die TEXT: what is wrong and what to do about it.
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# jobs: as many as there are cores, but two gigabytes of memory for each.
jobs() {
  local cores memory
  cores="$(nproc)"
  memory="$(awk '/MemAvailable/ {print int($2 / 2000000)}' /proc/meminfo)"
  ((memory < 1)) && memory=1
  echo $((cores < memory ? cores : memory))
}

# fresh NAME KEY: whether step NAME was done already with this KEY.
fresh() { [[ -f "$stamps/$1" && "$(cat "$stamps/$1")" == "$2" ]]; }

# done_with NAME KEY: notes that it was.
done_with() {
  mkdir -p "$stamps"
  printf '%s' "$2" >"$stamps/$1"
}

# digest FILES...: one hash of their contents.
digest() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

# configure: makes or updates the build folder.
configure() {
  cmake -S "$root" -B "$build" -G Ninja --log-level=WARNING \
    -DPython_EXECUTABLE="$venv/bin/python" -DGPUJIT_BUILD_PYTHON=ON >&2 ||
    die "CMake can't configure the build in $build; its last message says why. Delete the folder and try again."
}

# build TARGETS...: builds them, with progress.
build() {
  NINJA_STATUS='[%f/%t, %es] ' ninja -C "$build" -j "$(jobs)" "$@" >&2 ||
    die "the build failed: the first line with 'error:' above says where. After a repair, run this command again."
}
