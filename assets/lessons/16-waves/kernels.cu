// Kernels of the lesson on waves and caches: the number of blocks, their order and their shape. Blocks have 256
// threads; those of the product have 1024.

// Stands for any arithmetic on one element: the result approaches 2 * x.
__device__ float compute(float x, int rounds)
{
    float v = 0.0f;
    for (int r = 0; r < rounds; ++r)
        v = 0.5f * v + x;
    return v;
}

// Large tasks: 16 elements per thread, 4096 per block.
__global__ void large_tasks(const float* x, float* y, int rounds)
{
    int first = blockIdx.x * 16 * blockDim.x + threadIdx.x;
    for (int e = 0; e < 16; ++e)
        y[first + e * blockDim.x] = compute(x[first + e * blockDim.x], rounds);
}

// Small tasks: one element per thread.
__global__ void small_tasks(const float* x, float* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = compute(x[i], rounds);
}

// Persistent: as many blocks as run at the same time, and a grid-stride loop over all elements.
__global__ void persistent(const float* x, float* y, int count, int rounds)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        y[i] = compute(x[i], rounds);
}

// In lane 0.
__device__ float sum_of_warp(float sum)
{
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    return sum;
}

// c[i][j] = sum of a[i][q] * b[q][j]. A block computes one element; b is stored by columns, so the block reads row i of a and
// column j of b, k words each. In a kernel with tiles, these are a row of tiles of a and a column of tiles of b.
__device__ void multiply(const float4* a, const float4* b, float* c, int columns, int k, int i, int j)
{
    __shared__ float sums[32]; // of the warps
    const float4* row = a + i * (k / 4);
    const float4* column = b + j * (k / 4);
    float sum = 0.0f;
    for (int q = threadIdx.x; q < k / 4; q += blockDim.x) {
        float4 u = row[q];
        float4 v = column[q];
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    sum = sum_of_warp(sum);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    sum = sum_of_warp(sums[threadIdx.x]);
    if (threadIdx.x == 0)
        c[i * columns + j] = sum;
}

// The grid has the shape of c: blocks usually start with blockIdx.x = 0, 1, 2, ... in row 0, then in row 1.
__global__ void multiply_rows(const float4* a, const float4* b, float* c, int columns, int k)
{
    int i = blockIdx.y;
    int j = blockIdx.x;
    multiply(a, b, c, columns, k, i, j);
}

// A grid of one row; the kernel takes the elements of c column by column.
__global__ void multiply_columns(const float4* a, const float4* b, float* c, int rows, int columns, int k)
{
    int i = blockIdx.x % rows;
    int j = blockIdx.x / rows;
    multiply(a, b, c, columns, k, i, j);
}

// Groups of 8 rows, each column by column.
__global__ void multiply_groups(const float4* a, const float4* b, float* c, int rows, int columns, int k)
{
    int first = blockIdx.x / (8 * columns) * 8; // row of the group
    int height = min(rows - first, 8);
    int inside = blockIdx.x % (8 * columns);
    int i = first + inside % height;
    int j = inside / height;
    multiply(a, b, c, columns, k, i, j);
}

// A point and its four neighbors; at the border, the point itself is the neighbor.
__global__ void stencil(const float* in, float* out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float left = in[y * n + max(x - 1, 0)];
    float right = in[y * n + min(x + 1, n - 1)];
    float up = in[max(y - 1, 0) * n + x];
    float down = in[min(y + 1, n - 1) * n + x];
    out[y * n + x] = 0.5f * in[y * n + x] + 0.125f * (left + right + up + down);
}
