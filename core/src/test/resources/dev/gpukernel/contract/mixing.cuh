#include "mixing_constants.cuh"

// Two functions of one source, one of them a template in a namespace, and what they share.
__device__ static unsigned turned(unsigned value, int by) {
    return value << by | value >> (32 - by);
}

__device__ static int mixed(int value, int with) {
    return (int) (turned((unsigned) value * FACTOR, 7) ^ (unsigned) with);
}

namespace mixing {
template <typename T> __device__ T folded(T value) noexcept {
    return (value ^ value >> 16) * SHIFT;
}
}
