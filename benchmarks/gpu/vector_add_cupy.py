"""The vector addition with CuPy, as CUDA C source and as a + b. usage: vector_add_cupy.py [size [runs [launches]]]"""

import cupy as cp
import numpy as np

import measure

SOURCE = """
extern "C" __global__ void add(const float *a, const float *b, float *c, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        c[i] = a[i] + b[i];
    }
}
"""
KERNEL = cp.RawKernel(SOURCE, "add")


def add_raw(a, b, c):
    KERNEL((measure.blocks(c.size),), (measure.BLOCK,), (a, b, c, np.int32(c.size)))


def add_plain(a, b, c):
    cp.add(a, b, out=c)  # a + b, without an allocation that the others do not have either


def measure_one(name, add, size, runs, launches):
    a, b = measure.random_vectors(size)
    da, db, dc = cp.asarray(a), cp.asarray(b), cp.zeros(size, dtype=cp.float32)
    start, end = cp.cuda.Event(), cp.cuda.Event()

    def timed_launch():
        add(da, db, dc)  # keeps the device busy while the host enqueues the launch that is timed
        start.record()
        add(da, db, dc)
        end.record()
        end.synchronize()
        return cp.cuda.get_elapsed_time(start, end)

    measure.kernel_time(name, size, runs, timed_launch)
    measure.check(a, b, cp.asnumpy(dc))

    tiny = [cp.zeros(measure.TINY, dtype=cp.float32) for _ in range(3)]
    measure.launch_cost(name, launches, lambda: add(*tiny), cp.cuda.runtime.deviceSynchronize)

    c = np.zeros(size, dtype=np.float32)

    def host_call():
        da.set(a)
        db.set(b)
        add(da, db, dc)
        dc.get(out=c)

    measure.host_call(name, size, host_call)
    measure.check(a, b, c)


def main():
    size, runs, launches = measure.arguments()
    measure_one("cupy-raw", add_raw, size, runs, launches)
    measure_one("cupy", add_plain, size, runs, launches)


main()
