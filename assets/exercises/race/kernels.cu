constexpr int kThreads = 128; // blockDim.x

// out[i] = in[i - 1] + in[i] + in[i + 1]; elements outside the array count as 0.
__global__ void add_neighbors(const int* in, int* out, int n)
{
    __shared__ int words[kThreads + 2];
    int i = blockIdx.x * kThreads + threadIdx.x;
    int at = threadIdx.x + 1;

    words[at] = i < n ? in[i] : 0;
    if (threadIdx.x == 0) {
        words[0] = i > 0 ? in[i - 1] : 0;
        words[kThreads + 1] = i + kThreads < n ? in[i + kThreads] : 0;
    }

    // TODO: what orders the writes above and the reads below, and the reads and the write of words[at]?
    words[at] = words[at - 1] + words[at] + words[at + 1];
    if (i < n)
        out[i] = words[at];
}
