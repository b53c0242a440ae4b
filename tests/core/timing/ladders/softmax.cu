// Softmax of rows, as in tutorials: each kernel removes one cause of the time of an earlier one.
constexpr int kThreads = 256;

// A thread for each row: neighboring threads access elements that are a row apart.
__global__ void softmax_thread(const float* x, float* y, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float most = x[row * columns];
    for (int i = 1; i < columns; ++i)
        most = fmaxf(most, x[row * columns + i]);
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i)
        sum += __expf(x[row * columns + i] - most);
    for (int i = 0; i < columns; ++i)
        y[row * columns + i] = __expf(x[row * columns + i] - most) / sum;
}

// A block for each row, and a tree in shared memory.
__device__ float tree(float value, float* partial, bool largest)
{
    partial[threadIdx.x] = value;
    __syncthreads();
    for (int s = kThreads / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            partial[threadIdx.x] = largest ? fmaxf(partial[threadIdx.x], partial[threadIdx.x + s])
                                           : partial[threadIdx.x] + partial[threadIdx.x + s];
        __syncthreads();
    }
    float result = partial[0];
    __syncthreads();
    return result;
}

__global__ void softmax_tree(const float* x, float* y, int columns)
{
    __shared__ float partial[kThreads];
    int row = blockIdx.x;
    float most = x[row * columns];
    for (int i = threadIdx.x; i < columns; i += kThreads)
        most = fmaxf(most, x[row * columns + i]);
    most = tree(most, partial, true);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < columns; i += kThreads)
        sum += __expf(x[row * columns + i] - most);
    sum = tree(sum, partial, false);
    for (int i = threadIdx.x; i < columns; i += kThreads)
        y[row * columns + i] = __expf(x[row * columns + i] - most) / sum;
}

// Shuffles instead of the tree: two barriers for each value.
__device__ float shuffled(float value, float* partial, bool largest)
{
    for (int s = 16; s > 0; s /= 2) {
        float other = __shfl_xor_sync(0xffffffff, value, s);
        value = largest ? fmaxf(value, other) : value + other;
    }
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = value;
    __syncthreads();
    float result = partial[0];
    for (int i = 1; i < kThreads / 32; ++i)
        result = largest ? fmaxf(result, partial[i]) : result + partial[i];
    __syncthreads();
    return result;
}

__global__ void softmax_shuffle(const float* x, float* y, int columns)
{
    __shared__ float partial[kThreads / 32];
    int row = blockIdx.x;
    float most = x[row * columns];
    for (int i = threadIdx.x; i < columns; i += kThreads)
        most = fmaxf(most, x[row * columns + i]);
    most = shuffled(most, partial, true);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < columns; i += kThreads)
        sum += __expf(x[row * columns + i] - most);
    sum = shuffled(sum, partial, false);
    for (int i = threadIdx.x; i < columns; i += kThreads)
        y[row * columns + i] = __expf(x[row * columns + i] - most) / sum;
}

// A warp for each row of 1024 elements, which stay in registers: no barrier.
__global__ void softmax_warp(const float* x, float* y, int columns)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float values[32];
    float most = -1e30f;
#pragma unroll
    for (int i = 0; i < 32; ++i) {
        values[i] = x[row * columns + i * 32 + lane];
        most = fmaxf(most, values[i]);
    }
    for (int s = 16; s > 0; s /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, s));
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < 32; ++i) {
        values[i] = __expf(values[i] - most);
        sum += values[i];
    }
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, s);
#pragma unroll
    for (int i = 0; i < 32; ++i)
        y[row * columns + i * 32 + lane] = values[i] / sum;
}
