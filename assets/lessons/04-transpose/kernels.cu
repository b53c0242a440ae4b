// The transpose of a matrix, in many ways. `in` has `height` rows of `width`
// floats, `out` has `width` rows of `height`; a copy has the shape of `in`. No
// kernel computes anything: only the order of memory accesses differs.

// The upper bound: the same bytes are read and written, and nothing changes its
// place. A thread requests all its words before it stores the first one, so
// that enough bytes are on their way to keep the memory busy. In one loop, each
// load would wait for the store before it, because `out` might alias `in`.
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

// Neighboring threads read neighboring words and write a whole row apart.
template <int tile, int rows>
__global__ void naive(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            out[x * height + y + i] = in[(y + i) * width + x];
}

// A copy again, but neighboring threads read and write a row apart.
template <int tile, int rows>
__global__ void strided_both(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * tile + threadIdx.y;
    int y = blockIdx.y * tile + threadIdx.x;
    for (int i = 0; i < tile; i += rows)
        if (x + i < width && y < height)
            out[y * width + x + i] = in[y * width + x + i];
}

// The block reads a tile by rows and writes it by rows; it transposes the tile
// in shared memory, where a column costs no sectors, but lies in one bank.
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

// One unused column: the words of a column now lie in different banks.
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

// No word is unused: row r stores column c at c XOR r. A row is only stored in
// another order; a column touches every bank once.
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

// The padded kernel with another order of blocks. On a GPU with 8 memory
// partitions of 256 bytes, such as the GTX 280, addresses that are a multiple
// of 2048 bytes apart share a partition: blocks that run at the same time and write tiles one below the
// other queue there (partition camping). Along a diagonal each writes another
// column of tiles. Source: Ruetsch and Micikevicius, "Optimizing Matrix Transpose in CUDA".
template <int tile, int rows>
__global__ void diagonal(const float* in, float* out, int width, int height)
{
    __shared__ float block[tile][tile + 1];
    int number = blockIdx.y * gridDim.x + blockIdx.x;
    int tile_y = number % gridDim.y;
    int tile_x = (number / gridDim.y + tile_y) % gridDim.x;
    int x = tile_x * tile + threadIdx.x;
    int y = tile_y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < width && y + i < height)
            block[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();

    x = tile_y * tile + threadIdx.x;
    y = tile_x * tile + threadIdx.y;
    for (int i = 0; i < tile; i += rows)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = block[threadIdx.x][threadIdx.y + i];
}

// Four neighbors of a row in one access. Only a row that begins on 16 bytes
// allows that; of others, and at the end of a row, words are taken singly.
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

// A quarter of the memory instructions: 8 x 32 threads, a tile of 32 x 32,
// four words a thread at a time.
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

// Which tile a block takes. By rows, blocks that run at the same time read
// long pieces of few rows and write short pieces of many; in squares of
// `side` x `side` tiles, reading and writing are alike.
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

// What is read once and written once need not push other data out of the
// cache.
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

// For rows that do not begin on 16 bytes: a patch of 4 x 4 words, singly.
__device__ void turn_patch(const float* in, float* out, int x, int y, int width, int height)
{
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
            if (x + i < width && y + j < height)
                out[(x + i) * height + y + j] = in[(y + j) * width + x + i];
}

// A thread turns a patch of 4 x 4 words in its registers; the block only has
// to bring the patches to their places, in shared memory, by 16 bytes. Group g
// of row r lies at g XOR (r / 4): eight lanes, which are served together,
// meet all banks once, both on the way in and on the way out. The tile is
// dynamic shared memory, for a tile of 128 x 128 is larger than 48 KiB.
template <int tile, int side, bool streaming>
__global__ void __launch_bounds__(tile / 4 * (tile / 4))
tuned(const float* in, float* out, int width, int height)
{
    constexpr int groups = tile / 4;  // of four words, in a row of the tile
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

// What the parameters of the lesson choose from.
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
