// Arrays with slices, layers and faces: each is filled by a surface and read through a texture.
#include "check.h"

constexpr int side = 4, planes = 6;

__global__ void fill(cudaSurfaceObject_t slices, cudaSurfaceObject_t layers, cudaSurfaceObject_t faces)
{
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const int value = 100 * z + 10 * y + x;
    surf3Dwrite(value, slices, x * int(sizeof(int)), y, z);
    surf2DLayeredwrite(1000 + value, layers, x * int(sizeof(int)), y, z);
    surfCubemapwrite(2000 + value, faces, x * int(sizeof(int)), y, z);
}

__global__ void read(cudaTextureObject_t slices, cudaTextureObject_t layers, cudaTextureObject_t faces, int3* out)
{
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    // The middle of texel (x, y) of each face, on the cube from -1 to 1.
    const float right = (2 * x + 1) / float(side) - 1, down = (2 * y + 1) / float(side) - 1;
    const float3 directions[planes] = { { 1, -down, -right }, { -1, -down, right }, { right, 1, down }, { right, -1, -down },
        { right, -down, 1 }, { -right, -down, -1 } };
    const float3 to = directions[z];
    out[(z * side + y) * side + x] = make_int3(tex3D<int>(slices, x + 0.5f, y + 0.5f, z + 0.5f),
        tex2DLayered<int>(layers, x + 0.5f, y + 0.5f, z), texCubemap<int>(faces, to.x, to.y, to.z));
}

struct Box {
    cudaArray_t array;
    cudaSurfaceObject_t surface;
    cudaTextureObject_t texture;

    Box(unsigned flags, bool normalized)
    {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
        CUDA(cudaMalloc3DArray(&array, &format, make_cudaExtent(side, side, planes), flags | cudaArraySurfaceLoadStore));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        CUDA(cudaCreateSurfaceObject(&surface, &resource));
        cudaTextureDesc modes = {};
        modes.normalizedCoords = normalized;
        CUDA(cudaCreateTextureObject(&texture, &resource, &modes, nullptr));
    }

    ~Box()
    {
        CUDA(cudaDestroySurfaceObject(surface));
        CUDA(cudaDestroyTextureObject(texture));
        CUDA(cudaFreeArray(array));
    }
};

int main()
{
    Box slices(0, false), layers(cudaArrayLayered, false), faces(cudaArrayCubemap, true);
    const dim3 block(side, side, planes);
    fill<<<1, block>>>(slices.surface, layers.surface, faces.surface);
    constexpr int count = side * side * planes;
    int3 *device, out[count];
    CUDA(cudaMalloc(&device, sizeof(out)));
    read<<<1, block>>>(slices.texture, layers.texture, faces.texture, device);
    CUDA(cudaMemcpy(out, device, sizeof(out), cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) {
        const int value = i / (side * side) * 100 + i / side % side * 10 + i % side;
        CHECK(out[i].x == value && out[i].y == 1000 + value && out[i].z == 2000 + value);
    }
    CUDA(cudaFree(device));
    std::puts("shapes passed");
}
