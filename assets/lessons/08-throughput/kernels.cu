// What an instruction costs. Every thread repeats one operation on a value
// in a register, so that memory plays no part; the number of rounds is
// known only when the kernel runs, so that the compiler computes nothing
// beforehand.

// The divisor comes with the launch: the compiler knows nothing about it.
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

// The divisor is written down: the compiler makes shifts and masks of it.
__global__ void divide_constant(const int* x, int* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = 7 * (value / 16) + value % 16;
    y[i] = value;
}

// The same by hand.
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

// The lower 24 bits of both factors: one instruction on CC 1.x, several
// since CC 2.0.
__global__ void multiply24(const int* x, int* y, int factor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = (__mul24(value, factor) + round) & 0xfff;
    y[i] = value;
}

// A function of x, again and again. `zero` is 0, which the compiler does
// not know: each round waits for the one before it and finds the same.
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

// One multiplication and addition per iteration, and the loop around it.
__global__ void loop_rolled(const float* x, float* y, float factor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = value * factor + 1.0f;
    y[i] = value;
}

// Four per iteration, written out; `rounds` is a multiple of four.
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

// Four per iteration, unrolled by the compiler, which also handles the rest.
__global__ void loop_by_pragma(const float* x, float* y, float factor, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i];
#pragma unroll 4
    for (int round = 0; round < rounds; ++round)
        value = value * factor + 1.0f;
    y[i] = value;
}
