// The cost of an instruction. Each thread repeats one operation on a value
// in a register, so that memory has no influence. The number of rounds is a
// kernel argument, so that the compiler cannot compute the result in
// advance.

// The divisor is a kernel argument: the compiler does not know its value.
__global__ void divide(const int* x, int* y, int divisor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int value = x[i];
    unsigned int by = divisor;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = 7 * (value / by) + value % by;
    y[i] = value;
}

// The divisor is a literal: the compiler generates shifts and masks.
__global__ void divide_constant(const int* x, int* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = 7 * (value / 16) + value % 16;
    y[i] = value;
}

// The same, written by hand.
__global__ void shift_mask(const int* x, int* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = 7 * (value >> 4) + (value & 15);
    y[i] = value;
}

__global__ void multiply32(const int* x, int* y, int factor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = (value * factor + round) & 0xfff;
    y[i] = value;
}

// Multiplies the lower 24 bits of both factors: one instruction on CC 1.x,
// usually several since CC 2.0.
__global__ void multiply24(const int* x, int* y, int factor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = (__mul24(value, factor) + round) & 0xfff;
    y[i] = value;
}

// Repeats a function of x. `zero` is 0, which the compiler does not know:
// each round depends on the previous round and gives the same result.
template <typename Function>
__device__ void repeat(const float* x, float* y, float zero, int rounds,
                       Function function)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float argument = x[i];
    float value = 0.0f;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = function(value * zero + argument);
    y[i] = value;
}

__global__ void sin_library(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) { return sinf(a); });
}

__global__ void sin_fast(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) { return __sinf(a); });
}

__global__ void cos_library(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) { return cosf(a); });
}

__global__ void cos_fast(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) { return __cosf(a); });
}

__global__ void exp_library(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) { return expf(a); });
}

__global__ void exp_fast(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) { return __expf(a); });
}

__global__ void sincos_library(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) {
        float sine, cosine;
        sincosf(a, &sine, &cosine);
        return sine + cosine;
    });
}

__global__ void sincos_fast(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) {
        float sine, cosine;
        __sincosf(a, &sine, &cosine);
        return sine + cosine;
    });
}

__global__ void root_divided(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) { return 1.0f / sqrtf(a); });
}

__global__ void root_reciprocal(const float* x, float* y, float zero, int rounds)
{
    repeat(x, y, zero, rounds, [](float a) { return rsqrtf(a); });
}

// One multiply-add per iteration, plus the instructions of the loop.
__global__ void loop_rolled(const float* x, float* y, float factor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = value * factor + 1.0f;
    y[i] = value;
}

// Four multiply-adds per iteration, written out. `rounds` is a multiple of 4.
__global__ void loop_by_hand(const float* x, float* y, float factor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; round += 4) {
        value = value * factor + 1.0f;
        value = value * factor + 1.0f;
        value = value * factor + 1.0f;
        value = value * factor + 1.0f;
    }
    y[i] = value;
}

// Unrolled four times by the compiler, which also handles the remainder.
__global__ void loop_by_pragma(const float* x, float* y, float factor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i];
#pragma unroll 4
    for (int round = 0; round < rounds; ++round)
        value = value * factor + 1.0f;
    y[i] = value;
}
