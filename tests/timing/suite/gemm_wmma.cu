// A product of half matrices with wmma: a warp per tile of 16 x 16, directly from global memory.
#include "suite.h"

#include <mma.h>

using namespace nvcuda;

__global__ void gemm_wmma(const half* a, const half* b, float* c, int n)
{
    int tile_row = blockIdx.y * blockDim.y + threadIdx.y;
    int tile_column = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(left, a + tile_row * 16 * n + k, n);
        wmma::load_matrix_sync(right, b + k * n + tile_column * 16, n);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + tile_row * 16 * n + tile_column * 16, sum, n, wmma::mem_row_major);
}

int main(int argc, char** argv)
{
    const int n = 512;
    const auto first = suite::integers(n * n, 7, 69);
    const auto second = suite::integers(n * n, 7, 70);
    std::vector<half> left(n * n);
    std::vector<half> right(n * n);
    for (int i = 0; i < n * n; ++i) {
        left[i] = __float2half(float(first[i] - 3));
        right[i] = __float2half(float(second[i] - 3));
    }
    half* a = suite::device(left);
    half* b = suite::device(right);
    float* c = suite::zeros<float>(n * n);
    return suite::run(
        argc, argv, "gemm_wmma", "gemm_wmma", [&] { gemm_wmma<<<dim3(n / 64, n / 64), dim3(128, 4)>>>(a, b, c, n); },
        [&] {
            const auto result = suite::host(c, n * n);
            for (int row = 0; row < n; row += 13)
                for (int column = 0; column < n; column += 3) {
                    int sum = 0;
                    for (int k = 0; k < n; ++k)
                        sum += (first[row * n + k] - 3) * (second[k * n + column] - 3);
                    if (result[row * n + column] != float(sum))
                        return false;
                }
            return true;
        });
}
