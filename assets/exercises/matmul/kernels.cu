constexpr int kTile = 16; // blockDim.x and blockDim.y

// c = a * b; all matrices have n rows of n elements.
__global__ void multiply(const float* a, const float* b, float* c, int n)
{
    int row = blockIdx.y * kTile + threadIdx.y;
    int column = blockIdx.x * kTile + threadIdx.x;
    if (row >= n || column >= n)
        return;

    // TODO: every thread reads a row of a and a column of b from global memory. Load tiles of both into shared memory.
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
