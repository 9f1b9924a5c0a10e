"""The vector addition with Numba. usage: vector_add_numba.py [size [runs [launches]]]"""

import numpy as np

np.row_stack = np.vstack  # gone from NumPy 2.5, still used by Numba

from numba import cuda  # noqa: E402

import measure  # noqa: E402

NAME = "numba"


@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


def main():
    size, runs, launches = measure.arguments()
    a, b = measure.random_vectors(size)
    c = np.zeros(size, dtype=np.float32)
    configured = add[measure.blocks(size), measure.BLOCK]

    da, db, dc = cuda.to_device(a), cuda.to_device(b), cuda.to_device(c)
    start, end = cuda.event(timing=True), cuda.event(timing=True)

    def timed_launch():
        configured(da, db, dc)  # keeps the device busy while the host enqueues the launch that is timed
        start.record()
        configured(da, db, dc)
        end.record()
        end.synchronize()
        return cuda.event_elapsed_time(start, end)

    measure.kernel_time(NAME, size, runs, timed_launch)
    measure.check(a, b, dc.copy_to_host())

    tiny = [cuda.to_device(np.zeros(measure.TINY, dtype=np.float32)) for _ in range(3)]
    one_block = add[1, measure.TINY]
    measure.launch_cost(NAME, launches, lambda: one_block(*tiny), cuda.synchronize)

    # Numba moves every array both ways.
    measure.host_call(NAME, size, lambda: configured(a, b, c))
    measure.check(a, b, c)


main()
