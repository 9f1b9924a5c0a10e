#!/usr/bin/env bash
# Times loops over time steps that the host runs, with several settings of when their launches become graphs, each in a JVM of its own.
#
#   usage: try_repeats.sh [gpukernel-benchmarks.jar]
#
# Environment: RUNS (21).
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
runs="${RUNS:-21}"

report() {
  local name="$1"
  shift
  java --enable-native-access=ALL-UNNAMED "$@" -cp "$jar" dev.gpukernel.benchmarks.RepeatReport "$name" "$runs" ||
    echo "$name failed"
}

report usual
report never -Dgpukernel.repeat.before=2000000000
for launches in 128 256 1024; do report "before=$launches" "-Dgpukernel.repeat.before=$launches"; done
for launches in 32 64 256; do report "together=$launches" "-Dgpukernel.repeat.together=$launches"; done
report period=8 -Dgpukernel.repeat.period=8
report windows=2 -Dgpukernel.repeat.windows=2
report misses=4 -Dgpukernel.repeat.misses=4
