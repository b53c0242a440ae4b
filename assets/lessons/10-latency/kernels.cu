// Latency and what hides it. A thread follows chains through memory: each
// load needs the address that the one before it has brought. The same
// number of loads is spread over many threads with one chain each, or over
// few threads with several.

// `count` chains in one thread, each `steps` long. Dynamic shared memory is
// not used here: requesting it leaves room for fewer resident blocks.
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

// The same without memory: chains of multiplications and additions, whose
// latency is some cycles.
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

// Multiply-adds and hardly anything else: each needs the result of the one
// before it, so a warp issues one per latency of a register.
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
