constexpr int kTile = 32;
constexpr int kRows = 8; // blockDim.y

__global__ void transpose(const float* in, float* out, int width, int height)
{
    __shared__ float tile[kTile][kTile + 1];

    int x = blockIdx.x * kTile + threadIdx.x;
    int y = blockIdx.y * kTile + threadIdx.y;
    for (int i = 0; i < kTile; i += kRows)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();

    x = blockIdx.y * kTile + threadIdx.x;
    y = blockIdx.x * kTile + threadIdx.y;
    for (int i = 0; i < kTile; i += kRows)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}
