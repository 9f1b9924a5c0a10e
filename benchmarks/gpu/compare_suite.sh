#!/usr/bin/env bash
# Runs the kernels of the suite by GpuKernel and as CUDA C by nvcc: compares their results by bits, times them in turn, and prints one
# table: STRICT beside nvcc -fmad=false, FAST beside nvcc's default, geometric means and the slowest kernels.
#
#   usage: compare_suite.sh [gpukernel-benchmarks.jar [option...]]
#
#   --only NAME,…    only these kernels
#   --csv FILE       writes the result
#   --against FILE   an earlier result, to compare with
#   --runs N         timed runs of each (11)
#   --small          compares results of small sizes and times nothing; without nvcc, the twins run on the CPU
#
# The first argument may be any class path. Environment: ARCH (native), CXX (c++).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
[ $# -eq 0 ] || shift
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
PATH="$PATH:/usr/local/cuda/bin"

# Without a GPU, nvcc's programs do not run.
small=
case " $* " in *" --small "*) small=1 ;; esac
gpu=
if command -v nvcc >/dev/null && { [ -z "$small" ] || nvidia-smi >/dev/null 2>&1; }; then gpu=1; fi
if [ -z "$gpu" ] && [ -z "$small" ]; then
  echo "nvcc is not on the PATH" >&2
  exit 2
fi

build() { # name, flags of the compiler
  local name="$1"
  shift
  mkdir "$work/objects-$name"
  for file in "$here"/suite/*.cu; do basename "$file" .cu; done |
    xargs -P "$(nproc)" -I '{}' "$@" -std=c++17 -c -o "$work/objects-$name/{}.o" "$here/suite/{}.cu"
}

echo "compiling $(ls "$here"/suite/*.cu | wc -l) files in CUDA C" >&2
if [ -n "$gpu" ]; then
  build exact nvcc -O3 -fmad=false -arch="${ARCH:-native}"
  build default nvcc -O3 -arch="${ARCH:-native}"
  nvcc -arch="${ARCH:-native}" -o "$work/exact" "$work"/objects-exact/*.o
  nvcc -arch="${ARCH:-native}" -o "$work/default" "$work"/objects-default/*.o
else
  build exact "${CXX:-c++}" -x c++ -O1 -ffp-contract=off
  "${CXX:-c++}" -o "$work/exact" "$work"/objects-exact/*.o
  cp "$work/exact" "$work/default"
fi

java --enable-native-access=ALL-UNNAMED -Xmx4g -cp "$jar" dev.gpukernel.benchmarks.suite.SuiteReport \
  --exact "$work/exact" --default "$work/default" "$@"
