#!/usr/bin/env bash
# Times kernels that GpuKernel has TornadoVM run beside the same kernels written for TornadoVM by hand (benchmarks/tornado), in one JVM.
#
#   usage: TORNADOVM_HOME=... compare_tornado.sh [gpukernel-core.jar]
#
# Environment: TORNADOVM_HOME, where its SDK is; JAVA_HOME, of the JDK for it; RUNS (51); WARM_UPS (200), runs
# before these that are not timed; SIZE (2^27); OPTIONS, more for the JVM.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
jar="${1:-$here/../target/gpukernel-benchmarks.jar}"
bin="${JAVA_HOME:+$JAVA_HOME/bin/}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

"${bin}javac" -g -proc:none -d "$work" -cp "$jar:$TORNADOVM_HOME/share/java/tornado/*" "$here"/../tornado/*.java
# shellcheck disable=SC2086
"${bin}java" "@$TORNADOVM_HOME/tornado-argfile" --enable-native-access=ALL-UNNAMED -Xmx16g -Dtornado.device.memory=32GB ${OPTIONS:-} \
  -cp "$work:$jar" TornadoCompare "${RUNS:-51}" "${SIZE:-134217728}" "${WARM_UPS:-200}"
