#!/usr/bin/env bash
# Runs the convolution of a picture as CUDA C, with one thread for each pixel, and as plain Java loops by GpuKernel, in turn, and prints
# tables of kernel times: strict arithmetic beside nvcc -fmad=false, fast arithmetic beside nvcc's default.
#
#   usage: compare_convolution.sh [gpukernel-benchmarks.jar]
#
# Environment: SIDE (8192), TAPS (9), RUNS (31), ROUNDS (5), ARCH (native).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
side="${SIDE:-8192}"
taps="${TAPS:-9}"
runs="${RUNS:-31}"
rounds="${ROUNDS:-5}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# Four pictures, and room for the rest.
heap_mib=$((side * side * 16 / 1048576 + 1024))

nvcc -O3 -fmad=false -arch="${ARCH:-native}" -o "$work/exact" "$here/convolution.cu"
nvcc -O3 -arch="${ARCH:-native}" -o "$work/default" "$here/convolution.cu"

exact() { "$work/exact" nvcc-fmad=false "$side" "$taps" "$runs"; }
default() { "$work/default" nvcc "$side" "$taps" "$runs"; }
ours() {
  java --enable-native-access=ALL-UNNAMED "-Xmx${heap_mib}m" -cp "$jar" \
    dev.gpukernel.benchmarks.ConvolutionReport "$side" "$taps" "$runs"
}

programs=(exact default ours)
for ((round = 0; round < rounds; round++)); do
  # Each round begins with another one, so that a clock that changes meanwhile changes all of them alike.
  for ((turn = 0; turn < 3; turn++)); do
    "${programs[(round + turn) % 3]}" >>"$work/results"
  done
done

echo "${taps}x${taps} convolution of ${side}x${side} floats, median of $runs kernels and $rounds rounds"
echo
echo "STRICT beside nvcc -fmad=false"
grep -E '^(nvcc-fmad=false|gpukernel),' "$work/results" |
  java -cp "$jar" dev.gpukernel.benchmarks.CompareTable nvcc-fmad=false
echo
echo "FAST beside nvcc's default"
grep -E '^(nvcc|gpukernel-fast),' "$work/results" | java -cp "$jar" dev.gpukernel.benchmarks.CompareTable nvcc
