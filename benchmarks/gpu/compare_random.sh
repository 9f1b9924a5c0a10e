#!/usr/bin/env bash
# Fills arrays with random numbers by cuRAND's Philox and as plain Java loops by GpuKernel, in turn. Without nvcc and cuRAND, only
# GpuKernel's are run.
#
#   usage: compare_random.sh [gpukernel-benchmarks.jar]
#
# Environment: RUNS (51), ROUNDS (3), ARCH (native), SHIFT (0): how often sizes are halved.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
runs="${RUNS:-51}"
rounds="${ROUNDS:-3}"
halvings="${SHIFT:-0}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

if ! nvcc -O3 -std=c++17 -arch="${ARCH:-native}" -o "$work/random" "$here/random.cu" -lcurand; then
  echo "nvcc or cuRAND is not there: without cuRAND" >&2
fi

for kernel in ints:28 floats:28 doubles:27 normals:27; do
  name="${kernel%:*}"
  size=$((1 << (${kernel#*:} - halvings)))
  : >"$work/results"
  for ((round = 1; round <= rounds; round++)); do
    if [ -x "$work/random" ]; then "$work/random" "$name" "$size" "$runs" >>"$work/results"; fi
    java --enable-native-access=ALL-UNNAMED -Xmx8g -cp "$jar" \
      dev.gpukernel.benchmarks.RandomReport "$name" "$size" "$runs" >>"$work/results"
  done
  echo
  echo "$name, $size of them, median of $runs runs and $rounds rounds"
  java -cp "$jar" dev.gpukernel.benchmarks.CompareTable curand <"$work/results"
done
