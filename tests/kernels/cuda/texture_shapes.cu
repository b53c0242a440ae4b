// Textures in space, in layers and on cubes, and surfaces. One block, one number of `out` per thread.
extern "C" __global__ void sample_boxes(float* out, cudaTextureObject_t box, cudaTextureObject_t layers, const float4* points)
{
    const float4 point = points[threadIdx.x];
    out[2 * threadIdx.x] = tex3D<float>(box, point.x, point.y, point.z);
    out[2 * threadIdx.x + 1] = tex2DLayered<float>(layers, point.x, point.y, (int)point.w);
}

extern "C" __global__ void sample_lines(float* out, cudaTextureObject_t layers, const float4* points)
{
    const float4 point = points[threadIdx.x];
    out[threadIdx.x] = tex1DLayered<float>(layers, point.x, (int)point.w);
}

extern "C" __global__ void sample_cubes(float* out, cudaTextureObject_t cube, cudaTextureObject_t cubes, const float4* points)
{
    const float4 point = points[threadIdx.x];
    out[2 * threadIdx.x] = texCubemap<float>(cube, point.x, point.y, point.z);
    out[2 * threadIdx.x + 1] = texCubemapLayered<float>(cubes, point.x, point.y, point.z, (int)point.w);
}

// Each plane of the surface becomes its transpose times two; the coordinate x counts bytes.
extern "C" __global__ void transpose_layers(cudaSurfaceObject_t surface, int side)
{
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int layer = threadIdx.z;
    const int number = surf2DLayeredread<int>(surface, 4 * y, x, layer);
    __syncthreads();
    surf2DLayeredwrite(2 * number, surface, 4 * x, y, layer);
}

extern "C" __global__ void shift_box(cudaSurfaceObject_t to, cudaSurfaceObject_t from, int side)
{
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int z = threadIdx.z;
    const uchar4 inside = surf3Dread<uchar4>(from, 4 * (x + 1), y + 1, z + 1, cudaBoundaryModeClamp);
    const uchar4 outside = surf3Dread<uchar4>(from, 4 * (x - 1), y - 1, z - 1, cudaBoundaryModeZero);
    surf3Dwrite(make_uchar4(inside.x, outside.y, inside.z, outside.w), to, 4 * x, y, z);
    surf3Dwrite(make_uchar4(9, 9, 9, 9), to, 4 * (x + side), y, z, cudaBoundaryModeZero);
}
