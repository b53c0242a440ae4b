// One thread adds the 256 elements of its block.
__global__ void add_blocks(const int* input, int* sums, int n)
{
    int sum = 0;
    for (int i = 256 * (int)blockIdx.x; i < 256 * (int)blockIdx.x + 256; ++i)
        if (i < n)
            sum += input[i];
    sums[blockIdx.x] = sum;
}
