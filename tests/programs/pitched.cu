// Pitched and three-dimensional memory, fills and copies of rows.
#include "check.h"

__global__ void transpose(const int* in, size_t in_pitch, int* out, size_t out_pitch, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * (out_pitch / sizeof(int)) + y] = in[y * (in_pitch / sizeof(int)) + x];
}

int main()
{
    constexpr int width = 37, height = 21;
    int in[height][width], out[width][height];
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            in[y][x] = y * 1000 + x;
    int *din, *dout;
    size_t in_pitch, out_pitch;
    CUDA(cudaMallocPitch(&din, &in_pitch, width * sizeof(int), height));
    CUDA(cudaMallocPitch(&dout, &out_pitch, height * sizeof(int), width));
    CHECK(in_pitch >= width * sizeof(int));
    CUDA(cudaMemcpy2D(din, in_pitch, in, width * sizeof(int), width * sizeof(int), height, cudaMemcpyHostToDevice));
    transpose<<<dim3(3, 2), dim3(16, 16)>>>(din, in_pitch, dout, out_pitch, width, height);
    CUDA(cudaMemcpy2D(out, height * sizeof(int), dout, out_pitch, height * sizeof(int), width, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            CHECK(out[x][y] == in[y][x]);

    cudaPitchedPtr volume;
    const cudaExtent extent = make_cudaExtent(10, 4, 3);
    CUDA(cudaMalloc3D(&volume, extent));
    CUDA(cudaMemset3D(volume, 7, extent));
    unsigned char bytes[3][4][10] = {};
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = volume;
    copy.dstPtr = make_cudaPitchedPtr(bytes, 10, 10, 4);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    CUDA(cudaMemcpy3D(&copy));
    for (auto& slice : bytes)
        for (auto& row : slice)
            for (unsigned char byte : row)
                CHECK(byte == 7);
    std::puts("pitched passed");
}
