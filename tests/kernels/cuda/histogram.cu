// Histogram of bytes, as in "CUDA by Example", chapter 9: once with atomics on global memory only, once with a histogram per block in
// shared memory.

__global__ void histo_kernel_global(const unsigned char* buffer, long size, unsigned int* histo)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i]], 1);
        i += stride;
    }
}

__global__ void histo_kernel_shared(const unsigned char* buffer, long size, unsigned int* histo)
{
    __shared__ unsigned int temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += offset;
    }
    __syncthreads();
    atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}
