// Sparse and dense matrices times a vector, as in textbooks.

// Compressed rows, a thread for each row.
__global__ void rows_thread(const int* begin, const int* columns, const float* values, const float* x, float* y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int i = begin[row]; i < begin[row + 1]; ++i)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

// A warp for each row.
__global__ void rows_warp(const int* begin, const int* columns, const float* values, const float* x, float* y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int i = begin[row] + lane; i < begin[row + 1]; i += 32)
        sum += values[i] * x[columns[i]];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[row] = sum;
}

// Element k of all rows, then element k + 1: rows of one length.
__global__ void rows_ell(const int* columns, const float* values, const float* x, float* y, int rows, int length)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < length; ++k)
        sum += values[k * rows + row] * x[columns[k * rows + row]];
    y[row] = sum;
}

// A dense matrix, a thread for each row.
__global__ void dense_thread(const float* a, const float* x, float* y, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
        sum += a[row * n + i] * x[i];
    y[row] = sum;
}

__global__ void dense_warp(const float* a, const float* x, float* y, int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = lane; i < n; i += 32)
        sum += a[row * n + i] * x[i];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[row] = sum;
}

__global__ void dense_wide(const float4* a, const float4* x, float* y, int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = lane; i < n / 4; i += 32) {
        float4 u = a[row * (n / 4) + i];
        float4 v = x[i];
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[row] = sum;
}
