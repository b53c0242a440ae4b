// Thread b counts the values b.
__global__ void count_one(const unsigned int* values, unsigned int* bins, int n)
{
    unsigned int count = 0;
    for (int i = 0; i < n; ++i)
        if (values[i] == threadIdx.x)
            ++count;
    bins[threadIdx.x] = count;
}
