// A stencil of 17 points along a row, and of 5 points in a plane, as in textbooks.
constexpr int kRadius = 8;

// Neighboring threads are in neighboring rows.
__global__ void plane_columns(const float* x, float* y, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int column = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (row < n - 1 && column < n - 1)
        y[row * n + column] = 0.2f
            * (x[row * n + column] + x[row * n + column - 1] + x[row * n + column + 1] + x[(row - 1) * n + column]
                + x[(row + 1) * n + column]);
}

__global__ void plane_rows(const float* x, float* y, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int row = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (row < n - 1 && column < n - 1)
        y[row * n + column] = 0.2f
            * (x[row * n + column] + x[row * n + column - 1] + x[row * n + column + 1] + x[(row - 1) * n + column]
                + x[(row + 1) * n + column]);
}

// All 17 values come from L1.
__global__ void row_global(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k <= 2 * kRadius; ++k)
        sum += x[i + k];
    y[i] = sum;
}

// Each thread computes four neighboring values from 20.
__global__ void row_four(const float* x, float* y)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    float values[20];
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        float4 four = *reinterpret_cast<const float4*>(x + i + 4 * k);
        values[4 * k] = four.x;
        values[4 * k + 1] = four.y;
        values[4 * k + 2] = four.z;
        values[4 * k + 3] = four.w;
    }
    float sums[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        sums[j] = 0.0f;
#pragma unroll
        for (int k = 0; k <= 2 * kRadius; ++k)
            sums[j] += j + k < 20 ? values[j + k] : 0.0f;
    }
    *reinterpret_cast<float4*>(y + i) = make_float4(sums[0], sums[1], sums[2], sums[3]);
}
