// A repeated access of a warp with a given address per lane, to compare hardware counters with the rules of banks and sectors.
// Launched with one warp.
//
// `zero` is 0, which the compiler cannot know: each address depends on the previous load, so that no access is removed or moved
// out of the loop.

__device__ unsigned parts(unsigned char value)
{
    return value;
}
__device__ unsigned parts(unsigned short value)
{
    return value;
}
__device__ unsigned parts(unsigned value)
{
    return value;
}
__device__ unsigned parts(uint2 value)
{
    return value.x ^ value.y; // every part is used, or the compiler would load less
}
__device__ unsigned parts(uint4 value)
{
    return value.x ^ value.y ^ value.z ^ value.w;
}

template <typename Word>
__device__ void repeat_load(unsigned char* memory, const unsigned* offsets, unsigned first, unsigned mask, unsigned repetitions, unsigned zero, unsigned* sink)
{
    unsigned at = offsets[first + threadIdx.x];
    if (mask >> threadIdx.x & 1) {
#pragma unroll 1
        for (unsigned i = 0; i < repetitions; ++i)
            at += parts(*reinterpret_cast<Word*>(memory + at)) & zero;
    }
    sink[threadIdx.x] = at;
}

template <typename Word>
__device__ void repeat_store(unsigned char* memory, const unsigned* offsets, unsigned first, unsigned mask, unsigned repetitions, unsigned zero, unsigned* sink)
{
    unsigned at = offsets[first + threadIdx.x];
    if (mask >> threadIdx.x & 1) {
#pragma unroll 1
        for (unsigned i = 0; i < repetitions; ++i) {
            *reinterpret_cast<Word*>(memory + at) = Word {};
            at += zero;
        }
    }
    sink[threadIdx.x] = at;
}

extern __shared__ __align__(1024) unsigned char shared_memory[];

#define ACCESS_KERNELS(bytes, Word) \
    extern "C" __global__ void global_load_##bytes( \
        unsigned char* memory, const unsigned* offsets, unsigned first, unsigned mask, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        repeat_load<Word>(memory, offsets, first, mask, repetitions, zero, sink); \
    } \
    extern "C" __global__ void global_store_##bytes( \
        unsigned char* memory, const unsigned* offsets, unsigned first, unsigned mask, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        repeat_store<Word>(memory, offsets, first, mask, repetitions, zero, sink); \
    } \
    extern "C" __global__ void shared_load_##bytes( \
        unsigned char*, const unsigned* offsets, unsigned first, unsigned mask, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        repeat_load<Word>(shared_memory, offsets, first, mask, repetitions, zero, sink); \
    } \
    extern "C" __global__ void shared_store_##bytes( \
        unsigned char*, const unsigned* offsets, unsigned first, unsigned mask, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        repeat_store<Word>(shared_memory, offsets, first, mask, repetitions, zero, sink); \
    }

ACCESS_KERNELS(1, unsigned char)
ACCESS_KERNELS(2, unsigned short)
ACCESS_KERNELS(4, unsigned)
ACCESS_KERNELS(8, uint2)
ACCESS_KERNELS(16, uint4)
