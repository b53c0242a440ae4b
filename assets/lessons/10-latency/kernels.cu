// Latency and how to hide it. A thread follows chains through memory: each
// load needs the address that the previous load returns. The same number of
// loads is distributed among many threads with one chain each, or among few
// threads with several chains each.

// `count` chains per thread, `steps` loads per chain. The kernel does not use dynamic
// shared memory: requesting it reduces the number of resident blocks.
template <int count>
__global__ void follow(const int* next, int* reached, int threads, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    int at[count];
#pragma unroll
    for (int chain = 0; chain < count; ++chain)
        at[chain] = i + chain * threads;
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int chain = 0; chain < count; ++chain)
            at[chain] = next[at[chain]];
    }
#pragma unroll
    for (int chain = 0; chain < count; ++chain)
        reached[i + chain * threads] = at[chain];
}

template __global__ void follow<1>(const int*, int*, int, int);
template __global__ void follow<2>(const int*, int*, int, int);
template __global__ void follow<4>(const int*, int*, int, int);
template __global__ void follow<8>(const int*, int*, int, int);

// Arithmetic instead of loads: chains of multiplications and additions, with a
// latency of a few cycles.
template <int count>
__global__ void calculate(const int* start, int* reached, int threads, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    unsigned int value[count];
#pragma unroll
    for (int chain = 0; chain < count; ++chain)
        value[chain] = start[i + chain * threads];
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int chain = 0; chain < count; ++chain)
            value[chain] = value[chain] * 5 + step;
    }
#pragma unroll
    for (int chain = 0; chain < count; ++chain)
        reached[i + chain * threads] = value[chain] & 0xffff;
}

template __global__ void calculate<1>(const int*, int*, int, int);
template __global__ void calculate<4>(const int*, int*, int, int);

// Multiply-adds and hardly anything else: each needs the result of the previous
// one, so a warp issues one per instruction latency.
__global__ void multiply_add(const int* start, float* halved, int threads, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    float value = start[i];
#pragma unroll 16
    for (int step = 0; step < steps; ++step)
        value = value * 0.5f + 1.0f;
    halved[i] = value;
}
