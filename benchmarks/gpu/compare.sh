#!/usr/bin/env bash
# Runs the vector addition in every language that this machine has, two rounds in turn, and prints one table.
#
#   usage: compare.sh [gpukernel-benchmarks.jar]
#
# Environment: SIZE (2^28), RUNS (51), LAUNCHES (100000), ROUNDS (2), ARCH (native), PYTHON (python3), and RESULTS, a file
# that keeps the single measurements.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
size="${SIZE:-268435456}"
runs="${RUNS:-51}"
launches="${LAUNCHES:-100000}"
rounds="${ROUNDS:-2}"
python="${PYTHON:-python3}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
results="${RESULTS:-$work/results.csv}"
: >"$results"
# Three vectors, once more if the CPU stands in for the GPU, and room for the rest.
heap_mib=$((size * 24 / 1048576 + 1024))

say() { echo "$*" >&2; }
# The last line of an error that is not indented: below it are stack frames, above it what led there.
reason() { grep '^[^[:space:]]' "$work/err" | tail -n 1 || true; }

contestants=()

if ! command -v java >/dev/null; then
  say "compare.sh needs java (25 or newer) on the PATH, if only to print the table"
  exit 1
elif [ ! -f "$jar" ]; then
  say "compare.sh needs $jar: build it with 'mvn -pl benchmarks -am package', or name it as the argument"
  exit 1
fi

if ! command -v nvcc >/dev/null; then
  say "left out: nvcc, not on the PATH"
elif ! nvcc -O3 -arch="${ARCH:-native}" -o "$work/vector_add" "$here/vector_add.cu" 2>"$work/err"; then
  say "left out: nvcc, $(reason)"
else
  contestants+=(nvcc)
fi
contestants+=(gpukernel)
for library in numba cupy; do
  if ! command -v "$python" >/dev/null; then
    say "left out: $library, no $python on the PATH"
  elif ! "$python" -c "import numpy as np; np.row_stack = np.vstack; import $library" 2>"$work/err"; then
    say "left out: $library, $(reason)"
  else
    contestants+=("$library")
  fi
done

run() {
  case "$1" in
    nvcc) "$work/vector_add" "$size" "$runs" "$launches" ;;
    gpukernel)
      java --enable-native-access=ALL-UNNAMED "-Xmx${heap_mib}m" -cp "$jar" \
        dev.gpukernel.benchmarks.VectorAddReport "$size" "$runs" "$launches"
      ;;
    *) "$python" "$here/vector_add_$1.py" "$size" "$runs" "$launches" ;;
  esac
}

# One contestant that fails does not take the others with it.
failed=" "
for ((round = 1; round <= rounds; round++)); do
  for contestant in "${contestants[@]}"; do
    case "$failed" in *" $contestant "*) continue ;; esac
    say "round $round of $rounds: $contestant"
    if run "$contestant" >"$work/out" 2>"$work/err"; then
      cat "$work/out" >>"$results"
    else
      say "left out: $contestant, $(reason)"
      failed="$failed$contestant "
    fi
  done
done

say ""
echo "vector addition, $size floats, median of $runs kernels and $rounds rounds"
java -cp "$jar" dev.gpukernel.benchmarks.CompareTable <"$results"
