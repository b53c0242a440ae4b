// The product c = a * b on CUDA cores and on tensor cores. Matrix a is stored by rows, b by columns, so the elements that
// are multiplied lie side by side in both. Every n is a multiple of 256.
#include <cuda_fp16.h>

// The build for old GPUs has no instructions that they lack.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define SM_80
#endif
#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define SM_90A
#endif

// ---- Step 1: CUDA cores. A tile of 32 x 32 in shared memory; each thread computes one element.
__global__ void multiply_shared(int n, const half* a, const half* b, float* c)
{
    __shared__ float as[32][32];
    __shared__ float bs[32][33]; // a warp reads a column
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty, column = blockIdx.x * 32 + tx;
    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += 32) {
        as[ty][tx] = __half2float(a[row * n + k0 + tx]);
        bs[ty][tx] = __half2float(b[(blockIdx.x * 32 + ty) * n + k0 + tx]);
        __syncthreads();
        for (int k = 0; k < 32; ++k)
            sum += as[ty][k] * bs[tx][k];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// ---- One matrix instruction of a warp. In bytes the fragments are the same for all types: a has 16 rows of 32 bytes, b has
// 8 columns of 32 bytes. 32 bytes are 16 elements of f16, 8 of tf32 or 32 of int8.
__device__ void mma(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2], half)
{
#ifdef SM_80
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])); // mma of f16, sums in f32
#endif
}

__device__ void mma(unsigned (&d)[2], const unsigned (&a)[4], const unsigned (&b)[2], half) // sums in f16, two per register
{
#ifdef SM_80
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                 : "+r"(d[0]), "+r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])); // mma of f16, sums in f16
#endif
}

__device__ void mma(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2], float)
{
#ifdef SM_80
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])); // mma of tf32
#endif
}

__device__ void mma(int (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2], signed char)
{
#ifdef SM_80
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])); // mma of int8
#endif
}

// tf32 has the exponent of f32 and 10 bits of mantissa. The factors are rounded once, before the product.
__global__ void round_to_tf32(const float* values, float* rounded)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bits = 0;
#ifdef SM_80
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(values[i]));
#endif
    rounded[i] = __uint_as_float(bits);
}

__device__ unsigned two(const half* from)
{
    return *reinterpret_cast<const unsigned*>(from);
}

// The fragments of a lane: row lane / 4 and the row 8 below it, of a and of the columns of b; two numbers per register.
__device__ void load_fragments(unsigned (&fa)[4], unsigned (&fb)[2], const half* a_row, const half* b_column, int n)
{
    fa[0] = two(a_row);
    fa[1] = two(a_row + 8 * n);
    fa[2] = two(a_row + 8);
    fa[3] = two(a_row + 8 * n + 8);
    fb[0] = two(b_column);
    fb[1] = two(b_column + 8);
}

// Two neighboring sums with one instruction.
__device__ void store_pair(float* to, float first, float second)
{
    *reinterpret_cast<float2*>(to) = make_float2(first, second);
}

__device__ void store_pair(int* to, int first, int second)
{
    *reinterpret_cast<int2*>(to) = make_int2(first, second);
}

// ---- Step 2: one mma by hand. Each of 4 warps computes a tile of 16 x 8; a lane loads its fragments from global memory.
__global__ void multiply_mma(int n, const half* a, const half* b, float* c)
{
    int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, pair = threadIdx.x % 4 * 2;
    int row = blockIdx.y * 32 + warp / 2 * 16 + group;
    int column = blockIdx.x * 16 + warp % 2 * 8;
    const half* a_row = a + row * n + pair;
    const half* b_column = b + (column + group) * n + pair;
    float d[4] = { 0, 0, 0, 0 };
    for (int k = 0; k < n; k += 16) {
        unsigned fa[4], fb[2];
        load_fragments(fa, fb, a_row + k, b_column + k, n);
        mma(d, fa, fb, half());
    }
    store_pair(c + row * n + column + pair, d[0], d[1]);
    store_pair(c + (row + 8) * n + column + pair, d[2], d[3]);
}

