// Blocks have 256 threads; `words` has one word per thread. sums[b] is the sum of the elements of block b.
__global__ void reduce(const int* input, int* sums, int n)
{
    extern __shared__ int words[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    words[t] = i < n ? input[i] : 0;
    __syncthreads();

    // TODO: in every warp only some lanes add, and all warps stay active.
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0)
            words[t] += words[t + s];
        __syncthreads();
    }

    if (t == 0)
        sums[blockIdx.x] = words[0];
}
