// A transpose through a tile in shared memory, as a template.
#include "check.h"

#include <vector>

template <typename Number, int Tile> __global__ void transpose(Number* out, const Number* in, int width, int height)
{
    __shared__ Number tile[Tile][Tile + 1];
    const int x = blockIdx.x * Tile + threadIdx.x;
    const int y = blockIdx.y * Tile + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    const int column = blockIdx.y * Tile + threadIdx.x;
    const int row = blockIdx.x * Tile + threadIdx.y;
    if (column < height && row < width)
        out[row * height + column] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    constexpr int width = 100, height = 50, tile = 16;
    std::vector<float> in(width * height), out(width * height);
    for (int i = 0; i < width * height; ++i)
        in[i] = 0.5f * i;
    float *from, *to;
    CUDA(cudaMalloc(&from, in.size() * sizeof(float)));
    CUDA(cudaMalloc(&to, in.size() * sizeof(float)));
    CUDA(cudaMemcpy(from, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    const dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
    transpose<float, tile><<<grid, dim3(tile, tile)>>>(to, from, width, height);
    CUDA(cudaMemcpy(out.data(), to, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            CHECK(out[x * height + y] == in[y * width + x]);
    std::puts("transpose passed");
}
