// Sorts segments of 1024 elements in shared memory, as in textbooks.
__device__ void exchange(float& a, float& b, bool up)
{
    if ((a > b) == up) {
        float t = a;
        a = b;
        b = t;
    }
}

// A thread for each element: half of them do nothing.
__global__ void sort_elements(float* x)
{
    __shared__ float values[1024];
    int t = threadIdx.x;
    values[t] = x[blockIdx.x * 1024 + t];
    __syncthreads();
    for (int k = 2; k <= 1024; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t)
                exchange(values[t], values[other], (t & k) == 0);
            __syncthreads();
        }
    x[blockIdx.x * 1024 + t] = values[t];
}

// A thread for each pair.
__global__ void sort_pairs(float* x)
{
    __shared__ float values[1024];
    int t = threadIdx.x;
    values[t] = x[blockIdx.x * 1024 + t];
    values[t + 512] = x[blockIdx.x * 1024 + t + 512];
    __syncthreads();
    for (int k = 2; k <= 1024; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int i = 2 * t - (t & (j - 1));
            exchange(values[i], values[i + j], (i & k) == 0);
            __syncthreads();
        }
    x[blockIdx.x * 1024 + t] = values[t];
    x[blockIdx.x * 1024 + t + 512] = values[t + 512];
}

// Pairs within a warp's 64 elements need no barrier of the block.
__global__ void sort_warps(float* x)
{
    __shared__ float values[1024];
    int t = threadIdx.x;
    values[t] = x[blockIdx.x * 1024 + t];
    values[t + 512] = x[blockIdx.x * 1024 + t + 512];
    __syncthreads();
    for (int k = 2; k <= 1024; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int i = 2 * t - (t & (j - 1));
            exchange(values[i], values[i + j], (i & k) == 0);
            if (j > 32 || (j == 1 && k >= 64))
                __syncthreads();
            else
                __syncwarp();
        }
    x[blockIdx.x * 1024 + t] = values[t];
    x[blockIdx.x * 1024 + t + 512] = values[t + 512];
}
