#include "affine.h"

template <typename T> __global__ void affine(T *data, T factor, T summand, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] = AFFINE(data[i]);
    }
}
