"""Expressions over arrays with CuPy, as ExpressionReport has them. usage: expressions_cupy.py size side runs [name...]"""

import statistics
import sys
import time

import numpy as np

np.row_stack = np.vstack
import cupy as cp  # noqa: E402

WARM_UPS = 10
HOST_RUNS = 2_000


def tell(name, library, size, expression):
    start, end = cp.cuda.Event(), cp.cuda.Event()
    times = []
    for run in range(WARM_UPS + runs):
        expression()
        start.record()
        expression()
        end.record()
        end.synchronize()
        times.append(cp.cuda.get_elapsed_time(start, end))
    print(f"{library},{size},{name}_ms,{statistics.median(times[WARM_UPS:]):.6f}", flush=True)


@cp.fuse()
def fused(x, y):
    return x * np.float32(3) + cp.sin(y) * np.float32(2) - np.float32(1)


def mask_write(m):
    copy = m.copy()
    copy[m > 0.5] = 0
    return copy


def host(x, y):
    x, y = x[:256], y[:256]
    for _ in range(2):
        cp.cuda.runtime.deviceSynchronize()
        start = time.perf_counter()
        for _ in range(HOST_RUNS):
            cp.abs(cp.maximum(x * 3 + y - 1, 0) * y + x) - y * 2 + 1
        cp.cuda.runtime.deviceSynchronize()
        micros = (time.perf_counter() - start) * 1e6 / HOST_RUNS
    print(f"cupy,256,host_us,{micros / 10:.6f}", flush=True)


size, side, runs = (int(text) for text in sys.argv[1:4])
x = (cp.arange(size) % 1021).astype(cp.float32)
y = (cp.arange(size) % 509).astype(cp.float32)
m = ((cp.arange(side * side) % 1021).astype(cp.float32) / np.float32(1021)).reshape(side, side)
v = (cp.arange(side) % 509).astype(cp.float32)
vectors = {
    "copy": ("cupy", lambda: x.copy()),
    "add": ("cupy", lambda: x + y),
    "chain": ("cupy", lambda: x * np.float32(3) + cp.sin(y) * np.float32(2) - np.float32(1)),
    "chain ": ("cupy-fuse", lambda: fused(x, y)),
}
matrices = {
    "matrix_vector": lambda: m + v,
    "centre": lambda: m - m.mean(axis=0),
    "mask_write": lambda: mask_write(m),
    "select": lambda: m[m > 0.5],
    "sum": lambda: m.sum(),
    "sum0": lambda: m.sum(axis=0),
    "sum1": lambda: m.sum(axis=1),
    "argmax1": lambda: m.argmax(axis=1),
    "cumsum": lambda: cp.cumsum(x),
}
wanted = sys.argv[4:]
for name, (library, expression) in vectors.items():
    if not wanted or name.strip() in wanted:
        tell(name.strip(), library, size, expression)
for name, expression in matrices.items():
    if not wanted or name in wanted:
        tell(name, "cupy", side * side, expression)
if not wanted or "host" in wanted:
    host(x, y)
