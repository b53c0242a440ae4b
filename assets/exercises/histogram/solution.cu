constexpr int kBins = 64;

__global__ void histogram(const unsigned int* values, unsigned int* bins, int n)
{
    __shared__ unsigned int counts[kBins];
    if (threadIdx.x < kBins)
        counts[threadIdx.x] = 0;
    __syncthreads();

    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        atomicAdd(&counts[values[i] % kBins], 1);
    __syncthreads();

    if (threadIdx.x < kBins)
        atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}
