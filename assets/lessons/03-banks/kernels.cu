// Access patterns of shared memory. Each kernel fills an array so that word i
// holds i. It reads the array `repetitions` times, long enough to be timed, and
// adds the words that it reads, so that the result can be checked. `zero` is 0.
// The compiler does not know this, so it cannot move the load out of the loop.

// Neighboring threads read consecutive words, beginning at word `offset`.
__global__ void read_offset(unsigned* out, int words, int offset, int repetitions, int zero)
{
    extern __shared__ unsigned s[];
    int tid = threadIdx.x;
    for (int i = tid; i < words; i += blockDim.x)
        s[i] = i;
    __syncthreads();

    unsigned sum = 0;
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum += s[tid + offset + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// Every c-th word: from thread to thread the bank advances by c, modulo 32.
__global__ void read_stride(unsigned* out, int words, int c, int repetitions, int zero)
{
    extern __shared__ unsigned s[];
    int tid = threadIdx.x;
    for (int i = tid; i < words; i += blockDim.x)
        s[i] = i;
    __syncthreads();

    unsigned sum = 0;
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum += s[tid * c + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// c neighboring threads read the same word.
__global__ void read_quotient(unsigned* out, int words, int c, int repetitions, int zero)
{
    extern __shared__ unsigned s[];
    int tid = threadIdx.x;
    for (int i = tid; i < words; i += blockDim.x)
        s[i] = i;
    __syncthreads();

    unsigned sum = 0;
    int word = tid / c;
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum += s[word + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// All threads of a warp read the same word.
__global__ void read_broadcast(unsigned* out, int words, int repetitions, int zero)
{
    extern __shared__ unsigned s[];
    int tid = threadIdx.x;
    for (int i = tid; i < words; i += blockDim.x)
        s[i] = i;
    __syncthreads();

    unsigned sum = 0;
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum += s[tid / 32 + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// A warp reads a row of a tile with `columns` columns, 32 of them in use.
template <typename Word, int columns>
__global__ void read_row(Word* out, int repetitions, int zero)
{
    __shared__ Word tile[32][columns];
    int tid = threadIdx.x;
    for (int i = tid; i < 32 * columns; i += blockDim.x)
        tile[i / columns][i % columns] = i;
    __syncthreads();

    Word sum = 0;
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum += tile[tid / 32][tid % 32 + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// A warp reads a column. One unused column makes each row begin one bank later
// than the row above.
template <typename Word, int columns>
__global__ void read_column(Word* out, int repetitions, int zero)
{
    __shared__ Word tile[32][columns];
    int tid = threadIdx.x;
    for (int i = tid; i < 32 * columns; i += blockDim.x)
        tile[i / columns][i % columns] = i;
    __syncthreads();

    Word sum = 0;
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum += tile[tid % 32][tid / 32 + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// A column again. Row r stores column c at position c XOR r; no word is unused.
__global__ void read_swizzled(unsigned* out, int repetitions, int zero)
{
    __shared__ unsigned tile[32][32];
    int tid = threadIdx.x;
    for (int i = tid; i < 32 * 32; i += blockDim.x)
        tile[i / 32][i % 32] = i;
    __syncthreads();

    unsigned sum = 0;
    int row = tid % 32;
    int column = tid / 32;
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum += tile[row][(column ^ row) + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// 8 bytes per thread.
__global__ void read_double(double* out, int words, int repetitions, int zero)
{
    extern __shared__ double d[];
    int tid = threadIdx.x;
    for (int i = tid; i < words; i += blockDim.x)
        d[i] = i;
    __syncthreads();

    double sum = 0;
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum += d[tid + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

__device__ uint4 operator+(uint4 a, uint4 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

// 16 bytes per thread, the size of a float4.
__global__ void read_four(uint4* out, int words, int repetitions, int zero)
{
    extern __shared__ uint4 q[];
    unsigned tid = threadIdx.x;
    for (unsigned i = tid; i < words; i += blockDim.x)
        q[i] = {4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3};
    __syncthreads();

    uint4 sum{};
#pragma unroll 1
    for (int r = 0; r < repetitions; ++r)
        sum = sum + q[tid + r * zero];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// Any pattern: `index` holds the element that each thread accesses, -1 for a
// thread without an access. An element has 1, 2, 4, 8 or 16 bytes. The parts of
// all elements hold the values 0, 1, 2, and so on.
template <int bytes> struct Element;
template <> struct Element<1> { using Word = unsigned char; using Part = unsigned char; };
template <> struct Element<2> { using Word = unsigned short; using Part = unsigned short; };
template <> struct Element<4> { using Word = unsigned; using Part = unsigned; };
template <> struct Element<8> { using Word = uint2; using Part = unsigned; };
template <> struct Element<16> { using Word = uint4; using Part = unsigned; };

__device__ uint2 operator+(uint2 a, uint2 b)
{
    return {a.x + b.x, a.y + b.y};
}

__device__ void set(unsigned char& word, unsigned value) { word = value; }
__device__ void set(unsigned short& word, unsigned value) { word = value; }
__device__ void set(unsigned& word, unsigned value) { word = value; }
__device__ void set(uint2& word, unsigned value) { word = {value, value}; }
__device__ void set(uint4& word, unsigned value) { word = {value, value, value, value}; }

extern __shared__ uint4 memory[];

template <int bytes>
__global__ void explore_load(typename Element<bytes>::Word* out, const int* index, int parts, int repetitions, int zero)
{
    using Word = typename Element<bytes>::Word;
    using Part = typename Element<bytes>::Part;
    auto* part = reinterpret_cast<Part*>(memory);
    auto* s = reinterpret_cast<Word*>(memory);
    int tid = threadIdx.x;
    for (int i = tid; i < parts; i += blockDim.x)
        part[i] = i;
    __syncthreads();

    Word sum{};
    int at = index[tid];
    if (at >= 0) {
#pragma unroll 1
        for (int r = 0; r < repetitions; ++r)
            sum = sum + s[at + r * zero];
    }
    out[blockIdx.x * blockDim.x + tid] = sum;
}

// Each thread writes its number. If several threads write the same element, it
// is undefined which value remains.
template <int bytes>
__global__ void explore_store(typename Element<bytes>::Word* out, const int* index, int parts, int repetitions, int zero)
{
    using Word = typename Element<bytes>::Word;
    using Part = typename Element<bytes>::Part;
    auto* part = reinterpret_cast<Part*>(memory);
    auto* s = reinterpret_cast<Word*>(memory);
    int tid = threadIdx.x;
    for (int i = tid; i < parts; i += blockDim.x)
        part[i] = 0;
    __syncthreads();

    Word own;
    set(own, tid);
    int at = index[tid];
    if (at >= 0) {
#pragma unroll 1
        for (int r = 0; r < repetitions; ++r)
            s[at + r * zero] = own;
    }
    __syncthreads();
    if (at >= 0)
        out[blockIdx.x * blockDim.x + tid] = s[at];
}

template __global__ void read_row<unsigned, 32>(unsigned*, int, int);
template __global__ void read_column<unsigned, 32>(unsigned*, int, int);
template __global__ void read_column<unsigned, 33>(unsigned*, int, int);
template __global__ void read_column<double, 32>(double*, int, int);
template __global__ void read_column<double, 33>(double*, int, int);

#define FOR_EVERY_WIDTH(kernel)                                                         \
    template __global__ void kernel<1>(unsigned char*, const int*, int, int, int);      \
    template __global__ void kernel<2>(unsigned short*, const int*, int, int, int);     \
    template __global__ void kernel<4>(unsigned*, const int*, int, int, int);           \
    template __global__ void kernel<8>(uint2*, const int*, int, int, int);              \
    template __global__ void kernel<16>(uint4*, const int*, int, int, int);

FOR_EVERY_WIDTH(explore_load)
FOR_EVERY_WIDTH(explore_store)
