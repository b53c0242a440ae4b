// Images read through texture objects: the hardware interpolates and clamps at the edge.

// Every pixel of the scaled image is between four texels of the original.
__global__ void resize(float* out, int width, int height, cudaTextureObject_t image, float stepX, float stepY)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float>(image, (x + 0.5f) * stepX, (y + 0.5f) * stepY);
}

// The same for four color channels; coordinates are from 0 to 1, independent of the image size.
__global__ void resizeColors(uchar4* out, int width, int height, cudaTextureObject_t image)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float4 colour = tex2D<float4>(image, (x + 0.5f) / width, (y + 0.5f) / height);
    out[y * width + x] = make_uchar4(colour.x * 255.0f + 0.5f, colour.y * 255.0f + 0.5f, colour.z * 255.0f + 0.5f,
        colour.w * 255.0f + 0.5f);
}

// Neighbors beyond the edge are the edge itself, without an if.
__global__ void laplacian(float* out, int width, int height, cudaTextureObject_t image)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float u = x + 0.5f, v = y + 0.5f;
    out[y * width + x] = tex2D<float>(image, u - 1, v) + tex2D<float>(image, u + 1, v) + tex2D<float>(image, u, v - 1)
        + tex2D<float>(image, u, v + 1) - 4 * tex2D<float>(image, u, v);
}