// The same with sums in f16.
__global__ void multiply_half_sums(int n, const half* a, const half* b, float* c)
{
    int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, pair = threadIdx.x % 4 * 2;
    int row = blockIdx.y * 32 + warp / 2 * 16 + group;
    int column = blockIdx.x * 16 + warp % 2 * 8;
    const half* a_row = a + row * n + pair;
    const half* b_column = b + (column + group) * n + pair;
    unsigned d[2] = { 0, 0 };
    for (int k = 0; k < n; k += 16) {
        unsigned fa[4], fb[2];
        load_fragments(fa, fb, a_row + k, b_column + k, n);
        mma(d, fa, fb, half());
    }
    for (int i = 0; i < 2; ++i) {
        float2 sums = __half22float2(*reinterpret_cast<half2*>(&d[i]));
        store_pair(c + (row + 8 * i) * n + column + pair, sums.x, sums.y);
    }
}

// ---- Tiles in shared memory: rows of 64 bytes, four chunks of 16 bytes.
constexpr int kRow = 64;

// Where a chunk of a row is. With the swizzle, eight rows of a matrix begin in eight different groups of 4 banks.
template <bool kSwizzle> __device__ unsigned place(int row, int chunk)
{
    return row * kRow + (kSwizzle ? chunk ^ row / 2 % 4 : chunk) * 16;
}

__device__ unsigned shared_address(const void* pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// Four matrices of 8 rows of 16 bytes. Lane i has the address of row i % 8 of matrix i / 8.
__device__ void ldmatrix(unsigned& r0, unsigned& r1, unsigned& r2, unsigned& r3, unsigned address)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(address)); // ldmatrix
}

// The product of a warp: kRows x 16 rows of a and kColumns x 8 columns of b, from row `row` and column `column` of the tiles.
template <typename Element, bool kSwizzle, int kRows, int kColumns, typename Sum>
__device__ void multiply_tile(Sum (&d)[kRows][kColumns][4], unsigned as, unsigned bs, int row, int column)
{
    int lane = threadIdx.x % 32;
    for (int chunk = 0; chunk < 4; chunk += 2) { // 32 bytes of k
        unsigned fa[kRows][4], fb[kColumns][2];
        for (int i = 0; i < kRows; ++i)
            ldmatrix(fa[i][0], fa[i][1], fa[i][2], fa[i][3],
                as + place<kSwizzle>(row + i * 16 + lane % 16, chunk + lane / 16));
        for (int j = 0; j < kColumns; j += 2)
            ldmatrix(fb[j][0], fb[j][1], fb[j + 1][0], fb[j + 1][1],
                bs + place<kSwizzle>(column + j * 8 + lane / 16 * 8 + lane % 8, chunk + lane / 8 % 2));
        for (int i = 0; i < kRows; ++i)
            for (int j = 0; j < kColumns; ++j)
                mma(d[i][j], fa[i], fb[j], Element());
    }
}

template <int kRows, int kColumns, typename Sum>
__device__ void store_tile(const Sum (&d)[kRows][kColumns][4], int n, Sum* c, int row, int column)
{
    int lane = threadIdx.x % 32;
    for (int i = 0; i < kRows; ++i)
        for (int j = 0; j < kColumns; ++j)
            for (int half_tile = 0; half_tile < 2; ++half_tile) {
                Sum* to = c + (row + i * 16 + half_tile * 8 + lane / 4) * n + column + j * 8 + lane % 4 * 2;
                store_pair(to, d[i][j][2 * half_tile], d[i][j][2 * half_tile + 1]);
            }
}

