// D = alpha * A * B + beta * C in the style of NVIDIA's sample cudaTensorCoreGemm: a with rows, b with columns side by side, c and d
// with rows. The first kernel reads from global memory; in the second one a block of 4 warps keeps tiles in shared memory, with skewed
// rows against bank conflicts, and copies them in pieces of 16 bytes.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int kTile = 16;

__global__ void simpleGemm(const half* a, const half* b, const float* c, float* d, int m, int n, int k, float alpha, float beta)
{
    int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    int warpN = blockIdx.y * blockDim.y + threadIdx.y;
    wmma::fragment<wmma::matrix_a, kTile, kTile, kTile, half, wmma::row_major> fragmentA;
    wmma::fragment<wmma::matrix_b, kTile, kTile, kTile, half, wmma::col_major> fragmentB;
    wmma::fragment<wmma::accumulator, kTile, kTile, kTile, float> sum;
    wmma::fragment<wmma::accumulator, kTile, kTile, kTile, float> fragmentC;
    wmma::fill_fragment(sum, 0.0f);
    int row = warpM * kTile;
    int column = warpN * kTile;
    if (row >= m || column >= n)
        return;
    for (int i = 0; i < k; i += kTile) {
        wmma::load_matrix_sync(fragmentA, a + row * k + i, k);
        wmma::load_matrix_sync(fragmentB, b + i + column * k, k);
        wmma::mma_sync(sum, fragmentA, fragmentB, sum);
    }
    wmma::load_matrix_sync(fragmentC, c + column + row * n, n, wmma::mem_row_major);
    for (int i = 0; i < fragmentC.num_elements; ++i)
        fragmentC.x[i] = alpha * sum.x[i] + beta * fragmentC.x[i];
    wmma::store_matrix_sync(d + column + row * n, fragmentC, n, wmma::mem_row_major);
}

constexpr int kBlockTiles = 4; // of rows and of columns of a block
constexpr int kWarpTiles = 2;
constexpr int kChunk = 2; // tiles along k at a time
constexpr int kSkew = 16; // half numbers: 32 bytes
constexpr int kLine = kChunk * kTile + kSkew;

__global__ void tiledGemm(const half* a, const half* b, const float* c, float* d, int n, int k, float alpha, float beta)
{
    __shared__ __align__(128) half tiles[2 * kBlockTiles * kTile][kLine];
    int warp = threadIdx.x / warpSize;
    int lane = threadIdx.x % warpSize;
    int blockRow = blockIdx.y * kBlockTiles * kTile;
    int blockColumn = blockIdx.x * kBlockTiles * kTile;
    int warpRow = warp / 2 * kWarpTiles * kTile;
    int warpColumn = warp % 2 * kWarpTiles * kTile;

    wmma::fragment<wmma::accumulator, kTile, kTile, kTile, float> sums[kWarpTiles][kWarpTiles];
    for (int i = 0; i < kWarpTiles; ++i) {
        for (int j = 0; j < kWarpTiles; ++j) {
            const float* from = c + (blockRow + warpRow + i * kTile) * n + blockColumn + warpColumn + j * kTile;
            wmma::load_matrix_sync(sums[i][j], from, n, wmma::mem_row_major);
            for (int t = 0; t < sums[i][j].num_elements; ++t)
                sums[i][j].x[t] *= beta / alpha;
        }
    }
    for (int chunk = 0; chunk < k; chunk += kChunk * kTile) {
        // Each warp copies 32 lines of a or of b; four lanes copy a line of 64 bytes.
        int line = warp * 32 + lane / 4;
        for (int i = 0; i < 4; ++i, line += 8) {
            bool isA = line < kBlockTiles * kTile;
            const half* from = isA ? a + (blockRow + line) * k : b + (blockColumn + line - kBlockTiles * kTile) * k;
            *reinterpret_cast<int4*>(&tiles[line][lane % 4 * 8]) = *reinterpret_cast<const int4*>(from + chunk + lane % 4 * 8);
        }
        __syncthreads();
#pragma unroll
        for (int step = 0; step < kChunk; ++step) {
            wmma::fragment<wmma::matrix_a, kTile, kTile, kTile, half, wmma::row_major> left[kWarpTiles];
            wmma::fragment<wmma::matrix_b, kTile, kTile, kTile, half, wmma::col_major> right[kWarpTiles];
#pragma unroll
            for (int i = 0; i < kWarpTiles; ++i) {
                wmma::load_matrix_sync(left[i], &tiles[warpRow + i * kTile][step * kTile], kLine);
#pragma unroll
                for (int j = 0; j < kWarpTiles; ++j) {
                    if (i == 0) {
                        int first = kBlockTiles * kTile + warpColumn + j * kTile;
                        wmma::load_matrix_sync(right[j], &tiles[first][step * kTile], kLine);
                    }
                    wmma::mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
                }
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < kWarpTiles; ++i) {
        for (int j = 0; j < kWarpTiles; ++j) {
            for (int t = 0; t < sums[i][j].num_elements; ++t)
                sums[i][j].x[t] *= alpha;
            float* to = d + (blockRow + warpRow + i * kTile) * n + blockColumn + warpColumn + j * kTile;
            wmma::store_matrix_sync(to, sums[i][j], n, wmma::mem_row_major);
        }
    }
}
