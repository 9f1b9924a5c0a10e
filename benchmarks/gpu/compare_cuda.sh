#!/usr/bin/env bash
# Runs a reduction in blocks by CUB as compiled by nvcc and by GpuKernel at run time, and the same kernel in Java, in turn, and prints a table of
# kernel times and of what a launch costs. Without nvcc, only GpuKernel's are run.
#
#   usage: compare_cuda.sh [gpukernel-benchmarks.jar]
#
# Environment: SIZE (2^28), RUNS (51), LAUNCHES (100000), ROUNDS (2), ARCH (native).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
size="${SIZE:-268435456}"
runs="${RUNS:-51}"
launches="${LAUNCHES:-100000}"
rounds="${ROUNDS:-2}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

if command -v nvcc >/dev/null; then
  nvcc -O3 -std=c++17 -arch="${ARCH:-native}" -o "$work/block_sums" "$here/block_sums.cu"
else
  echo "nvcc is not on the PATH: without its code" >&2
fi

: >"$work/results"
for ((round = 1; round <= rounds; round++)); do
  if [ -x "$work/block_sums" ]; then "$work/block_sums" "$size" "$runs" "$launches" >>"$work/results"; fi
  java --enable-native-access=ALL-UNNAMED -Xmx4g -cp "$jar" \
    dev.gpukernel.benchmarks.BlockSumsReport "$here/block_sums.cuh" "$size" "$runs" "$launches" >>"$work/results"
done
echo
echo "sums of blocks of $size ints, median of $runs kernels and $rounds rounds"
java -cp "$jar" dev.gpukernel.benchmarks.CompareTable <"$work/results"
