// Memories other than global and shared memory: constant memory, textures,
// registers and local memory.

__constant__ float table[32] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

// All lanes of a warp read the same word of the table at the same time.
__global__ void constant_one_address(float* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        sum += table[round % 32];
    y[i] = sum;
}

// Each lane starts at a different word: all lanes read the same 32 words, but
// never the same word at the same time.
__global__ void constant_many_addresses(float* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        sum += table[(round + threadIdx.x) % 32];
    y[i] = sum;
}

// The same words from global memory. const and __restrict__ together allow
// the compiler to use the read-only path (ld.global.nc).
__global__ void read_only_table(const float* __restrict__ words, float* y,
                                int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        sum += words[(round + threadIdx.x) % 32];
    y[i] = sum;
}

// The mean of nine neighboring pixels. Outside the image, the texture returns
// the nearest pixel at the edge.
__global__ void blur_texture(cudaTextureObject_t picture, float* y, int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx)
            sum += tex2D<float>(picture, column + dx + 0.5f, row + dy + 0.5f);
    }
    y[row * width + column] = sum / 9.0f;
}

// The same from global memory: the kernel clamps the indices at the edges.
__global__ void blur_global(const float* __restrict__ picture, float* y,
                            int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            int from_row = min(max(row + dy, 0), width - 1);
            int from_column = min(max(column + dx, 0), width - 1);
            sum += picture[from_row * width + from_column];
        }
    }
    y[row * width + column] = sum / 9.0f;
}

// An image enlarged ten times. The texture unit interpolates the four nearest
// pixels, with weights of 8 fractional bits.
__global__ void enlarge_texture(cudaTextureObject_t picture, float* y, int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    y[row * width + column] = tex2D<float>(picture, (column + 0.5f) / 10.0f, (row + 0.5f) / 10.0f);
}

// The kernel interpolates: four loads, and weights of 24 bits.
__global__ void enlarge_global(const float* __restrict__ picture, float* y, int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float across = (column + 0.5f) / 10.0f - 0.5f;
    float down = (row + 0.5f) / 10.0f - 0.5f;
    int left = floorf(across), top = floorf(down);
    float right_part = across - left, lower_part = down - top;
    int columns[2] = {max(left, 0), min(left + 1, width - 1)};
    int rows[2] = {max(top, 0), min(top + 1, width - 1)};
    float upper = picture[rows[0] * width + columns[0]] * (1.0f - right_part)
        + picture[rows[0] * width + columns[1]] * right_part;
    float lower = picture[rows[1] * width + columns[0]] * (1.0f - right_part)
        + picture[rows[1] * width + columns[1]] * right_part;
    y[row * width + column] = upper * (1.0f - lower_part) + lower * lower_part;
}

// One chain: each operation depends on the previous one.
__global__ void one_chain(const float* x, float* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = x[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        a = a * 0.5f + 1.0f;
        a = a * 0.5f + 1.0f;
        a = a * 0.5f + 1.0f;
        a = a * 0.5f + 1.0f;
    }
    y[i] = a;
}

// Four chains: the same number of operations, four of them ready at any time.
__global__ void four_chains(const float* x, float* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = x[i], b = a + 1.0f, c = a + 2.0f, d = a + 3.0f;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        a = a * 0.5f + 1.0f;
        b = b * 0.5f + 1.0f;
        c = c * 0.5f + 1.0f;
        d = d * 0.5f + 1.0f;
    }
    y[i] = a + b + c + d;
}

// Registers have no addresses. An array that is indexed at run time is placed in
// local memory: device memory, private to a thread.
__global__ void array_in_local_memory(const float* x, float* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float words[16];
    for (int k = 0; k < 16; ++k)
        words[k] = x[i] + k;
    float sum = 0.0f;
#pragma unroll 1
    for (int round = 0; round < 16 * rounds; ++round)
        sum += words[(i + round) % 16];
    y[i] = sum;
}

// The inner loop is unrolled, so every index is known at compile time.
__global__ void array_in_registers(const float* x, float* y, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float words[16];
    for (int k = 0; k < 16; ++k)
        words[k] = x[i] + k;
    float sum = 0.0f;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int k = 0; k < 16; ++k)
            sum += words[k];
    }
    y[i] = sum;
}
