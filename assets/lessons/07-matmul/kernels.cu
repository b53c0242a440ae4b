// c = a b for square matrices of n rows, float or double. A tile has 32 x 32
// elements; what lies outside of a matrix counts as zero.

constexpr int kTile = 32;

template <typename T>
__device__ T element(const T* matrix, int n, int row, int column)
{
    return row < n && column < n ? matrix[row * n + column] : T(0);
}

// A thread computes one element and reads its row and its column from global
// memory.
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

// 1: tiles in shared memory, indexed [tx][ty]: neighboring threads
// write a column, and read one.
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

// 2: the same with one unused column: rows begin in different banks.
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

// 3: indexed [ty][tx]: neighbors write neighbors and read neighbors, or
// all the same word.
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

// 4: half as many threads, two results each: bs[k][tx] is read once for both.
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

// What one access moves: four floats or two doubles.
template <typename T>
struct alignas(16) Pack {
    static constexpr int size = 16 / sizeof(T);
    T at[size];
};

// The rows of a matrix begin on 16 bytes only where n allows it; otherwise, and
// outside of the matrix, elements are looked at singly.
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

constexpr int kSide = 128;     // of the block's tile of c
constexpr int kThreads = 256;  // 16 x 16 threads, 8 x 8 results each

// Where the block's tile of c begins. Blocks that run at the same time form a
// square rather than a row, so that they share what lies in the cache: `band`
// rows of tiles are walked together.
__device__ int2 tile_of_block(int band)
{
    int number = blockIdx.y * gridDim.x + blockIdx.x;
    int first = number / (band * gridDim.x) * band;  // row of tiles where the band begins
    int rows = min(band, int(gridDim.y) - first);
    int within = number - first * gridDim.x;
    return {within / rows * kSide, (first + within % rows) * kSide};
}

// The elements of a that a thread reads from as[k], or of b from bs[k]: packs
// that lie 16 packs apart, so that a warp reads neighboring packs. In a pack,
// element i lies at i ^ turn.
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

// While the block multiplies one pair of tiles, the next pair is already on
// its way from global memory into registers, and then goes into the other half
// of shared memory: one barrier per tile. Tiles of a are kept by columns, in
// lines that are one pack longer than needed: then the four or two elements of
// a pack go to different banks from those of the neighboring threads. Where
// all tiles are whole nothing is asked about edges, and two pointers walk on:
// 7 % faster than to compute and check each address (H200).
//
// Registers have banks, too: even and odd numbers. What a pack brings from
// shared memory lies in four registers in a row, and so do the four sums that a
// pack takes to c: the element of b and the sum that it goes to would always be
// both even or both odd. So neighbors of b are kept the other way round, and
// the product walks to and fro, so that one operand of two in a row is the
// same: 46.9 instead of 43.5, at n = 8192 48.5 instead of 44.6 TFLOP/s (H200).
//
// `depth`, how far the tiles of a and b reach along the sum, and `band` are to
// be tuned: deeper tiles mean fewer barriers and more registers on the way.
template <typename T, bool whole, int depth>
__global__ void __launch_bounds__(kThreads, sizeof(T) == 4 ? 2 : 1)
multiply_registers(const T* a, const T* b, T* c, int n, int band)
{
    constexpr int size = Pack<T>::size;
    constexpr int packs = kSide * depth / size / kThreads;  // a thread loads of each tile
    constexpr int turn = sizeof(T) == 4 ? 1 : 0;             // a double fills an even and an odd register
    __shared__ __align__(16) T as[2][depth][kSide + size];
    __shared__ __align__(16) T bs[2][depth][kSide];

    int thread = threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    // A warp is 8 threads wide and 4 high, in an order in which lanes 0 and 1
    // read the same of a, and lanes 0 and 2 the same of b: only then are reads
    // of 16 bytes served half a warp at a time (measured on an H200).
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
