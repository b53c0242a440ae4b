// Memory is freed while a texture or surface object of it remains: only a launch that uses the object fails. One kind of memory for
// each number.
#include "check.h"

#include <cstdlib>

__global__ void other(int* out) { *out = 6; }
__global__ void fetch(int* out, cudaTextureObject_t texture) { *out = int(tex1Dfetch<float>(texture, 1)); }
__global__ void sample(int* out, cudaTextureObject_t texture) { *out = int(tex2D<float>(texture, 1, 1)); }
__global__ void sample_layer(int* out, cudaTextureObject_t texture) { *out = int(tex2DLayered<float>(texture, 1, 1, 1)); }
__global__ void write(int* out, cudaSurfaceObject_t surface)
{
    surf2Dwrite(1.0f, surface, 0, 0);
    *out = 4;
}

int main(int, char** arguments)
{
    enum { linear, array, pitched, layered, surface };
    const int kind = atoi(arguments[1]);
    int* out;
    float* memory = nullptr;
    size_t pitch = 0;
    cudaArray_t texels = nullptr;
    cudaTextureObject_t object = 0;
    cudaTextureDesc modes {};
    cudaResourceDesc resource {};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA(cudaMalloc(&out, 4));
    switch (kind) {
    case linear:
        CUDA(cudaMalloc(&memory, 1024));
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear = { memory, format, 1024 };
        break;
    case pitched:
        CUDA(cudaMallocPitch(reinterpret_cast<void**>(&memory), &pitch, 64, 16));
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D = { memory, format, 16, 16, pitch };
        break;
    case layered:
        CUDA(cudaMalloc3DArray(&texels, &format, make_cudaExtent(8, 8, 3), cudaArrayLayered));
        break;
    default:
        CUDA(cudaMallocArray(&texels, &format, 8, 8, kind == surface ? cudaArraySurfaceLoadStore : 0));
    }
    if (texels != nullptr) {
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = texels;
    }
    CUDA(kind == surface ? cudaCreateSurfaceObject(&object, &resource) : cudaCreateTextureObject(&object, &resource, &modes, nullptr));
    CUDA(texels != nullptr ? cudaFreeArray(texels) : cudaFree(memory));
    int host = 0;
    for (int i = 0; i < 2; ++i) {
        other<<<1, 1>>>(out);
        CUDA(cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost));
        CHECK(host == 6);
    }
    switch (kind) {
    case linear: fetch<<<1, 1>>>(out, object); break;
    case array: case pitched: sample<<<1, 1>>>(out, object); break;
    case layered: sample_layer<<<1, 1>>>(out, object); break;
    case surface: write<<<1, 1>>>(out, object); break;
    }
    std::printf("%d\n", cudaDeviceSynchronize());
}
