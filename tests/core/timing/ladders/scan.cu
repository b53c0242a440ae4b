// Prefix sums of segments of 1024 elements, as in textbooks.

// Hillis and Steele: ten steps with two barriers each.
__global__ void scan_steps(const float* x, float* y)
{
    __shared__ float values[1024];
    int i = blockIdx.x * 1024 + threadIdx.x;
    values[threadIdx.x] = x[i];
    __syncthreads();
    for (int offset = 1; offset < 1024; offset *= 2) {
        float before = threadIdx.x >= offset ? values[threadIdx.x - offset] : 0.0f;
        __syncthreads();
        values[threadIdx.x] += before;
        __syncthreads();
    }
    y[i] = values[threadIdx.x];
}

// Within warps by shuffles.
__global__ void scan_shuffle(const float* x, float* y)
{
    __shared__ float sums[32];
    int i = blockIdx.x * 1024 + threadIdx.x;
    int lane = threadIdx.x % 32;
    float value = x[i];
    for (int offset = 1; offset < 32; offset *= 2) {
        float before = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset)
            value += before;
    }
    if (lane == 31)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    float before = 0.0f;
    for (int warp = 0; warp < threadIdx.x / 32; ++warp)
        before += sums[warp];
    y[i] = value + before;
}

// Each thread sums four elements: blocks of 256 threads.
__global__ void scan_four(const float4* x, float4* y)
{
    __shared__ float sums[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    int lane = threadIdx.x % 32;
    float4 four = x[i];
    four.y += four.x;
    four.z += four.y;
    four.w += four.z;
    float value = four.w;
    for (int offset = 1; offset < 32; offset *= 2) {
        float before = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset)
            value += before;
    }
    if (lane == 31)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    float before = value - four.w;
    for (int warp = 0; warp < threadIdx.x / 32; ++warp)
        before += sums[warp];
    y[i] = make_float4(four.x + before, four.y + before, four.z + before, four.w + before);
}

// Blelloch: a tree up and down, whose strides conflict in the banks.
__global__ void scan_tree(const float* x, float* y)
{
    __shared__ float values[1024];
    int t = threadIdx.x;
    const float* in = x + blockIdx.x * 1024;
    values[2 * t] = in[2 * t];
    values[2 * t + 1] = in[2 * t + 1];
    int offset = 1;
    for (int d = 512; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            values[offset * (2 * t + 2) - 1] += values[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    if (t == 0)
        values[1023] = 0.0f;
    for (int d = 1; d < 1024; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            float left = values[offset * (2 * t + 1) - 1];
            values[offset * (2 * t + 1) - 1] = values[offset * (2 * t + 2) - 1];
            values[offset * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    float* out = y + blockIdx.x * 1024;
    out[2 * t] = values[2 * t];
    out[2 * t + 1] = values[2 * t + 1];
}

// One unused word after 32: no conflicts.
__device__ int apart(int i)
{
    return i + i / 32;
}

__global__ void scan_padded(const float* x, float* y)
{
    __shared__ float values[1024 + 32];
    int t = threadIdx.x;
    const float* in = x + blockIdx.x * 1024;
    values[apart(2 * t)] = in[2 * t];
    values[apart(2 * t + 1)] = in[2 * t + 1];
    int offset = 1;
    for (int d = 512; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            values[apart(offset * (2 * t + 2) - 1)] += values[apart(offset * (2 * t + 1) - 1)];
        offset *= 2;
    }
    __syncthreads();
    if (t == 0)
        values[apart(1023)] = 0.0f;
    for (int d = 1; d < 1024; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            float left = values[apart(offset * (2 * t + 1) - 1)];
            values[apart(offset * (2 * t + 1) - 1)] = values[apart(offset * (2 * t + 2) - 1)];
            values[apart(offset * (2 * t + 2) - 1)] += left;
        }
    }
    __syncthreads();
    float* out = y + blockIdx.x * 1024;
    out[2 * t] = values[apart(2 * t)];
    out[2 * t + 1] = values[apart(2 * t + 1)];
}
