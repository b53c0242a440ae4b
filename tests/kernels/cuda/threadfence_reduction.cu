// A sum in one launch, as in the CUDA sample threadFenceReduction: every block adds its part, and the last one to finish, detected with
// a counter in global memory, adds the parts.

__device__ unsigned int retirementCount = 0;

__device__ float block_sum(float value)
{
    __shared__ float sdata[128];
    sdata[threadIdx.x] = value;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            sdata[threadIdx.x] += sdata[threadIdx.x + s];
        __syncthreads();
    }
    return sdata[0];
}

__global__ void reduceSinglePass(const float* g_idata, volatile float* g_odata, unsigned int n)
{
    float mine = 0.0f;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        mine += g_idata[i];
    float sum = block_sum(mine);
    if (threadIdx.x == 0)
        g_odata[blockIdx.x] = sum;

    __shared__ bool amLast;
    // wait until all outstanding memory instructions in this thread are finished
    __threadfence();
    // Thread 0 takes a ticket
    if (threadIdx.x == 0) {
        unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
        // If the ticket ID is equal to the number of blocks, we are the last block!
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();

    // The last block sums the results of all other blocks
    if (amLast) {
        float parts = 0.0f;
        for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            parts += g_odata[i];
        sum = block_sum(parts);
        if (threadIdx.x == 0) {
            g_odata[0] = sum;
            retirementCount = 0; // reset retirement count so that next run succeeds
        }
    }
}
