// v = 1 - v, `rounds` times: work whose amount can be set, on elements `first` to `first + count` of the arrays. Whether the
// numbers came over in one copy or in pieces, the kernel neither knows nor cares.
__global__ void work(const float* in, float* out, int first, int count, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float v = in[first + i];
    for (int round = 0; round < rounds; ++round)
        v = 1.0f - v;
    out[first + i] = v;
}
