// Kernels that measure the peak rate of a single operation each. core/engine/limits/limit_probes.cpp launches them.

// Copies 16 bytes per lane, four copies in flight.
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

// The same bypassing the caches, because data copied once need not be cached.
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

// Reads 16 bytes per lane, eight loads in flight. `never` is a value that does not occur in the memory, which the compiler cannot
// know.
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

// Reads 16 bytes per lane from shared memory, 16 times per round, contiguous across lanes; `step` changes the position each
// round.
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

// Eight independent chains of multiply-adds, each 16 long per round.
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

// Eight chains of reciprocal square roots, each 16 long per round.
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
                asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(roots[k])); // rsqrtf() would handle denormal numbers
        }
    }
    float sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 8; ++k)
        sum += roots[k];
    if (sum < 0)
        *sink = 1;
}

// Alternating multiply-adds and logic instructions, which many GPUs execute on separate units: measures the issue rate.
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
                bits[k] = ~(bits[k] & bits[(k + 1) % 4]); // one instruction that the compiler cannot fold
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
