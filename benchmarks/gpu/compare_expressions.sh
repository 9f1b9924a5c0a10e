#!/usr/bin/env bash
# Runs expressions over arrays by CuPy and by GpuKernel, in turn, and prints every measured line, sorted by what was measured.
#
#   usage: compare_expressions.sh [gpukernel-benchmarks.jar [name...]]
#
# Environment: SIZE (2^26), SIDE (8192), RUNS (31), ROUNDS (2), PYTHON (python3).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
shift || true
results="$(mktemp)"
trap 'rm -f "$results"' EXIT
for ((round = 1; round <= ${ROUNDS:-2}; round++)); do
  "${PYTHON:-python3}" "$here/expressions_cupy.py" "${SIZE:-67108864}" "${SIDE:-8192}" "${RUNS:-31}" "$@" >>"$results"
  java --enable-native-access=ALL-UNNAMED -Xmx4g -cp "$jar" \
    dev.gpukernel.benchmarks.ExpressionReport "${SIZE:-67108864}" "${SIDE:-8192}" "${RUNS:-31}" "$@" >>"$results"
done
sort -s -t, -k3,3 -k1,1 "$results"
