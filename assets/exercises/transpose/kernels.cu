constexpr int kTile = 32;
constexpr int kRows = 8; // blockDim.y

// in has `height` rows of `width` elements, out has `width` rows of `height` elements.
__global__ void transpose(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * kTile + threadIdx.x;
    int y = blockIdx.y * kTile + threadIdx.y;

    // TODO: neighboring lanes write elements that are one row apart. Transpose the tile in shared memory.
    for (int i = 0; i < kTile; i += kRows)
        if (x < width && y + i < height)
            out[x * height + y + i] = in[(y + i) * width + x];
}
