constexpr int kBins = 64;

// Counts the values 0 to 63; bins is zero before the launch. The grid has 16 blocks of 256 threads for any n.
__global__ void histogram(const unsigned int* values, unsigned int* bins, int n)
{
    int threads = gridDim.x * blockDim.x;

    // TODO: one atomic operation on global memory per value. Count in shared memory, then add the counts of the block.
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        atomicAdd(&bins[values[i] % kBins], 1);
}
