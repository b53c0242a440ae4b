// c = a b for square matrices of n rows, float or double. A tile has 32 x 32
// elements. Elements outside a matrix count as zero.

constexpr int kTile = 32;

template <typename T>
__device__ T element(const T* matrix, int n, int row, int column)
{
    return row < n && column < n ? matrix[row * n + column] : T(0);
}

// Each thread computes one element. It reads a row of matrix a and a column of
// matrix b from global memory.
template <typename T>
__global__ void multiply_global(const T* a, const T* b, T* c, int n)
{
    int row = blockIdx.y * kTile + threadIdx.y;
    int column = blockIdx.x * kTile + threadIdx.x;
    if (row >= n || column >= n)
        return;

    T sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// 1: tiles in shared memory, indexed [tx][ty]: consecutive threads write a
// column and read a column.
template <typename T>
__global__ void multiply_smem1(const T* a, const T* b, T* c, int n)
{
    __shared__ T as[kTile][kTile];
    __shared__ T bs[kTile][kTile];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * kTile + ty;
    int column = blockIdx.x * kTile + tx;

    T sum = 0;
    for (int start = 0; start < n; start += kTile) {
        as[tx][ty] = element(a, n, row, start + tx);
        bs[tx][ty] = element(b, n, start + ty, column);
        __syncthreads();
        for (int k = 0; k < kTile; ++k)
            sum += as[k][ty] * bs[tx][k];
        __syncthreads();
    }

    if (row < n && column < n)
        c[row * n + column] = sum;
}

// 2: the same with one unused column: rows start in different banks.
template <typename T>
__global__ void multiply_smem2(const T* a, const T* b, T* c, int n)
{
    __shared__ T as[kTile][kTile + 1];
    __shared__ T bs[kTile][kTile + 1];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * kTile + ty;
    int column = blockIdx.x * kTile + tx;

    T sum = 0;
    for (int start = 0; start < n; start += kTile) {
        as[tx][ty] = element(a, n, row, start + tx);
        bs[tx][ty] = element(b, n, start + ty, column);
        __syncthreads();
        for (int k = 0; k < kTile; ++k)
            sum += as[k][ty] * bs[tx][k];
        __syncthreads();
    }

    if (row < n && column < n)
        c[row * n + column] = sum;
}

// 3: indexed [ty][tx]: consecutive threads write consecutive words. They read
// consecutive words or all the same word.
template <typename T>
__global__ void multiply_smem3(const T* a, const T* b, T* c, int n)
{
    __shared__ T as[kTile][kTile];
    __shared__ T bs[kTile][kTile];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * kTile + ty;
    int column = blockIdx.x * kTile + tx;

    T sum = 0;
    for (int start = 0; start < n; start += kTile) {
        as[ty][tx] = element(a, n, row, start + tx);
        bs[ty][tx] = element(b, n, start + ty, column);
        __syncthreads();
        for (int k = 0; k < kTile; ++k)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }

    if (row < n && column < n)
        c[row * n + column] = sum;
}

// 4: half as many threads, two results each: bs[k][tx] is loaded once for both.
template <typename T>
__global__ void multiply_smem4(const T* a, const T* b, T* c, int n)
{
    __shared__ T as[kTile][kTile];
    __shared__ T bs[kTile][kTile];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * kTile + ty;
    int column = blockIdx.x * kTile + tx;

    T sum1 = 0;
    T sum2 = 0;
    for (int start = 0; start < n; start += kTile) {
        as[ty][tx] = element(a, n, row, start + tx);
        bs[ty][tx] = element(b, n, start + ty, column);
        as[ty + 16][tx] = element(a, n, row + 16, start + tx);
        bs[ty + 16][tx] = element(b, n, start + ty + 16, column);
        __syncthreads();
        for (int k = 0; k < kTile; ++k) {
            sum1 += as[ty][k] * bs[k][tx];
            sum2 += as[ty + 16][k] * bs[k][tx];
        }
        __syncthreads();
    }

    if (row < n && column < n)
        c[row * n + column] = sum1;
    if (row + 16 < n && column < n)
        c[(row + 16) * n + column] = sum2;
}

// 5: a quarter of the threads, four results each.
template <typename T>
__global__ void multiply_smem5(const T* a, const T* b, T* c, int n)
{
    __shared__ T as[kTile][kTile];
    __shared__ T bs[kTile][kTile];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * kTile + ty;
    int column = blockIdx.x * kTile + tx;

    T sum[4] = {};
    for (int start = 0; start < n; start += kTile) {
        for (int i = 0; i < 4; ++i) {
            as[ty + 8 * i][tx] = element(a, n, row + 8 * i, start + tx);
            bs[ty + 8 * i][tx] = element(b, n, start + ty + 8 * i, column);
        }
        __syncthreads();
        for (int k = 0; k < kTile; ++k)
            for (int i = 0; i < 4; ++i)
                sum[i] += as[ty + 8 * i][k] * bs[k][tx];
        __syncthreads();
    }

    for (int i = 0; i < 4; ++i)
        if (row + 8 * i < n && column < n)
            c[(row + 8 * i) * n + column] = sum[i];
}

// From here on: 8 x 8 results per thread, in registers, and 16 bytes per access.

// The data of one 16-byte access: four floats or two doubles.
template <typename T>
struct alignas(16) Pack {
    static constexpr int size = 16 / sizeof(T);
    T at[size];
};

// Rows are aligned to 16 bytes only if n is a multiple of the pack size. If not,
// the elements are accessed one by one.
template <typename T>
__device__ Pack<T> load_pack(const T* matrix, int n, int row, int column)
{
    constexpr int size = Pack<T>::size;
    Pack<T> pack{};
    if (n % size == 0) {
        if (row < n && column < n)
            pack = *reinterpret_cast<const Pack<T>*>(matrix + row * n + column);
    } else {
        for (int i = 0; i < size; ++i)
            pack.at[i] = element(matrix, n, row, column + i);
    }
    return pack;
}

template <typename T>
__device__ void store_pack(T* matrix, int n, int row, int column, Pack<T> pack)
{
    constexpr int size = Pack<T>::size;
    if (n % size == 0) {
        if (row < n && column < n)
            *reinterpret_cast<Pack<T>*>(matrix + row * n + column) = pack;
    } else {
        for (int i = 0; i < size; ++i)
            if (row < n && column + i < n)
                matrix[row * n + column + i] = pack.at[i];
    }
}

constexpr int kSide = 128;     // rows and columns of the block's tile of c
constexpr int kThreads = 256;  // 16 x 16 threads, 8 x 8 results each

// First column and first row of the block's tile of c. Blocks that run at the
// same time form a square rather than a row, so that they share cached data:
// `band` rows of tiles are processed together.
__device__ int2 tile_of_block(int band)
{
    int number = blockIdx.y * gridDim.x + blockIdx.x;
    int first = number / (band * gridDim.x) * band;  // first row of tiles of the band
    int rows = min(band, int(gridDim.y) - first);
    int within = number - first * gridDim.x;
    return {within / rows * kSide, (first + within % rows) * kSide};
}

// Reads the eight elements that a thread needs of as[k] or of bs[k]. Its packs
// are 16 packs apart, so that a warp reads consecutive packs. Element i of a
// pack is stored at i ^ turn.
template <int turn, typename T>
__device__ void read_eight(const T* line, int thread, T (&eight)[8])
{
    constexpr int size = Pack<T>::size;
    for (int g = 0; g < 8 / size; ++g) {
        Pack<T> pack = *reinterpret_cast<const Pack<T>*>(line + (16 * g + thread) * size);
        for (int i = 0; i < size; ++i)
            eight[g * size + i] = pack.at[i ^ turn];
    }
}

// While the block multiplies one pair of tiles, it loads the next pair from
// global memory into registers. It then stores them in the other pair of tile
// buffers, so one barrier per pair is enough. Tiles of matrix a are stored by
// columns, in lines that are one pack longer than needed. The elements of a pack
// are then in other banks than those of the neighboring threads. If all tiles are
// whole, the kernel does not check edges and advances two pointers. This is
// faster than computing and checking each address.
//
// Registers have banks, too: even and odd register numbers. A pack loaded from
// shared memory fills four consecutive registers, and so does each pack of sums
// that is stored to matrix c. The registers of an element of matrix b and of its
// sum would then both be even or both be odd. Therefore adjacent elements of b are
// swapped (`turn`). The columns are processed alternately forward and backward, so
// that two consecutive products share one operand. This increases throughput.
//
// `depth` is the extent of both tiles along the sum. `depth` and `band` are tuning
// parameters: deeper tiles need fewer barriers but more registers.
template <typename T, bool whole, int depth>
__global__ void __launch_bounds__(kThreads, sizeof(T) == 4 ? 2 : 1)
multiply_registers(const T* a, const T* b, T* c, int n, int band)
{
    constexpr int size = Pack<T>::size;
    constexpr int packs = kSide * depth / size / kThreads;  // packs of each tile per thread
    constexpr int turn = sizeof(T) == 4 ? 1 : 0;             // a double fills an even and an odd register
    __shared__ __align__(16) T as[2][depth][kSide + size];
    __shared__ __align__(16) T bs[2][depth][kSide];

    int thread = threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    // A warp is 8 threads wide and 4 high. In matrix a, lanes 0 and 1 read the
    // same elements; in matrix b, lanes 0 and 2. Only in this order are 16-byte
    // loads served half a warp at a time (measured on an H200).
    int tx = warp % 2 * 8 + ((lane >> 1 & 6) | (lane & 1));
    int ty = warp / 2 * 4 + ((lane >> 3 & 2) | (lane >> 1 & 1));
    int2 tile = tile_of_block(band);     // x: first column, y: first row

    Pack<T> next_a[packs];
    Pack<T> next_b[packs];
    const T* from_a[packs];
    const T* from_b[packs];
    for (int i = 0; i < packs; ++i) {
        int number = thread + i * kThreads;
        from_a[i] = a + size_t(tile.y + number / (depth / size)) * n + number % (depth / size) * size;
        from_b[i] = b + size_t(number / (kSide / size)) * n + tile.x + number % (kSide / size) * size;
    }
    auto load_tiles = [&](int start) {
        for (int i = 0; i < packs; ++i) {
            if (whole) {
                next_a[i] = *reinterpret_cast<const Pack<T>*>(from_a[i]);
                next_b[i] = *reinterpret_cast<const Pack<T>*>(from_b[i]);
                from_a[i] += depth;
                from_b[i] += size_t(depth) * n;
            } else {
                int number = thread + i * kThreads;
                next_a[i] = load_pack(a, n, tile.y + number / (depth / size), start + number % (depth / size) * size);
                next_b[i] = load_pack(b, n, start + number / (kSide / size), tile.x + number % (kSide / size) * size);
            }
        }
    };
    auto keep_tiles = [&](int half) {
        for (int i = 0; i < packs; ++i) {
            int number = thread + i * kThreads;
            for (int j = 0; j < size; ++j)
                as[half][number % (depth / size) * size + j][number / (depth / size)] = next_a[i].at[j];
            Pack<T> turned;
            for (int j = 0; j < size; ++j)
                turned.at[j] = next_b[i].at[j ^ turn];
            *reinterpret_cast<Pack<T>*>(&bs[half][number / (kSide / size)][number % (kSide / size) * size]) = turned;
        }
    };

    T sum[8][8] = {};
    load_tiles(0);
    keep_tiles(0);
    __syncthreads();
    int half = 0;
    for (int start = depth; start < n + depth; start += depth) {
        if (start < n)
            load_tiles(start);
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            T column[8];
            T row[8];
            read_eight<0>(as[half][k], ty, column);
            read_eight<turn>(bs[half][k], tx, row);
            for (int i = 0; i < 8; ++i)
                for (int step = 0; step < 8; ++step) {
                    int j = i % 2 == 0 ? step : 7 - step;
                    sum[i][j] += column[i] * row[j];
                }
        }
        if (start < n) {
            half = 1 - half;
            keep_tiles(half);
            __syncthreads();
        }
    }

    for (int i = 0; i < 8; ++i) {
        int row = tile.y + (i / size * 16 + ty) * size + i % size;
        for (int g = 0; g < 8 / size; ++g) {
            Pack<T> pack;
            for (int j = 0; j < size; ++j)
                pack.at[j] = sum[i][g * size + j];
            store_pack(c, n, row, tile.x + (16 * g + tx) * size, pack);
        }
    }
}

#define FOR_EVERY_TYPE(kernel)                                                             \
    template __global__ void kernel<float>(const float*, const float*, float*, int);       \
    template __global__ void kernel<double>(const double*, const double*, double*, int);

FOR_EVERY_TYPE(multiply_global)
FOR_EVERY_TYPE(multiply_smem1)
FOR_EVERY_TYPE(multiply_smem2)
FOR_EVERY_TYPE(multiply_smem3)
FOR_EVERY_TYPE(multiply_smem4)
FOR_EVERY_TYPE(multiply_smem5)

#define WHOLE_OR_NOT(T, depth)                                                                         \
    template __global__ void multiply_registers<T, false, depth>(const T*, const T*, T*, int, int);    \
    template __global__ void multiply_registers<T, true, depth>(const T*, const T*, T*, int, int);

WHOLE_OR_NOT(float, 8)
WHOLE_OR_NOT(float, 16)
WHOLE_OR_NOT(double, 4)
WHOLE_OR_NOT(double, 8)
