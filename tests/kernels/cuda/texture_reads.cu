// Every way to read a texture object once.

// Positions inside linear memory and beyond both of its ends.
__global__ void fetchLine(int* out, int n, cudaTextureObject_t numbers, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<int>(numbers, first + i);
}

// Steps along a line of texels, starting at `first`.
__global__ void sampleLine(float* out, int n, cudaTextureObject_t line, float first, float step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1D<float>(line, first + i * step);
}

__global__ void sampleShorts(int2* out, int width, cudaTextureObject_t plane)
{
    short2 texel = tex2D<short2>(plane, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
    out[blockIdx.x * width + threadIdx.x] = make_int2(texel.x, texel.y);
}

__global__ void sampleBytes(float* out, int width, cudaTextureObject_t plane)
{
    out[blockIdx.x * width + threadIdx.x] = tex2D<float>(plane, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

__global__ void gather(float4* out, int width, cudaTextureObject_t plane)
{
    out[blockIdx.x * width + threadIdx.x] = tex2Dgather<float4>(plane, threadIdx.x, blockIdx.x, 0);
}
