"""Products of matrices (cuBLAS), sorts (CUB) and random numbers with CuPy. usage: arrays_cupy.py operation size runs"""

import statistics
import sys

import numpy as np

np.row_stack = np.vstack
import cupy as cp  # noqa: E402

WARM_UPS = 5


def operation(name, size):
    """Returns what is timed."""
    cp.random.seed(7)
    if name in ("matmul32", "matmul64"):
        dtype = cp.float32 if name == "matmul32" else cp.float64
        a = cp.random.random((size, size), dtype=dtype) - dtype(0.5)
        b = cp.random.random((size, size), dtype=dtype) - dtype(0.5)
        return lambda: a @ b
    if name == "uniform":
        return lambda: cp.random.random(size, dtype=cp.float32)
    if name == "normal":
        return lambda: cp.random.standard_normal(size, dtype=cp.float32)
    if name == "sortFloats":
        x = cp.random.random(size, dtype=cp.float32) - cp.float32(0.5)
        return lambda: cp.sort(x)
    if name == "unique":
        x = cp.random.randint(0, size // 2, size, dtype=cp.int32)
        return lambda: cp.unique(x, return_counts=True)
    x = cp.random.randint(-(1 << 31), (1 << 31) - 1, size, dtype=cp.int32)
    return (lambda: cp.argsort(x)) if name == "sortPairs" else (lambda: cp.sort(x))


def main():
    name, size, runs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    body = operation(name, size)
    start, end = cp.cuda.Event(), cp.cuda.Event()
    times = []
    for run in range(WARM_UPS + runs):
        body()
        start.record()
        body()
        end.record()
        end.synchronize()
        if run >= WARM_UPS:
            times.append(cp.cuda.get_elapsed_time(start, end))
    print(f"cupy,{size},kernel_ms,{statistics.median(times):.6f}", flush=True)


main()
