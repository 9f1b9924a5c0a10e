#!/usr/bin/env bash
# Runs scans, compaction and histograms by CUB and as plain Java loops by GpuKernel, in turn, each beside a copy of as many bytes on
# the device, and prints for each the bandwidths and the ratios of the times to that of the copy by a Java loop. Without nvcc, only
# GpuKernel's are run.
#
#   usage: compare_scan.sh [gpukernel-benchmarks.jar]
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

if command -v nvcc >/dev/null; then
  nvcc -O3 -std=c++17 -arch="${ARCH:-native}" -o "$work/scan" "$here/scan.cu"
else
  echo "nvcc is not on the PATH: without CUB" >&2
fi

for kernel in scanInts:28 scanFloats:28 compact:27 countBytes:28 countInts:26; do
  name="${kernel%:*}"
  size=$((1 << (${kernel#*:} - halvings)))
  : >"$work/results"
  for ((round = 1; round <= rounds; round++)); do
    if [ -x "$work/scan" ]; then "$work/scan" "$name" "$size" "$runs" >>"$work/results"; fi
    java --enable-native-access=ALL-UNNAMED -Xmx8g -cp "$jar" \
      dev.gpukernel.benchmarks.ScanReport "$name" "$size" "$runs" >>"$work/results"
  done
  echo
  echo "$name of $size elements, median of $runs runs and $rounds rounds"
  java -cp "$jar" dev.gpukernel.benchmarks.CompareTable copy <"$work/results"
done
