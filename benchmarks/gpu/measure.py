"""How the Python programs here measure: the same way as VectorAddReport, printing the same lines."""

import statistics
import sys
import time

import numpy as np

BLOCK = 256
TINY = 256
WARM_UPS = 10
HOST_WARM_UPS = 2
HOST_RUNS = 11
LAUNCH_RUNS = 7


def arguments():
    """Returns size, runs and launches."""
    values = [1 << 28, 51, 100_000]
    for index, text in enumerate(sys.argv[1:4]):
        values[index] = int(text)
        if values[index] < 1:
            sys.exit(f"argument {index + 1} is {text}, but must be at least 1")
    return values


def random_vectors(size):
    random = np.random.default_rng(size)
    return [2 * random.random(size, dtype=np.float32) - 1 for _ in range(2)]


def blocks(size):
    return (size + BLOCK - 1) // BLOCK


def check(a, b, c):
    wrong = np.flatnonzero(c != a + b)
    if wrong.size:
        i = wrong[0]
        sys.exit(f"element {i} is {c[i]}, but must be {a[i] + b[i]}")


def kernel_time(name, size, runs, timed_launch):
    """timed_launch launches the kernel between two events and returns the milliseconds between them."""
    times = [timed_launch() for _ in range(WARM_UPS + runs)]
    _tell_time(name, size, "kernel", statistics.median(times[WARM_UPS:]))


def launch_cost(name, launches, launch, synchronize):
    times = []
    for _ in range(2 + LAUNCH_RUNS):
        synchronize()
        start = time.perf_counter()
        for _ in range(launches):
            launch()
        synchronize()
        times.append((time.perf_counter() - start) * 1e6 / launches)
    _tell(name, TINY, "launch_us", statistics.median(times[2:]))


def host_call(name, size, call):
    times = []
    for _ in range(HOST_WARM_UPS + HOST_RUNS):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e3)
    _tell_time(name, size, "host_call", statistics.median(times[HOST_WARM_UPS:]))


def _tell_time(name, size, what, millis):
    _tell(name, size, what + "_ms", millis)
    _tell(name, size, what + "_gb_per_s", 3 * 4 * size / millis / 1e6)


def _tell(name, size, metric, value):
    print(f"{name},{size},{metric},{value:.6f}", flush=True)
