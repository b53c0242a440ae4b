// Matrix times vector: one thread per row, and one warp per row that reads float4 and sums with shuffles.

__global__ void matrix_vector(const float* A, const float* x, float* y, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0.0f;
        for (int k = 0; k < columns; k++)
            sum += A[row * columns + k] * x[k];
        y[row] = sum;
    }
}

__global__ void matrix_vector_warp(const float4* __restrict__ A, const float4* __restrict__ x, float* y, int rows, int columns)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int k = lane; k < columns / 4; k += 32) {
        float4 a = A[row * (columns / 4) + k];
        float4 b = x[k];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        y[row] = sum;
}
