// Inclusive scan of a block with warp shuffles: each warp scans its 32 values in registers, the first warp scans the warps' sums.

__inline__ __device__ int warp_inclusive_scan(int value)
{
    int lane = threadIdx.x % warpSize;
    for (int offset = 1; offset < warpSize; offset *= 2) {
        int neighbour = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset)
            value += neighbour;
    }
    return value;
}

__global__ void block_scan(const int* input, int* output, int* block_sums, int n)
{
    __shared__ int warp_sums[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % warpSize;
    int warp = threadIdx.x / warpSize;

    int value = i < n ? input[i] : 0;
    value = warp_inclusive_scan(value);
    if (lane == warpSize - 1)
        warp_sums[warp] = value;
    __syncthreads();

    if (warp == 0) {
        int sum = lane < blockDim.x / warpSize ? warp_sums[lane] : 0;
        warp_sums[lane] = warp_inclusive_scan(sum);
    }
    __syncthreads();

    if (warp > 0)
        value += warp_sums[warp - 1];
    if (i < n)
        output[i] = value;
    if (threadIdx.x == blockDim.x - 1)
        block_sums[blockIdx.x] = value;
}
