// Small kernels on elements, as in guides to fast code.
struct Particle {
    float x, y, z, mass, vx, vy, vz, charge;
};

__global__ void particles_structures(Particle* particles, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    particles[i].x += dt * particles[i].vx;
}

__global__ void particles_arrays(float* x, const float* vx, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] += dt * vx[i];
}

// The literals are doubles.
__global__ void gelu_double(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    float p = v;
#pragma unroll 1
    for (int k = 0; k < 32; ++k)
        p = 0.5 * p * (1.0 + p * 0.044715) + 0.25;
    y[i] = p;
}

__global__ void gelu_float(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    float p = v;
#pragma unroll 1
    for (int k = 0; k < 32; ++k)
        p = 0.5f * p * (1.0f + p * 0.044715f) + 0.25f;
    y[i] = p;
}

__global__ void gelu_unrolled(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    float p = v;
#pragma unroll
    for (int k = 0; k < 32; ++k)
        p = 0.5f * p * (1.0f + p * 0.044715f) + 0.25f;
    y[i] = p;
}

// Row and column of an element by division.
__global__ void bias_divided(float* x, const float* rows, const float* columns, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int last = 0;
#pragma unroll 1
    for (int k = 0; k < 16; ++k)
        last = (i + last) / width + (i + k) % width;
    x[i] += rows[last & 1023] + columns[last & 1023];
}

__global__ void bias_shifted(float* x, const float* rows, const float* columns, int shift)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int last = 0;
#pragma unroll 1
    for (int k = 0; k < 16; ++k)
        last = ((i + last) >> shift) + ((i + k) & ((1 << shift) - 1));
    x[i] += rows[last & 1023] + columns[last & 1023];
}

// Odd and even lanes take different paths.
__device__ float heavy(float v, float a, float b)
{
#pragma unroll 1
    for (int k = 0; k < 64; ++k)
        v = v * a + b;
    return v;
}

__device__ float heavier(float v, float a, float b)
{
#pragma unroll 1
    for (int k = 0; k < 64; ++k)
        v = (v + a) * b;
    return v;
}

__global__ void branch_lanes(float* x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = threadIdx.x % 2 == 0 ? heavy(x[i], 0.5f, 1.0f) : heavier(x[i], 0.25f, 0.75f);
}

__global__ void branch_warps(float* x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = threadIdx.x / 32 % 2 == 0 ? heavy(x[i], 0.5f, 1.0f) : heavier(x[i], 0.25f, 0.75f);
}

// Blocks of one warp, then of eight, then four elements for each thread.
__global__ void axpy(float* y, const float* x, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] += a * x[i];
}

__global__ void axpy_wide(float4* y, const float4* x, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 u = y[i];
    float4 v = x[i];
    y[i] = make_float4(u.x + a * v.x, u.y + a * v.y, u.z + a * v.z, u.w + a * v.w);
}

// A table that all lanes read at different places, in constant and in global memory.
__constant__ float table_in_constants[1024];
__global__ void table_constant(float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 16; ++k)
        sum += table_in_constants[(i * 7 + k) & 1023];
    y[i] = sum;
}

__global__ void table_global(float* y, const float* __restrict__ table)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 16; ++k)
        sum += table[(i * 7 + k) & 1023];
    y[i] = sum;
}

// A transpose in shared memory of 16-bit elements read as columns: the tile has rows of 64 words.
__global__ void columns_conflict(float* y)
{
    __shared__ float tile[32][64];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    tile[threadIdx.y][threadIdx.x + 32] = threadIdx.y;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 64; ++k)
        sum += tile[threadIdx.x][k];
    y[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = sum;
}

__global__ void columns_padded(float* y)
{
    __shared__ float tile[32][65];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    tile[threadIdx.y][threadIdx.x + 32] = threadIdx.y;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 64; ++k)
        sum += tile[threadIdx.x][k];
    y[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = sum;
}
