#!/usr/bin/env bash
# Times small kernels, launched as a graph and one by one, in CUDA C and as a plain Java loop by GpuKernel, in turn: microseconds for
# each kernel by the device's clock, first where each kernel waits for the one before, then in four chains that may run side by side.
# Without nvcc, only GpuKernel's are run.
#
#   usage: compare_graphs.sh [gpukernel-benchmarks.jar]
#
# Environment: KERNELS (100), RUNS (201), ROUNDS (3), ARCH (native).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
kernels="${KERNELS:-100}"
runs="${RUNS:-201}"
rounds="${ROUNDS:-3}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

if command -v nvcc >/dev/null; then
  nvcc -O3 -std=c++17 -arch="${ARCH:-native}" -o "$work/graph" "$here/graph.cu"
else
  echo "nvcc is not on the PATH: without CUDA C" >&2
fi

for chains in 1 4; do
  : >"$work/results"
  for ((round = 1; round <= rounds; round++)); do
    if [ -x "$work/graph" ]; then "$work/graph" "$chains" "$kernels" "$runs" >>"$work/results"; fi
    java --enable-native-access=ALL-UNNAMED -cp "$jar" \
      dev.gpukernel.benchmarks.GraphReport "$chains" "$kernels" "$runs" >>"$work/results"
  done
  echo
  echo "$kernels kernels in $chains chains, for each kernel, median of $runs runs and $rounds rounds"
  java -cp "$jar" dev.gpukernel.benchmarks.CompareTable <"$work/results"
done
