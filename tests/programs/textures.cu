// A CUDA array read through a texture object with linear filtering.
#include "check.h"

__global__ void sample(cudaTextureObject_t texture, float* out, int width, int height)
{
    const int x = threadIdx.x, y = threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float>(texture, x + 1.0f, y + 0.5f);
}

int main()
{
    constexpr int width = 8, height = 4;
    float in[height][width], out[height][width];
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            in[y][x] = y * 100 + x;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA(cudaMallocArray(&array, &format, width, height));
    CUDA(cudaMemcpy2DToArray(array, 0, 0, in, sizeof(in[0]), sizeof(in[0]), height, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc modes = {};
    modes.addressMode[0] = modes.addressMode[1] = cudaAddressModeClamp;
    modes.filterMode = cudaFilterModeLinear;
    modes.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CUDA(cudaCreateTextureObject(&texture, &resource, &modes, nullptr));
    float* device;
    CUDA(cudaMalloc(&device, sizeof(out)));
    sample<<<1, dim3(width, height)>>>(texture, device, width, height);
    CUDA(cudaMemcpy(out, device, sizeof(out), cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            CHECK(out[y][x] == (x + 1 < width ? in[y][x] + 0.5f : in[y][x]));
    CUDA(cudaDestroyTextureObject(texture));
    CUDA(cudaFreeArray(array));
    std::puts("textures passed");
}
