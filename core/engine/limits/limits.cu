// What a GPU can do at the most: kernels that do one thing and hardly anything else. core/engine/limits/limit_probes.cpp launches
// them.

// Copies 16 bytes a lane, four times at once.
extern "C" __global__ void copy(const uint4* from, uint4* to, unsigned count)
{
    unsigned stride = gridDim.x * blockDim.x;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 3 * stride < count; i += 4 * stride) {
        uint4 a = from[i];
        uint4 b = from[i + stride];
        uint4 c = from[i + 2 * stride];
        uint4 d = from[i + 3 * stride];
        to[i] = a;
        to[i + stride] = b;
        to[i + 2 * stride] = c;
        to[i + 3 * stride] = d;
    }
    for (; i < count; i += stride)
        to[i] = from[i];
}

// The same past the caches: what is copied once need not stay there.
extern "C" __global__ void copy_streaming(const uint4* from, uint4* to, unsigned count)
{
    unsigned stride = gridDim.x * blockDim.x;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 3 * stride < count; i += 4 * stride) {
        uint4 a = __ldcs(from + i);
        uint4 b = __ldcs(from + i + stride);
        uint4 c = __ldcs(from + i + 2 * stride);
        uint4 d = __ldcs(from + i + 3 * stride);
        __stcs(to + i, a);
        __stcs(to + i + stride, b);
        __stcs(to + i + 2 * stride, c);
        __stcs(to + i + 3 * stride, d);
    }
    for (; i < count; i += stride)
        __stcs(to + i, __ldcs(from + i));
}

__device__ unsigned mixed(unsigned sum, uint4 value)
{
    return sum ^ value.x ^ value.y ^ value.z ^ value.w;
}

// Reads 16 bytes a lane, eight times at once. `never` is a value that no memory here holds, which no compiler knows.
extern "C" __global__ void read(const uint4* from, unsigned* sink, unsigned count, unsigned never)
{
    unsigned stride = gridDim.x * blockDim.x;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (; i + 7 * stride < count; i += 8 * stride) {
        uint4 values[8];
#pragma unroll
        for (unsigned k = 0; k < 8; ++k)
            values[k] = from[i + k * stride];
#pragma unroll
        for (unsigned k = 0; k < 8; ++k)
            sum = mixed(sum, values[k]);
    }
    for (; i < count; i += stride)
        sum = mixed(sum, from[i]);
    if (sum == never)
        *sink = sum;
}

// Reads 16 bytes a lane of shared memory, 16 times a round, neighbours side by side; `step` is another place each round.
extern "C" __global__ void read_shared(unsigned* sink, unsigned rounds, unsigned step, unsigned never)
{
    __shared__ uint4 words[512];
    for (unsigned i = threadIdx.x; i < 512; i += blockDim.x)
        words[i] = { i, i + 1, i + 2, i + 3 };
    __syncthreads();
    unsigned at = threadIdx.x;
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (unsigned k = 0; k < 16; ++k)
            sum = mixed(sum, words[at + 16 * k]);
        at = (at + step) % 256;
    }
    if (sum == never)
        *sink = sum;
}

// Eight chains of multiply-adds that do not wait for each other, each 16 long a round.
template <typename Number> __device__ void multiply_add(unsigned* sink, unsigned rounds, Number factor, Number addend)
{
    Number sums[8];
#pragma unroll
    for (unsigned k = 0; k < 8; ++k)
        sums[k] = Number(threadIdx.x + k);
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (unsigned i = 0; i < 16; ++i) {
#pragma unroll
            for (unsigned k = 0; k < 8; ++k)
                sums[k] = sums[k] * factor + addend;
        }
    }
    Number sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 8; ++k)
        sum += sums[k];
    if (sum == Number(-1)) // of positive numbers
        *sink = 1;
}

extern "C" __global__ void multiply_add_floats(unsigned* sink, unsigned rounds, float factor, float addend)
{
    multiply_add(sink, rounds, factor, addend);
}

extern "C" __global__ void multiply_add_doubles(unsigned* sink, unsigned rounds, double factor, double addend)
{
    multiply_add(sink, rounds, factor, addend);
}

// Eight chains of reciprocal square roots, each 16 long a round.
extern "C" __global__ void reciprocal_root(unsigned* sink, unsigned rounds)
{
    float roots[8];
#pragma unroll
    for (unsigned k = 0; k < 8; ++k)
        roots[k] = float(threadIdx.x + k + 1);
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (unsigned i = 0; i < 16; ++i) {
#pragma unroll
            for (unsigned k = 0; k < 8; ++k)
                asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(roots[k])); // rsqrtf() would care for tiny numbers
        }
    }
    float sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 8; ++k)
        sum += roots[k];
    if (sum < 0)
        *sink = 1;
}

// Multiply-adds and logic by turns, which many GPUs do on units of their own: how many instructions are issued at the most.
extern "C" __global__ void issue(unsigned* sink, unsigned rounds, float factor, float addend)
{
    float sums[4];
    unsigned bits[4];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
        sums[k] = float(threadIdx.x + k);
        bits[k] = threadIdx.x + k;
    }
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (unsigned i = 0; i < 16; ++i) {
#pragma unroll
            for (unsigned k = 0; k < 4; ++k) {
                sums[k] = sums[k] * factor + addend;
                bits[k] = ~(bits[k] & bits[(k + 1) % 4]); // one instruction, and nothing that a compiler could fold
            }
        }
    }
    float sum = 0;
    unsigned all = 0;
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
        sum += sums[k];
        all |= bits[k];
    }
    if (sum == -1.0f || all == 0xdeadbeef)
        *sink = 1;
}

extern "C" __global__ void nothing() { }
