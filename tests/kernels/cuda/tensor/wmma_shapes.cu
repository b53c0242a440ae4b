// d = a * b + c with one warp, for every shape and type of nvcuda::wmma, every order in memory, and operands in global and in shared
// memory. Lines of memory are longer than those of the matrices, so that strides matter.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr unsigned kPadding = 16; // numbers between two lines
constexpr unsigned kSharedBytes = 8192;

struct ByRows {
    using Order = wmma::row_major;
    static constexpr wmma::layout_t kLayout = wmma::mem_row_major;
    __host__ __device__ static constexpr unsigned line(unsigned /*rows*/, unsigned columns) { return columns + kPadding; }
    __host__ __device__ static constexpr unsigned lines(unsigned rows, unsigned /*columns*/) { return rows; }
};

struct ByColumns {
    using Order = wmma::col_major;
    static constexpr wmma::layout_t kLayout = wmma::mem_col_major;
    __host__ __device__ static constexpr unsigned line(unsigned rows, unsigned /*columns*/) { return rows + kPadding; }
    __host__ __device__ static constexpr unsigned lines(unsigned /*rows*/, unsigned columns) { return columns; }
};

template <typename Number> struct Stored {
    using Type = Number;
};
template <> struct Stored<wmma::precision::tf32> {
    using Type = float;
};

template <int M, int N, int K, typename Factor, typename Sum, typename A, typename B, typename C, typename From>
__device__ void multiply(Sum* d, const From* a, const From* b, const Sum* c)
{
    wmma::fragment<wmma::matrix_a, M, N, K, Factor, typename A::Order> left;
    wmma::fragment<wmma::matrix_b, M, N, K, Factor, typename B::Order> right;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> sum;
    wmma::load_matrix_sync(left, a, A::line(M, K));
    wmma::load_matrix_sync(right, b, B::line(K, N));
    wmma::load_matrix_sync(sum, c, C::line(M, N), C::kLayout);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(d, sum, C::line(M, N), C::kLayout);
}

template <int M, int N, int K, typename Factor, typename Sum, typename A, typename B, typename C>
__device__ void multiplyShared(
    Sum* d, const typename Stored<Factor>::Type* a, const typename Stored<Factor>::Type* b, const Sum* c)
{
    using From = typename Stored<Factor>::Type;
    constexpr unsigned kA = A::line(M, K) * A::lines(M, K);
    constexpr unsigned kB = B::line(K, N) * B::lines(K, N);
    constexpr unsigned kC = C::line(M, N) * C::lines(M, N);
    static_assert(sizeof(From) * kA <= kSharedBytes && sizeof(From) * kB <= kSharedBytes && sizeof(Sum) * kC <= kSharedBytes, "");
    __shared__ __align__(128) From tileA[kA];
    __shared__ __align__(128) From tileB[kB];
    __shared__ __align__(128) Sum tileC[kC];
    for (unsigned i = threadIdx.x; i < kA; i += 32)
        tileA[i] = a[i];
    for (unsigned i = threadIdx.x; i < kB; i += 32)
        tileB[i] = b[i];
    for (unsigned i = threadIdx.x; i < kC; i += 32)
        tileC[i] = c[i];
    __syncthreads();
    multiply<M, N, K, Factor, Sum, A, B, C>(tileC, tileA, tileB, tileC);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < kC; i += 32)
        d[i] = tileC[i];
}

#define KERNELS(FACTOR, SUM, M, N, K, Factor, Sum, A, B, C)                                                                      \
    extern "C" __global__ void global_##FACTOR##_##SUM##_m##M##n##N##k##K##_##A##B##C(                                           \
        Sum* d, const Stored<Factor>::Type* a, const Stored<Factor>::Type* b, const Sum* c)                                      \
    {                                                                                                                            \
        multiply<M, N, K, Factor, Sum, A, B, C>(d, a, b, c);                                                                     \
    }                                                                                                                            \
    extern "C" __global__ void shared_##FACTOR##_##SUM##_m##M##n##N##k##K##_##A##B##C(                                           \
        Sum* d, const Stored<Factor>::Type* a, const Stored<Factor>::Type* b, const Sum* c)                                      \
    {                                                                                                                            \
        multiplyShared<M, N, K, Factor, Sum, A, B, C>(d, a, b, c);                                                               \
    }

#define ORDERS(FACTOR, SUM, M, N, K, Factor, Sum)                                                                                \
    KERNELS(FACTOR, SUM, M, N, K, Factor, Sum, ByRows, ByRows, ByRows)                                                           \
    KERNELS(FACTOR, SUM, M, N, K, Factor, Sum, ByRows, ByColumns, ByColumns)                                                     \
    KERNELS(FACTOR, SUM, M, N, K, Factor, Sum, ByColumns, ByRows, ByRows)                                                        \
    KERNELS(FACTOR, SUM, M, N, K, Factor, Sum, ByColumns, ByColumns, ByColumns)

#define SHAPES(FACTOR, SUM, Factor, Sum)                                                                                         \
    ORDERS(FACTOR, SUM, 16, 16, 16, Factor, Sum)                                                                                 \
    ORDERS(FACTOR, SUM, 32, 8, 16, Factor, Sum)                                                                                  \
    ORDERS(FACTOR, SUM, 8, 32, 16, Factor, Sum)

SHAPES(f16, f32, half, float)
SHAPES(f16, f16, half, half)
SHAPES(bf16, f32, __nv_bfloat16, float)
SHAPES(s8, s32, signed char, int)
SHAPES(u8, s32, unsigned char, int)
ORDERS(tf32, f32, 16, 16, 8, wmma::precision::tf32, float)
ORDERS(f64, f64, 8, 8, 4, double, double)

// Numbers of less than a byte: a lies by rows and b by columns, and a line is as long as k.
template <typename Factor, int K> __device__ void multiplySmall(int* d, const void* a, const void* b, const int* c)
{
    wmma::fragment<wmma::matrix_a, 8, 8, K, Factor, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 8, 8, K, Factor, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 8, 8, K, int> sum;
    wmma::load_matrix_sync(left, a, K);
    wmma::load_matrix_sync(right, b, K);
    wmma::load_matrix_sync(sum, c, ByRows::line(8, 8), wmma::mem_row_major);
    if constexpr (K == 32)
        wmma::mma_sync(sum, left, right, sum);
    else
        wmma::bmma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(d, sum, ByRows::line(8, 8), wmma::mem_row_major);
}

extern "C" __global__ void small_s4(int* d, const void* a, const void* b, const int* c)
{
    multiplySmall<wmma::experimental::precision::s4, 32>(d, a, b, c);
}

extern "C" __global__ void small_u4(int* d, const void* a, const void* b, const int* c)
{
    multiplySmall<wmma::experimental::precision::u4, 32>(d, a, b, c);
}

extern "C" __global__ void small_b1_xor(int* d, const void* a, const void* b, const int* c)
{
    multiplySmall<wmma::experimental::precision::b1, 128>(d, a, b, c);
}

extern "C" __global__ void small_b1_and(int* d, const void* a, const void* b, const int* c)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
    wmma::load_matrix_sync(left, a, 128);
    wmma::load_matrix_sync(right, b, 128);
    wmma::load_matrix_sync(sum, c, ByRows::line(8, 8), wmma::mem_row_major);
    wmma::bmma_sync(sum, left, right, sum, wmma::experimental::bmmaBitOpAND);
    wmma::store_matrix_sync(d, sum, ByRows::line(8, 8), wmma::mem_row_major);
}
