#!/usr/bin/env bash
# Runs loops that only move memory as CUDA C, with one element and with one float4 for each thread, and as plain Java loops by
# GpuKernel, in turn, and prints for each kernel the bandwidths and the ratios of the times to those of both versions in CUDA C.
# The versions of the inner product, dot, are one in two passes and a kernel that only reads.
#
#   usage: compare_bandwidth.sh [gpukernel-benchmarks.jar]
#
# Environment: SIZE (2^28), RUNS (51), ROUNDS (5), ARCH (native).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
size="${SIZE:-268435456}"
runs="${RUNS:-51}"
rounds="${ROUNDS:-5}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# Two vectors at a time, one of them twice, and room for the rest.
heap_mib=$((size * 12 / 1048576 + 1024))

nvcc -O3 -arch="${ARCH:-native}" -o "$work/bandwidth" "$here/bandwidth.cu"

for kernel in add saxpy scale dot; do
  : >"$work/results"
  for ((round = 1; round <= rounds; round++)); do
    "$work/bandwidth" "$kernel" "$size" "$runs" >>"$work/results"
    java --enable-native-access=ALL-UNNAMED "-Xmx${heap_mib}m" -cp "$jar" \
      dev.gpukernel.benchmarks.BandwidthReport "$kernel" "$size" "$runs" >>"$work/results"
  done
  echo
  echo "$kernel of $size floats, median of $runs kernels and $rounds rounds"
  if [ "$kernel" = dot ]; then other=nvcc-read; else other=nvcc-float4; fi
  for baseline in nvcc "$other"; do
    java -cp "$jar" dev.gpukernel.benchmarks.CompareTable "$baseline" <"$work/results"
  done
done
