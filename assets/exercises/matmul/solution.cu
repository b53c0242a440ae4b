constexpr int kTile = 16; // blockDim.x and blockDim.y

__global__ void multiply(const float* a, const float* b, float* c, int n)
{
    __shared__ float tile_a[kTile][kTile];
    __shared__ float tile_b[kTile][kTile];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * kTile + ty;
    int column = blockIdx.x * kTile + tx;

    float sum = 0;
    for (int start = 0; start < n; start += kTile) {
        tile_a[ty][tx] = row < n && start + tx < n ? a[row * n + start + tx] : 0;
        tile_b[ty][tx] = start + ty < n && column < n ? b[(start + ty) * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < kTile; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }

    if (row < n && column < n)
        c[row * n + column] = sum;
}
