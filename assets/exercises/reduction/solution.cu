__global__ void reduce(const int* input, int* sums, int n)
{
    extern __shared__ int words[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    words[t] = i < n ? input[i] : 0;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s)
            words[t] += words[t + s];
        __syncthreads();
    }

    if (t == 0)
        sums[blockIdx.x] = words[0];
}