// ---- Steps 3 and 4: a block of 4 warps computes 64 x 64, each warp 32 x 32. ldmatrix reads the fragments from shared memory.
template <bool kSwizzle> __global__ void multiply_tiles(int n, const half* a, const half* b, float* c)
{
    __shared__ __align__(128) char as[64 * kRow], bs[64 * kRow];
    int warp = threadIdx.x / 32;
    float d[2][4][4] = {};
    for (int k = 0; k < n; k += 32) {
        for (int i = threadIdx.x; i < 64 * 4; i += 128) {
            int row = i / 4, chunk = i % 4;
            *reinterpret_cast<uint4*>(as + place<kSwizzle>(row, chunk)) =
                *reinterpret_cast<const uint4*>(a + (blockIdx.y * 64 + row) * n + k + chunk * 8);
            *reinterpret_cast<uint4*>(bs + place<kSwizzle>(row, chunk)) =
                *reinterpret_cast<const uint4*>(b + (blockIdx.x * 64 + row) * n + k + chunk * 8);
        }
        __syncthreads();
        multiply_tile<half, kSwizzle>(d, shared_address(as), shared_address(bs), warp / 2 * 32, warp % 2 * 32);
        __syncthreads();
    }
    store_tile(d, n, c, blockIdx.y * 64 + warp / 2 * 32, blockIdx.x * 64 + warp % 2 * 32);
}

// ---- Step 5: 8 warps compute 128 x 128, each warp 64 x 32. cp.async fills a ring of three stages.
__device__ void copy_async(unsigned to, const void* from)
{
#ifdef SM_80
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
#endif
}

