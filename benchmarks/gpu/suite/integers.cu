// Twins of Integers.
#include "twins.cuh"

__constant__ unsigned sha[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

__device__ __forceinline__ unsigned rotateRight(unsigned x, int n) { return x >> n | x << (32 - n); }
__device__ __forceinline__ unsigned rotateLeft(unsigned x, int n) { return x << n | x >> (32 - n); }

__global__ void collatz(int first, int *__restrict__ steps, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    long long n = (long long)first + i;
    int done = 0;
    while (n > 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        done++;
    }
    steps[i] = done;
}
TWIN(collatz)

__global__ void gcd(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], y = b[i];
    while (y != 0) {
        int rest = x % y;
        x = y;
        y = rest;
    }
    out[i] = x;
}
TWIN(gcd)

__global__ void hamming(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __popc(a[i] ^ b[i]);
}
TWIN(hamming)

__global__ void bitReverse(int bits, const float *__restrict__ in, float *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[__brev(i) >> (32 - bits)];
}
TWIN(bitReverse)

__global__ void divide64(const long long *__restrict__ a, const long long *__restrict__ b,
                         long long *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] / 10 + a[i] % 1000 + a[i] / (b[i] | 1);
}
TWIN(divide64)

__global__ void digits(const int *__restrict__ in, int *__restrict__ out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int n = in[i], sum = 0;
    while (n > 0) {
        sum += n % 10;
        n /= 10;
    }
    out[i] = sum;
}
TWIN(digits)

__global__ void crc32(int length, const int *__restrict__ table, const unsigned char *__restrict__ data,
                      int *__restrict__ sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned crc = ~0u;
    for (int k = 0; k < length; k++) crc = crc >> 8 ^ table[(crc ^ data[i * length + k]) & 0xff];
    sums[i] = ~crc;
}
TWIN(crc32)

__global__ void sha256(int n, const int *__restrict__ in, int *__restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w[64];
    for (int t = 0; t < 16; t++) w[t] = in[t * n + i];
    for (int t = 16; t < 64; t++) {
        unsigned x = w[t - 15], y = w[t - 2];
        unsigned s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ x >> 3;
        unsigned s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ y >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    unsigned a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    unsigned e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
    for (int t = 0; t < 64; t++) {
        unsigned s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
        unsigned t1 = h + s1 + ((e & f) ^ (~e & g)) + sha[t] + w[t];
        unsigned s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
        unsigned t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    out[i] = 0x6a09e667 + a;
    out[n + i] = 0xbb67ae85 + b;
    out[2 * n + i] = 0x3c6ef372 + c;
    out[3 * n + i] = 0xa54ff53a + d;
    out[4 * n + i] = 0x510e527f + e;
    out[5 * n + i] = 0x9b05688c + f;
    out[6 * n + i] = 0x1f83d9ab + g;
    out[7 * n + i] = 0x5be0cd19 + h;
}
TWIN(sha256)

__global__ void murmur(int words, int seed, const int *__restrict__ keys, int *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = seed;
    for (int k = 0; k < words; k++) {
        h ^= rotateLeft(keys[k * n + i] * 0xcc9e2d51u, 15) * 0x1b873593u;
        h = rotateLeft(h, 13) * 5 + 0xe6546b64u;
    }
    h ^= 4 * words;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    out[i] = h ^ h >> 16;
}
TWIN(murmur)

__device__ __forceinline__ int twice(int x) { return x << 1 ^ (x >> 7) * 0x11b; }

__global__ void cipherRound(const unsigned char *__restrict__ box, const int *__restrict__ key,
                            const int *__restrict__ in, int *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int c = 0; c < 4; c++) {
        int a = box[in[4 * i + c] & 0xff];
        int b = box[in[4 * i + ((c + 1) & 3)] >> 8 & 0xff];
        int d = box[in[4 * i + ((c + 2) & 3)] >> 16 & 0xff];
        int e = box[in[4 * i + ((c + 3) & 3)] >> 24 & 0xff];
        int w = twice(a) ^ twice(b) ^ b ^ d ^ e;
        int x = a ^ twice(b) ^ twice(d) ^ d ^ e;
        int y = a ^ b ^ twice(d) ^ twice(e) ^ e;
        int z = twice(a) ^ a ^ b ^ d ^ twice(e);
        out[4 * i + c] = (w | x << 8 | y << 16 | z << 24) ^ key[c];
    }
}
TWIN(cipherRound)

__global__ void base64(const unsigned char *__restrict__ alphabet, const unsigned char *__restrict__ in,
                       unsigned char *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int word = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    out[4 * i] = alphabet[word >> 18];
    out[4 * i + 1] = alphabet[word >> 12 & 63];
    out[4 * i + 2] = alphabet[word >> 6 & 63];
    out[4 * i + 3] = alphabet[word & 63];
}
TWIN(base64)

__global__ void primes(int n, int *__restrict__ result) {
    int i = 2 + blockIdx.x * blockDim.x + threadIdx.x;
    bool prime = i < n;
    for (int d = 2; prime && d * d <= i; d++) prime = i % d != 0;
    int count = prime;
    for (int delta = 16; delta > 0; delta /= 2) count += __shfl_down_sync(~0u, count, delta);
    if (threadIdx.x % 32 == 0 && count > 0) atomicAdd(result, count);
}
TWIN(primes)

__global__ void knapsackRow(int weight, int value, const int *__restrict__ before, int *__restrict__ now, int n) {
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= n) return;
    now[w] = w >= weight ? max(before[w], before[w - weight] + value) : before[w];
}
TWIN(knapsackRow)

__global__ void levenshtein(int diagonal, const unsigned char *__restrict__ a, const unsigned char *__restrict__ b,
                            const int *__restrict__ before, const int *__restrict__ last, int *__restrict__ now,
                            int lengthA, int lengthB) {
    int i = max(1, diagonal - lengthB) + blockIdx.x * blockDim.x + threadIdx.x;
    if (i > min(lengthA, diagonal - 1)) return;
    int cost = a[i - 1] == b[diagonal - i - 1] ? 0 : 1;
    now[i] = min(min(last[i - 1], last[i]) + 1, before[i - 1] + cost);
}
TWIN(levenshtein)

__global__ void needleman(int diagonal, int penalty, const int *__restrict__ scores,
                          const unsigned char *__restrict__ a, const unsigned char *__restrict__ b,
                          const int *__restrict__ before, const int *__restrict__ last, int *__restrict__ now,
                          int lengthA, int lengthB) {
    int i = max(1, diagonal - lengthB) + blockIdx.x * blockDim.x + threadIdx.x;
    if (i > min(lengthA, diagonal - 1)) return;
    int match = before[i - 1] + scores[a[i - 1] * 24 + b[diagonal - i - 1]];
    now[i] = max(match, max(last[i - 1], last[i]) - penalty);
}
TWIN(needleman)

__global__ void xorshift(int rounds, const long long *__restrict__ states, long long *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = states[i], sum = 0;
    for (int k = 0; k < rounds; k++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        sum += x;
    }
    out[i] = sum;
}
TWIN(xorshift)

__global__ void xtea(const int *__restrict__ key, const int *__restrict__ in, int *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = in[2 * i], b = in[2 * i + 1], sum = 0;
    for (int round = 0; round < 32; round++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
        sum += 0x9e3779b9u;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
    }
    out[2 * i] = a;
    out[2 * i + 1] = b;
}
TWIN(xtea)
