#!/usr/bin/env bash
# Multiplies matrices, sorts and makes random numbers with arrays with shapes, and with CuPy, in turn. Without CuPy, only GpuKernel's are run.
#
#   usage: compare_arrays.sh [gpukernel-benchmarks.jar]
#
# Environment: RUNS (31), ROUNDS (3), PYTHON (python3).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
python="${PYTHON:-python3}"
runs="${RUNS:-31}"
rounds="${ROUNDS:-3}"
results="$(mktemp)"
trap 'rm -f "$results"' EXIT

if ! "$python" -c 'import numpy as np; np.row_stack = np.vstack; import cupy' 2>/dev/null; then
  echo "CuPy is not there: without it" >&2
  python=""
fi

for operation in matmul32:1024 matmul32:4096 matmul64:4096 sortInts:134217728 sortFloats:134217728 sortPairs:134217728 \
  unique:67108864 uniform:67108864 normal:67108864; do
  name="${operation%:*}"
  size="${operation#*:}"
  : >"$results"
  for ((round = 1; round <= rounds; round++)); do
    if [ -n "$python" ]; then "$python" "$here/arrays_cupy.py" "$name" "$size" "$runs" >>"$results"; fi
    java --enable-native-access=ALL-UNNAMED -Xmx16g -cp "$jar" \
      dev.gpukernel.benchmarks.ArrayReport "$name" "$size" "$runs" >>"$results"
  done
  echo
  echo "$name, $size, median of $runs runs and $rounds rounds"
  java -cp "$jar" dev.gpukernel.benchmarks.CompareTable cupy <"$results"
done