__device__ void commit()
{
#ifdef SM_80
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

template <int kPending> __device__ void wait_for_copies()
{
#ifdef SM_80
    asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
#endif
}

template <typename Element, typename Sum>
__global__ void __launch_bounds__(256) multiply_pipeline(int n, const Element* a, const Element* b, Sum* c)
{
    constexpr int kStages = 3, kDepth = kRow / sizeof(Element), kChunk = 16 / sizeof(Element), kTile = 128 * kRow;
    __shared__ __align__(128) char tiles[kStages][2][kTile];
    int warp = threadIdx.x / 32;
    auto load = [&](int k, int stage) {
        for (int i = threadIdx.x; i < 128 * 4; i += 256) {
            int row = i / 4, chunk = i % 4;
            unsigned to = place<true>(row, chunk);
            copy_async(shared_address(tiles[stage][0]) + to, a + (blockIdx.y * 128 + row) * n + k + chunk * kChunk);
            copy_async(shared_address(tiles[stage][1]) + to, b + (blockIdx.x * 128 + row) * n + k + chunk * kChunk);
        }
    };
    for (int stage = 0; stage < kStages - 1; ++stage) {
        load(stage * kDepth, stage);
        commit();
    }
    Sum d[4][4][4] = {};
    for (int tile = 0; tile < n / kDepth; ++tile) {
        wait_for_copies<kStages - 2>();
        __syncthreads(); // the tile is complete, and no warp still reads the stage that is filled next
        int next = tile + kStages - 1;
        if (next < n / kDepth)
            load(next * kDepth, next % kStages);
        commit();
        unsigned as = shared_address(tiles[tile % kStages][0]), bs = shared_address(tiles[tile % kStages][1]);
        multiply_tile<Element, true>(d, as, bs, warp / 4 * 64, warp % 4 * 32);
    }
    store_tile(d, n, c, blockIdx.y * 128 + warp / 4 * 64, blockIdx.x * 128 + warp % 4 * 32);
}

template __global__ void multiply_tiles<false>(int, const half*, const half*, float*);
template __global__ void multiply_tiles<true>(int, const half*, const half*, float*);
template __global__ void multiply_pipeline<half, float>(int, const half*, const half*, float*);
template __global__ void multiply_pipeline<float, float>(int, const float*, const float*, float*);
template __global__ void multiply_pipeline<signed char, int>(int, const signed char*, const signed char*, int*);

// ---- Step 6: wgmma, for compute capability 9.0. Two warpgroups of 4 warps compute 128 x 256. An instruction multiplies 64 x 16
// by 16 x 256, reads both factors from shared memory, and does not wait for the result.
// Describes rows of 128 bytes with the 128-byte swizzle: the address, and 1024 bytes from 8 rows to the next 8, in units of 16 bytes.
__device__ unsigned long long descriptor(unsigned address)
{
    return (address & 0x3ffff) >> 4 | 1ull << 16 | 1024ull >> 4 << 32 | 1ull << 62;
}

#define SUMS_8(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define SUMS_32(i) SUMS_8(i), SUMS_8(i + 8), SUMS_8(i + 16), SUMS_8(i + 24)

__device__ void wgmma(float (&d)[128], unsigned long long a, unsigned long long b)
{
#ifdef SM_90A
    asm volatile("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
                 "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
                 "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
                 "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
                 "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
                 "%128, %129, 1, 1, 1, 0, 0;"
                 : SUMS_32(0), SUMS_32(32), SUMS_32(64), SUMS_32(96)
                 : "l"(a), "l"(b)); // wgmma
#endif
}

__global__ void __launch_bounds__(256, 1) multiply_wgmma(int n, const half* a, const half* b, float* c)
{
#ifdef SM_90A
    constexpr int kStages = 4, kDepth = 64; // rows of 128 bytes: eight chunks
    constexpr unsigned kTileA = 128 * 128, kStage = kTileA + 256 * 128;
    extern __shared__ __align__(1024) char tiles[];
    unsigned base = shared_address(tiles);
    int warpgroup = threadIdx.x / 128;
    int first_row = blockIdx.x * 128, first_column = blockIdx.y * 256;
    auto load = [&](int k, int stage) {
        unsigned to = base + stage * kStage;
        int chunk = threadIdx.x % 8, row = threadIdx.x / 8;
        unsigned place = row * 128 + (chunk ^ row % 8) * 16; // the same for all rows that differ by 32
        const half* from_a = a + (first_row + row) * n + k + chunk * 8;
        const half* from_b = b + (first_column + row) * n + k + chunk * 8;
        for (int i = 0; i < 4; ++i)
            copy_async(to + place + i * 32 * 128, from_a + i * 32 * n);
        for (int i = 0; i < 8; ++i)
            copy_async(to + kTileA + place + i * 32 * 128, from_b + i * 32 * n);
    };
    for (int stage = 0; stage < kStages - 2; ++stage) {
        load(stage * kDepth, stage);
        commit();
    }
    float d[128] = {};
    for (int tile = 0; tile < n / kDepth; ++tile) {
        wait_for_copies<kStages - 3>();
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // the asynchronous proxy reads what cp.async wrote
        __syncthreads(); // the tile is complete; the product of two tiles ago, too
        unsigned at = base + tile % kStages * kStage;
        unsigned long long da = descriptor(at + warpgroup * 64 * 128), db = descriptor(at + kTileA);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        for (int k = 0; k < 4; ++k)
            wgmma(d, da + 2 * k, db + 2 * k); // 32 bytes further along k
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        int next = tile + kStages - 2;
        if (next < n / kDepth)
            load(next * kDepth, next % kStages);
        commit();
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory"); // the previous product
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    int lane = threadIdx.x % 32;
    int row = first_row + threadIdx.x / 32 * 16 + lane / 4, column = first_column + lane % 4 * 2;
    for (int i = 0; i < 128; i += 4) {
        store_pair(c + row * n + column + i * 2, d[i], d[i + 1]);
        store_pair(c + (row + 8) * n + column + i * 2, d[i + 2], d[i + 3]);
    }
#endif
}

// ---- Step 7: tensor copies (TMA). A third warpgroup only copies: one of its threads asks for a whole tile with one instruction, so no
// warp computes addresses, and the swizzle is done by the copy. `full` and `empty` count phases of each stage.
struct __align__(64) TensorMap { // CUtensorMap: 64 x 128 or 64 x 256 elements of a matrix
    unsigned long long words[16];
};

using Barrier = unsigned long long;

__device__ void init(Barrier* barrier, unsigned arrivals)
{
#ifdef SM_90A
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
#endif
}

__device__ void arrive(Barrier* barrier)
{
#ifdef SM_90A
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
#endif
}

__device__ void expect_bytes(Barrier* barrier, unsigned bytes)
{
#ifdef SM_90A
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes) : "memory");
#endif
}

