// v = 1 - v, `rounds` times: an adjustable amount of work on `count` elements, starting at `first`. The kernel is the same
// for one copy of all elements and for copies of pieces.
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
