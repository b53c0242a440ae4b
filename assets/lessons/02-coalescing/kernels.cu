// Copies. Each thread copies one element. The kernels differ only in the index
// of the element, and so in the number of sectors that hold a warp's 128 bytes.
// `in` is long enough for the largest index.

// Neighboring threads read consecutive words: 32 per warp, aligned to 128 bytes.
__global__ void copy(const float* in, float* out, int threads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        out[i] = in[i];
}

// The same copy, but the words of a warp begin `offset` words later.
__global__ void copy_offset(const float* in, float* out, int threads, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        out[i] = in[i + offset];
}

// Every stride-th word.
__global__ void copy_stride(const float* in, float* out, int threads, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        out[i] = in[i * stride];
}

// Each half-warp reads its words in reverse order: the same words, other lanes.
__global__ void copy_permuted(const float* in, float* out, int threads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        out[i] = in[i ^ 15];
}

// A row-major matrix, read row by row.
__global__ void read_rows(const float* in, float* out, int threads, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int row = i / width;
    int column = i % width;
    if (i < threads)
        out[i] = in[row * width + column];
}

// The same matrix, read column by column.
__global__ void read_columns(const float* in, float* out, int threads, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int height = threads / width;
    int row = i % height;
    int column = i / height;
    if (i < threads)
        out[i] = in[row * width + column];
}

// float2: 8 bytes per thread, half of the threads. float4: 16 bytes, a quarter.
template <typename Word>
__global__ void copy_words(const Word* in, Word* out, int threads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        out[i] = in[i];
}

template __global__ void copy_words<float2>(const float2*, float2*, int);
template __global__ void copy_words<float4>(const float4*, float4*, int);

// Reads only the x of each particle, but the other members are fetched, too.
struct Particle {
    float x, y, vx, vy;
};

__global__ void array_of_structures(const Particle* particles, float* out, int threads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        out[i] = particles[i].x;
}

// All x are contiguous, then all y, and so on: only x is fetched.
struct Particles {
    const float *x, *y, *vx, *vy;
};

__global__ void structure_of_arrays(const float* in, float* out, int threads)
{
    Particles particles{in, in + threads, in + 2 * threads, in + 3 * threads};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        out[i] = particles.x[i];
}

// Any pattern: `index` holds the element that each thread reads or writes, -1
// for a thread without an access. An element has 1, 2, 4, 8 or 16 bytes.
template <int bytes> struct Element;
template <> struct Element<1> { using Word = unsigned char; };
template <> struct Element<2> { using Word = unsigned short; };
template <> struct Element<4> { using Word = unsigned; };
template <> struct Element<8> { using Word = uint2; };
template <> struct Element<16> { using Word = uint4; };

template <int bytes>
__global__ void explore_load(const typename Element<bytes>::Word* in, typename Element<bytes>::Word* out, const int* index, int threads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = i < threads ? index[i] : -1;
    if (at >= 0)
        out[i] = in[at];
}

template <int bytes>
__global__ void explore_store(const typename Element<bytes>::Word* in, typename Element<bytes>::Word* out, const int* index, int threads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = i < threads ? index[i] : -1;
    if (at >= 0)
        out[at] = in[i];
}

#define FOR_EVERY_WIDTH(kernel)                                                                         \
    template __global__ void kernel<1>(const unsigned char*, unsigned char*, const int*, int);          \
    template __global__ void kernel<2>(const unsigned short*, unsigned short*, const int*, int);        \
    template __global__ void kernel<4>(const unsigned*, unsigned*, const int*, int);                    \
    template __global__ void kernel<8>(const uint2*, uint2*, const int*, int);                          \
    template __global__ void kernel<16>(const uint4*, uint4*, const int*, int);

FOR_EVERY_WIDTH(explore_load)
FOR_EVERY_WIDTH(explore_store)