__device__ void wait(Barrier* barrier, unsigned parity)
{
#ifdef SM_90A
    unsigned done = 0;
    while (done == 0)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done) : "r"(shared_address(barrier)), "r"(parity) : "memory");
#endif
}

// The box from column k and this row on.
__device__ void copy_tensor(unsigned to, const TensorMap& from, int k, int row, Barrier* barrier)
{
#ifdef SM_90A
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
                 "l"(&from), "r"(k), "r"(row), "r"(shared_address(barrier)) : "memory");
#endif
}

__global__ void __launch_bounds__(384, 1) multiply_tma(
    int n, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, float* c)
{
#ifdef SM_90A
    constexpr int kStages = 4, kDepth = 64;
    constexpr unsigned kTileA = 128 * 128, kStage = kTileA + 256 * 128;
    extern __shared__ __align__(1024) char tiles[];
    __shared__ Barrier full[kStages], empty[kStages];
    unsigned base = shared_address(tiles);
    int warpgroup = threadIdx.x / 128;
    int first_row = blockIdx.x * 128, first_column = blockIdx.y * 256;
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < kStages; ++stage) {
            init(&full[stage], 1);
            init(&empty[stage], 2); // one thread of each warpgroup that multiplies
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    if (warpgroup == 2) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); // the others need more registers
        if (threadIdx.x % 128 == 0)
            for (int tile = 0; tile < n / kDepth; ++tile) {
                int stage = tile % kStages;
                wait(&empty[stage], tile / kStages % 2 ^ 1); // the first wait for each stage ends at once
                expect_bytes(&full[stage], kStage);
                copy_tensor(base + stage * kStage, a, tile * kDepth, first_row, &full[stage]);
                copy_tensor(base + stage * kStage + kTileA, b, tile * kDepth, first_column, &full[stage]);
            }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    float d[128] = {};
    for (int tile = 0; tile < n / kDepth; ++tile) {
        int stage = tile % kStages;
        unsigned at = base + stage * kStage;
        unsigned long long da = descriptor(at + warpgroup * 64 * 128), db = descriptor(at + kTileA);
        wait(&full[stage], tile / kStages % 2);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        for (int k = 0; k < 4; ++k)
            wgmma(d, da + 2 * k, db + 2 * k);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory"); // the previous product: its stage is free
        if (tile > 0 && threadIdx.x % 128 == 0)
            arrive(&empty[(tile - 1) % kStages]);
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    int lane = threadIdx.x % 32;
    int row = first_row + threadIdx.x / 32 * 16 + lane / 4, column = first_column + lane % 4 * 2;
    for (int i = 0; i < 128; i += 4) {
        store_pair(c + row * n + column + i * 2, d[i], d[i + 1]);
        store_pair(c + (row + 8) * n + column + i * 2, d[i + 2], d[i + 3]);
    }
#endif
}

// ---- References: double precision, and exact integers.
template <typename Element, typename Sum, typename Result>
__global__ void reference(int n, const Element* a, const Element* b, Result* c)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    Sum sum = 0;
    for (int k = 0; k < n; ++k)
        sum += static_cast<Sum>(static_cast<float>(a[row * n + k])) * static_cast<Sum>(static_cast<float>(b[column * n + k]));
    c[row * n + column] = static_cast<Result>(sum);
}

template __global__ void reference<half, double, float>(int, const half*, const half*, float*);
template __global__ void reference<float, double, float>(int, const float*, const float*, float*);
template __global__ void reference<signed char, int, int>(int, const signed char*, const signed char*, int*);
