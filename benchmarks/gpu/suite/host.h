// CUDA C's words for a C++ compiler, so that twins run where there is no GPU and no nvcc: their results are compared there, nothing is
// timed. Threads of a block are coroutines, which take turns at barriers.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <ucontext.h>
#include <utility>
#include <vector>

#define __global__ static
#define __device__ static
#define __forceinline__ inline
#define __restrict__
#define __shared__ static
#define __constant__ static const
#define __launch_bounds__(...)

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct float2 { float x, y; };
struct double2 { double x, y; };
struct int2 { int x, y; };
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline double2 make_double2(double x, double y) { return {x, y}; }

// The threads of a block, or of a warp, that wait for each other.
struct HostGroup {
    int size, arrived, phase;
};

struct HostBlock {
    std::vector<ucontext_t> threads;
    std::vector<std::vector<char>> stacks;
    std::vector<bool> ended;
    std::vector<HostGroup> warps;
    std::vector<double> values;
    HostGroup all;
    ucontext_t scheduler;
    int current;
    void (*body)(void *);
    void *state;
};

inline HostBlock &hostBlock() {
    static HostBlock block;
    return block;
}
inline dim3 &hostThread() { static dim3 value; return value; }
inline dim3 &hostBlockIdx() { static dim3 value; return value; }
inline dim3 &hostBlockDim() { static dim3 value; return value; }
inline dim3 &hostGridDim() { static dim3 value; return value; }
#define threadIdx (hostThread())
#define blockIdx (hostBlockIdx())
#define blockDim (hostBlockDim())
#define gridDim (hostGridDim())

inline void hostYield() {
    HostBlock &block = hostBlock();
    dim3 self = hostThread();
    swapcontext(&block.threads[block.current], &block.scheduler);
    hostThread() = self;
}

inline void hostWait(HostGroup &group) {
    int phase = group.phase;
    if (++group.arrived >= group.size) {
        group.arrived = 0;
        group.phase++;
    } else {
        while (group.phase == phase) hostYield();
    }
}

inline void hostLeave(HostGroup &group) {
    group.size--;
    if (group.arrived > 0 && group.arrived >= group.size) {
        group.arrived = 0;
        group.phase++;
    }
}

inline void hostThreadMain() {
    HostBlock &block = hostBlock();
    int self = block.current;
    block.body(block.state);
    block.ended[self] = true;
    hostLeave(block.warps[self / 32]);
    hostLeave(block.all);
    swapcontext(&block.threads[self], &block.scheduler);
}

inline void hostRunBlock(int count, void (*body)(void *), void *state) {
    HostBlock &block = hostBlock();
    block.threads.resize(std::max((int)block.threads.size(), count));
    while ((int)block.stacks.size() < count) block.stacks.emplace_back(256 * 1024);
    block.ended.assign(count, false);
    block.values.assign(count, 0);
    block.warps.clear();
    for (int warp = 0; warp * 32 < count; warp++) block.warps.push_back({std::min(32, count - warp * 32), 0, 0});
    block.all = {count, 0, 0};
    block.body = body;
    block.state = state;
    for (int i = 0; i < count; i++) {
        getcontext(&block.threads[i]);
        block.threads[i].uc_stack.ss_sp = block.stacks[i].data();
        block.threads[i].uc_stack.ss_size = block.stacks[i].size();
        block.threads[i].uc_link = nullptr;
        makecontext(&block.threads[i], hostThreadMain, 0);
    }
    for (int left = count; left > 0;) {
        for (int i = 0; i < count; i++) {
            if (block.ended[i]) continue;
            block.current = i;
            dim3 shape = blockDim;
            hostThread() = dim3(i % shape.x, i / shape.x % shape.y, i / shape.x / shape.y);
            swapcontext(&block.scheduler, &block.threads[i]);
            if (block.ended[i]) left--;
        }
    }
}

template <class... A> struct HostCall {
    void (*kernel)(A...);
    void **arguments;

    template <size_t... I> void call(std::index_sequence<I...>) { kernel(*(A *)arguments[I]...); }
    static void body(void *state) { ((HostCall *)state)->call(std::index_sequence_for<A...>()); }
};

