#!/usr/bin/env bash
# Runs the kernels with shared memory as compiled by nvcc and by GpuKernel, in turn, and prints a table for each. Exact kernels
# are compared with -fmad=false, the product with math = FAST with nvcc's default.
#
#   usage: compare_shared_memory.sh [gpukernel-benchmarks.jar]
#
# Environment: RUNS (51), ROUNDS (2), ARCH (native).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
runs="${RUNS:-51}"
rounds="${ROUNDS:-2}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

nvcc -O3 -arch="${ARCH:-native}" -o "$work/default" "$here/shared_memory.cu"
nvcc -O3 -fmad=false -arch="${ARCH:-native}" -o "$work/exact" "$here/shared_memory.cu"

compare() { # title, program, its kernel, ours, size
  : >"$work/results"
  for ((round = 1; round <= rounds; round++)); do
    "$work/$2" "$3" "$5" "$runs" >>"$work/results"
    java --enable-native-access=ALL-UNNAMED -Xmx4g -cp "$jar" \
      dev.gpukernel.benchmarks.SharedMemoryReport "$4" "$5" "$runs" >>"$work/results"
  done
  echo
  echo "$1, median of $runs kernels and $rounds rounds"
  java -cp "$jar" dev.gpukernel.benchmarks.CompareTable <"$work/results"
}

compare "product of 1024² floats, STRICT against -fmad=false" exact product product 1024
compare "product of 1024² floats, FAST against nvcc's default" default product productFast 1024
compare "transpose of 8192² floats" exact transpose transpose 8192
compare "histogram of 2^26 ints" exact histogram histogram 67108864
compare "sums of 2^26 floats" exact sums sums 67108864
