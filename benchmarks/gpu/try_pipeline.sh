#!/usr/bin/env bash
# Runs a plain loop over large host arrays with several sizes of the pipeline that moves them, each in a JVM of its own, and prints where
# the time goes for the usual ones.
#
#   usage: try_pipeline.sh [gpukernel-benchmarks.jar]
#
# Environment: SIZE (2^26), RUNS (11).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
size="${SIZE:-67108864}"
runs="${RUNS:-11}"

# Runs the report: a name, a number of elements, options of Java.
report() {
  local name="$1" elements="$2"
  shift 2
  java --enable-native-access=ALL-UNNAMED -Xms3g -Xmx3g "$@" -cp "$jar" \
    dev.gpukernel.benchmarks.LargeArraysReport "$elements" "$runs" 0 "$name" || echo "$name failed"
}

lscpu | grep -E 'Model name|Thread|Core|Socket|NUMA|L3' || true
echo "cores of this process: $(nproc)"

report usual "$size"
report whole "$size" -Dgpukernel.pipeline.piece=1099511627776
for bytes in 524288 2097152 4194304; do
  report "chunk=$bytes" "$size" "-Dgpukernel.pipeline.chunk=$bytes"
done
for threads in 8 12 24; do
  report "threads=$threads" "$size" "-Dgpukernel.pipeline.threads=$threads"
done
for bytes in 8388608 16777216 67108864; do
  report "piece=$bytes" "$size" "-Dgpukernel.pipeline.piece=$bytes"
done
report pieces=12 "$size" -Dgpukernel.pipeline.pieces=12
report chunks=32 "$size" -Dgpukernel.pipeline.chunks=32
report huge-pages "$size" -XX:+UseTransparentHugePages
report large-chunks-small-pieces "$size" -Dgpukernel.pipeline.chunk=4194304 -Dgpukernel.pipeline.piece=16777216
# From which size on pieces pay.
for elements in 2097152 8388608 16777216; do
  report whole "$elements" -Dgpukernel.pipeline.piece=1099511627776
  report piece=4194304 "$elements" -Dgpukernel.pipeline.piece=4194304
  report piece=8388608 "$elements" -Dgpukernel.pipeline.piece=8388608
done
echo "where the time goes:"
report traced "$size" -Dgpukernel.pipeline.trace=true 2>&1 | tail -n 30
