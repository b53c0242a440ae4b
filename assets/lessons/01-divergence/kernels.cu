// Warps and divergence. In most kernels the threads take different paths, and
// each thread stores which path it took: a path repeats
// value = value / 2 + number, which approaches 2 * number.

__device__ float walk(float number, int rounds)
{
    float value = 0.0f;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = value * 0.5f + number;
    return value;
}

// First branch on the slide, in blocks of one warp: 16 lanes take one path,
// 16 the other.
__global__ void half_warp_branch(float* path, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x > 15)
        path[i] = walk(1.0f, rounds);
    else
        path[i] = walk(-1.0f, rounds);
}

// Second branch on the slide: the boundary is between two warps.
__global__ void warp_aligned_branch(float* path, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x > warpSize - 1)
        path[i] = walk(1.0f, rounds);
    else
        path[i] = walk(-1.0f, rounds);
}

// Threads are assigned to warps along x first, then y, then z.
__device__ int number_in_block()
{
    int row = threadIdx.z * blockDim.y + threadIdx.y;
    return row * blockDim.x + threadIdx.x;
}

__device__ int number_in_grid()
{
    int size = blockDim.x * blockDim.y * blockDim.z;
    return blockIdx.x * size + number_in_block();
}

// Every second row of the block takes the other path.
__global__ void branch_by_row(float* path, int rounds)
{
    int i = number_in_grid();
    if (threadIdx.y % 2 == 1)
        path[i] = walk(1.0f, rounds);
    else
        path[i] = walk(-1.0f, rounds);
}

// Every second layer of the block takes the other path.
__global__ void branch_by_layer(float* path, int rounds)
{
    int i = number_in_grid();
    if (threadIdx.z % 2 == 1)
        path[i] = walk(1.0f, rounds);
    else
        path[i] = walk(-1.0f, rounds);
}

// A block of 48 threads has two warps: 32 threads in the first, 16 in the
// second. No warp diverges here.
__global__ void padded_warp(float* path, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    path[i] = walk(1.0f, rounds);
}

// Neighboring threads take different cases. There are k cases.
__global__ void switch_cases(float* path, int k, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0.0f;
    switch (threadIdx.x % k) {
    case 0: value = walk(1.0f, rounds); break;
    case 1: value = walk(2.0f, rounds); break;
    case 2: value = walk(3.0f, rounds); break;
    case 3: value = walk(4.0f, rounds); break;
    case 4: value = walk(5.0f, rounds); break;
    case 5: value = walk(6.0f, rounds); break;
    case 6: value = walk(7.0f, rounds); break;
    case 7: value = walk(8.0f, rounds); break;
    }
    path[i] = value;
}

// The trip count of a thread depends on its data. The warp executes as many
// iterations as its slowest lane.
__global__ void data_loop(float* path, const int* trips)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0.0f;
#pragma unroll 1
    for (int trip = 0; trip < trips[i]; ++trip)
        value = value * 0.5f + 1.0f;
    path[i] = value;
}

// Nested branches: each level halves the number of active lanes. The lanes
// reconverge in reverse order, first after the innermost branch.
__global__ void nested_if(float* path, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = walk(1.0f, rounds);
    if (threadIdx.x % 2 == 1) {
        value += walk(2.0f, rounds);
        if (threadIdx.x % 4 == 3) {
            value += walk(4.0f, rounds);
            if (threadIdx.x % 8 == 7)
                value += walk(8.0f, rounds);
        }
    }
    path[i] = value;
}

// Sum over one block, as on the slides: stride 1, 2, 4.
__global__ void sum_growing(const int* values, int* total)
{
    extern __shared__ int sums[];
    unsigned int t = threadIdx.x;
    sums[t] = values[t];
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        if (t % (2 * stride) == 0)
            sums[t] += sums[t + stride];
    }
    if (t == 0)
        *total = sums[0];
}

// The same sum with stride 4, 2, 1.
__global__ void sum_shrinking(const int* values, int* total)
{
    extern __shared__ int sums[];
    unsigned int t = threadIdx.x;
    sums[t] = values[t];
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            sums[t] += sums[t + stride];
    }
    if (t == 0)
        *total = sums[0];
}
