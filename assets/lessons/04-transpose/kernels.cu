// Transposes of a matrix. `in` has `height` rows of `width` floats, `out` has
// `width` rows of `height` floats; a copy has the shape of `in`. No kernel
// computes anything. The kernels differ only in the order of memory accesses.

// The upper bound: a copy reads and writes the same bytes as a transpose. A
// thread loads all its words before it stores the first one, so that enough
// bytes are in flight to keep the memory busy. In a single loop without
// __restrict__, each load waits for the previous store: `out` may alias `in`.
template <int tile, int rows>
__global__ void copy(const float* __restrict__ in, float* __restrict__ out, int width, int height)
{
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    float word[tile / rows];
    for (int i = 0; i < tile / rows; ++i)
        if (x < width && y + i * rows < height)
            word[i] = in[(y + i * rows) * width + x];
    for (int i = 0; i < tile / rows; ++i)
        if (x < width && y + i * rows < height)
            out[(y + i * rows) * width + x] = word[i];
}

// Neighboring threads read consecutive words and write words one row apart.
template <int tile, int rows>
__global__ void naive(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            out[x * height + y + i] = in[(y + i) * width + x];
}

// A copy again, but neighboring threads read and write words one row apart.
template <int tile, int rows>
__global__ void strided_both(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * tile + threadIdx.y;
    int y = blockIdx.y * tile + threadIdx.x;
    for (int i = 0; i < tile; i += rows)
        if (x + i < width && y < height)
            out[y * width + x + i] = in[y * width + x + i];
}