template <class... A> void hostLaunch(void (*kernel)(A...), dim3 grid, dim3 block, void **arguments) {
    HostCall<A...> call{kernel, arguments};
    hostGridDim() = grid;
    hostBlockDim() = block;
    for (unsigned z = 0; z < grid.z; z++) {
        for (unsigned y = 0; y < grid.y; y++) {
            for (unsigned x = 0; x < grid.x; x++) {
                hostBlockIdx() = dim3(x, y, z);
                hostRunBlock(block.x * block.y * block.z, HostCall<A...>::body, &call);
            }
        }
    }
}

static inline void __syncthreads() { hostWait(hostBlock().all); }
static inline void __threadfence() {}

template <class T> T hostShuffle(T value, int lane) {
    HostBlock &block = hostBlock();
    int self = block.current, first = self / 32 * 32;
    std::memcpy(&block.values[self], &value, sizeof value);
    hostWait(block.warps[self / 32]);
    T result;
    std::memcpy(&result, &block.values[lane >= 0 && lane < 32 ? first + lane : self], sizeof result);
    hostWait(block.warps[self / 32]);
    return result;
}
template <class T> T __shfl_down_sync(unsigned, T value, int delta) {
    return hostShuffle(value, hostBlock().current % 32 + delta);
}
template <class T> T __shfl_up_sync(unsigned, T value, int delta) {
    return hostShuffle(value, hostBlock().current % 32 - delta);
}
template <class T> T __shfl_xor_sync(unsigned, T value, int mask) {
    return hostShuffle(value, hostBlock().current % 32 ^ mask);
}
template <class T> T __shfl_sync(unsigned, T value, int lane) { return hostShuffle(value, lane); }

template <class T> T hostAdd(T *place, T value) {
    T old = *place;
    *place = old + value;
    return old;
}
static inline int atomicAdd(int *place, int value) { return hostAdd(place, value); }
static inline unsigned atomicAdd(unsigned *place, unsigned value) { return hostAdd(place, value); }
static inline unsigned long long atomicAdd(unsigned long long *place, unsigned long long value) {
    return hostAdd(place, value);
}
static inline float atomicAdd(float *place, float value) { return hostAdd(place, value); }
static inline double atomicAdd(double *place, double value) { return hostAdd(place, value); }
static inline int atomicMax(int *place, int value) {
    int old = *place;
    *place = std::max(old, value);
    return old;
}

static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
static inline unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
static inline float rsqrtf(float x) { return 1 / sqrtf(x); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
static inline unsigned __brev(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; i++) r |= (x >> i & 1) << (31 - i);
    return r;
}
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned n) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (n & 31));
}
static inline int __float_as_int(float x) {
    int bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline float __int_as_float(int bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

// The part of the runtime that the runner calls.
typedef int cudaError_t;
enum { cudaSuccess = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
typedef int cudaEvent_t;
static inline const char *cudaGetErrorString(cudaError_t) { return "error"; }
template <class T> cudaError_t cudaMalloc(T **memory, size_t bytes) {
    *memory = (T *)std::malloc(bytes);
    return *memory ? cudaSuccess : 2;
}
static inline cudaError_t cudaFree(void *memory) {
    std::free(memory);
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int) {
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}
static inline cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes) {
    std::memset(to, value, bytes);
    return cudaSuccess;
}
static inline cudaError_t cudaGetLastError() { return cudaSuccess; }
static inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
static inline cudaError_t cudaEventCreate(cudaEvent_t *) { return cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventElapsedTime(float *millis, cudaEvent_t, cudaEvent_t) {
    *millis = 1;
    return cudaSuccess;
}
struct cudaFuncAttributes {
    int numRegs;
    size_t localSizeBytes, sharedSizeBytes;
};
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *) {
    *attributes = {0, 0, 0};
    return cudaSuccess;
}
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int, size_t) {
    *blocks = 0;
    return cudaSuccess;
}
