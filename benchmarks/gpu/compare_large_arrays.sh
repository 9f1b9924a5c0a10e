#!/usr/bin/env bash
# Runs a plain loop over large host arrays, and a loop and a scan over three times the free memory of the GPU, beside the copies of
# each direction alone, by GpuKernel and in CUDA C from ordinary and from pinned memory.
#
#   usage: compare_large_arrays.sh [gpukernel-benchmarks.jar]
#
# Environment: SIZE (2^26), RUNS (11), FREE (2^31 bytes), ARCH (native).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
size="${SIZE:-67108864}"
runs="${RUNS:-11}"
free="${FREE:-2147483648}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
heap_mib=$(((free * 3 + size * 8) / 1048576 + 2048))

nvcc -O3 -arch="${ARCH:-native}" -o "$work/copies" "$here/copies.cu"
"$work/copies" "$size" "$runs"
java --enable-native-access=ALL-UNNAMED "-Xmx${heap_mib}m" -cp "$jar" \
  dev.gpukernel.benchmarks.LargeArraysReport "$size" "$runs" "$free"