// The block reads a tile by rows and writes it by rows. It transposes the tile
// in shared memory, where a column needs no extra sectors but is in one bank.
template <int tile, int rows>
__global__ void tiled(const float* in, float* out, int width, int height)
{
    __shared__ float block[tile][tile];
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            block[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();

    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = block[threadIdx.x][threadIdx.y + i];
}

// The same path through shared memory without transposing: no bank conflict.
template <int tile, int rows>
__global__ void tiled_copy(const float* in, float* out, int width, int height)
{
    __shared__ float block[tile][tile];
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            block[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();

    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            out[(y + i) * width + x] = block[threadIdx.y + i][threadIdx.x];
}

// One unused column: the words of a column are now in different banks.
template <int tile, int rows>
__global__ void padded(const float* in, float* out, int width, int height)
{
    __shared__ float block[tile][tile + 1];
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            block[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();

    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = block[threadIdx.x][threadIdx.y + i];
}

// No word is unused: row r stores column c at position c XOR r. This only
// permutes the words of a row, and a column accesses every bank once.
template <int tile, int rows>
__global__ void swizzled(const float* in, float* out, int width, int height)
{
    __shared__ float block[tile][tile];
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows) {
        int r = threadIdx.y + i;
        if (x < width && y + i < height)
            block[r][threadIdx.x ^ r] = in[(y + i) * width + x];
    }
    __syncthreads();

    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows) {
        int c = threadIdx.y + i;
        if (x < height && y + i < width)
            out[(y + i) * height + x] = block[threadIdx.x][c ^ threadIdx.x];
    }
}

// The tile of a block in diagonal order; of a square matrix without a division.
__device__ int2 diagonal_tile()
{
    if (gridDim.x == gridDim.y) {
        int x = blockIdx.x + blockIdx.y;
        return make_int2(x < gridDim.x ? x : x - gridDim.x, blockIdx.x);
    }
    int number = blockIdx.y * gridDim.x + blockIdx.x;
    int y = number % gridDim.y;
    return make_int2((number / gridDim.y + y) % gridDim.x, y);
}

// The padded kernel with another order of blocks. On a GPU with 8 memory
// partitions of 256 bytes, such as the GTX 280, addresses that are a multiple of
// 2048 bytes apart are in the same partition. Concurrent blocks that write tiles
// below each other queue there (partition camping). In diagonal order each writes
// another column of tiles. Ruetsch, Micikevicius, "Optimizing Matrix Transpose in CUDA".
template <int tile, int rows>
__global__ void diagonal(const float* in, float* out, int width, int height)
{
    __shared__ float block[tile][tile + 1];
    int2 t = diagonal_tile();
    int x = t.x * tile + threadIdx.x;
    int y = t.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            block[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();

    x = t.y * tile + threadIdx.x;
    y = t.x * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = block[threadIdx.x][threadIdx.y + i];
}

// The diagonal order without padding: the bank conflicts of the tile remain.
template <int tile, int rows>
__global__ void diagonal_unpadded(const float* in, float* out, int width, int height)
{
    __shared__ float block[tile][tile];
    int2 t = diagonal_tile();
    int x = t.x * tile + threadIdx.x;
    int y = t.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            block[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();

    x = t.y * tile + threadIdx.x;
    y = t.x * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = block[threadIdx.x][threadIdx.y + i];
}

// Four consecutive words of a row in one access. This requires rows aligned to
// 16 bytes. In other rows, each word is a separate access.
__device__ float4 load_four(const float* row, int x, int length)
{
    if (length % 4 == 0)
        return x < length ? *reinterpret_cast<const float4*>(row + x) : float4{};
    float4 four{};
    if (x < length) four.x = row[x];
    if (x + 1 < length) four.y = row[x + 1];
    if (x + 2 < length) four.z = row[x + 2];
    if (x + 3 < length) four.w = row[x + 3];
    return four;
}

__device__ void store_four(float* row, int x, int length, float4 four)
{
    if (length % 4 == 0) {
        if (x < length)
            *reinterpret_cast<float4*>(row + x) = four;
        return;
    }
    if (x < length) row[x] = four.x;
    if (x + 1 < length) row[x + 1] = four.y;
    if (x + 2 < length) row[x + 2] = four.z;
    if (x + 3 < length) row[x + 3] = four.w;
}

// A quarter of the memory instructions: 8 x 32 threads for a tile of 32 x 32,
// four words per thread in each access.
__global__ void vectorised(const float* in, float* out, int width, int height)
{
    __shared__ float block[32][33];
    int c = 4 * threadIdx.x;
    int r = threadIdx.y;
    int x = blockIdx.x * 32 + c;
    int y = blockIdx.y * 32 + r;
    float4 four = y < height ? load_four(in + y * width, x, width) : float4{};
    block[r][c] = four.x;
    block[r][c + 1] = four.y;
    block[r][c + 2] = four.z;
    block[r][c + 3] = four.w;
    __syncthreads();

    x = blockIdx.y * 32 + c;
    y = blockIdx.x * 32 + r;
    if (y < width)
        store_four(out + y * height, x, height,
                   float4{block[c][r], block[c + 1][r], block[c + 2][r], block[c + 3][r]});
}

// Returns the tile of a block. In row order, concurrent blocks read long pieces
// of few rows and write short pieces of many rows. In squares of `side` x `side`
// tiles, the pieces are equally long for reading and for writing.
template <int side>
__device__ int2 tile_of_block()
{
    if (side == 1)
        return {int(blockIdx.x), int(blockIdx.y)};
    int number = blockIdx.y * gridDim.x + blockIdx.x;
    int in_band = gridDim.x * side;  // tiles in `side` rows of tiles
    int band = number / in_band;
    int rows = min(side, int(gridDim.y) - band * side);
    number -= band * in_band;
    int square = number / (side * rows);
    int columns = min(side, int(gridDim.x) - square * side);
    number -= square * side * rows;
    return {square * side + number % columns, band * side + number / columns};
}

// The cache hint `streaming`: data that is read once and written once need not
// evict other data from the cache.
template <bool streaming>
__device__ float4 load(const float* from)
{
    auto* four = reinterpret_cast<const float4*>(from);
    return streaming ? __ldcs(four) : *four;
}

template <bool streaming>
__device__ void store(float* to, float4 value)
{
    auto* four = reinterpret_cast<float4*>(to);
    if (streaming)
        __stcs(four, value);
    else
        *four = value;
}

// Transposes a patch of 4 x 4 words one by one, for rows not aligned to 16 bytes.
__device__ void turn_patch(const float* in, float* out, int x, int y, int width, int height)
{
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
            if (x + i < width && y + j < height)
                out[(x + i) * height + y + j] = in[(y + j) * width + x + i];
}

// A thread transposes a patch of 4 x 4 words in registers. The block then moves
// the patches to their places in shared memory, 16 bytes per access. Group g of
// row r is stored at g XOR (r / 4): the eight lanes of a wavefront access every
// bank once, both when they store and when they load. The tile is in dynamic
// shared memory, because a tile of 128 x 128 is larger than 48 KiB.
template <int tile, int side, bool streaming>
__global__ void __launch_bounds__(tile / 4 * (tile / 4))
tuned(const float* in, float* out, int width, int height)
{
    constexpr int groups = tile / 4;  // groups of four words per row of the tile
    extern __shared__ float4 turned[];  // [tile][groups]
    int2 at = tile_of_block<side>();
    int column = threadIdx.x % groups;
    int row = threadIdx.x / groups;
    int x = at.x * tile + 4 * column;
    int y = at.y * tile + 4 * row;
    if (width % 4 != 0 || height % 4 != 0) {
        turn_patch(in, out, x, y, width, height);
        return;
    }

    const float* from = in + y * width + x;
    if (x < width && y < height) {
        float4 a = load<streaming>(from);
        float4 b = load<streaming>(from + width);
        float4 c = load<streaming>(from + 2 * width);
        float4 d = load<streaming>(from + 3 * width);
        int place = row ^ column;
        turned[4 * column * groups + place] = {a.x, b.x, c.x, d.x};
        turned[(4 * column + 1) * groups + place] = {a.y, b.y, c.y, d.y};
        turned[(4 * column + 2) * groups + place] = {a.z, b.z, c.z, d.z};
        turned[(4 * column + 3) * groups + place] = {a.w, b.w, c.w, d.w};
    }
    __syncthreads();

    x = at.y * tile + 4 * column;
    y = at.x * tile + row;
    for (int i = 0; i < tile; i += groups)
        if (x < height && y + i < width)
            store<streaming>(out + (y + i) * height + x, turned[(row + i) * groups + (column ^ (row + i) / 4)]);
}

// Instances that the parameters of the lesson select.
#define FOR_EVERY_BLOCK(kernel, tile)                                             \
    template __global__ void kernel<tile, 4>(const float*, float*, int, int);     \
    template __global__ void kernel<tile, 8>(const float*, float*, int, int);     \
    template __global__ void kernel<tile, 16>(const float*, float*, int, int);
#define FOR_EVERY_TILE(kernel) \
    FOR_EVERY_BLOCK(kernel, 16) FOR_EVERY_BLOCK(kernel, 32) FOR_EVERY_BLOCK(kernel, 48)

FOR_EVERY_TILE(copy)
FOR_EVERY_TILE(naive)
FOR_EVERY_TILE(strided_both)
FOR_EVERY_TILE(tiled)
FOR_EVERY_TILE(tiled_copy)
FOR_EVERY_TILE(padded)
FOR_EVERY_TILE(diagonal)
FOR_EVERY_TILE(diagonal_unpadded)
FOR_EVERY_BLOCK(swizzled, 16)
FOR_EVERY_BLOCK(swizzled, 32)

#define FOR_EVERY_HINT(tile, side)                                                      \
    template __global__ void tuned<tile, side, false>(const float*, float*, int, int);  \
    template __global__ void tuned<tile, side, true>(const float*, float*, int, int);
#define FOR_EVERY_ORDER(tile) \
    FOR_EVERY_HINT(tile, 1) FOR_EVERY_HINT(tile, 4) FOR_EVERY_HINT(tile, 8) FOR_EVERY_HINT(tile, 16)

FOR_EVERY_ORDER(32)
FOR_EVERY_ORDER(64)
FOR_EVERY_ORDER(128)
