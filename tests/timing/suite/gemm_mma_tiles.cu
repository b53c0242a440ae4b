// A product of bfloat16 matrices: mma.m16n8k16 on tiles in shared memory, loaded with ldmatrix.
#include "suite.h"

#include <cuda_bf16.h>

__global__ void gemm_mma_tiles(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int n)
{
    __shared__ __nv_bfloat16 left[64][40];
    __shared__ __nv_bfloat16 right[64][40]; // transposed: a row per column of b
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int row0 = blockIdx.y * 64;
    int column0 = blockIdx.x * 64;
    float sum[8][4] = {};
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 64 * 4; i += 128) {
            *(uint4*)&left[i / 4][i % 4 * 8] = *(const uint4*)&a[(row0 + i / 4) * n + k0 + i % 4 * 8];
            *(uint4*)&right[i / 4][i % 4 * 8] = *(const uint4*)&b[(column0 + i / 4) * n + k0 + i % 4 * 8];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            unsigned x[4];
            unsigned from = (unsigned)__cvta_generic_to_shared(&left[warp * 16 + lane % 16][k + lane / 16 * 8]);
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                         : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                         : "r"(from));
#pragma unroll
            for (int t = 0; t < 8; ++t) {
                unsigned y[2];
                unsigned at = (unsigned)__cvta_generic_to_shared(&right[t * 8 + lane % 8][k + lane / 8 % 2 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(y[0]), "=r"(y[1]) : "r"(at));
                asm volatile(
                    "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+f"(sum[t][0]), "+f"(sum[t][1]), "+f"(sum[t][2]), "+f"(sum[t][3])
                    : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
            }
        }
        __syncthreads();
    }
    for (int t = 0; t < 8; ++t) {
        int row = row0 + warp * 16 + lane / 4;
        int column = column0 + t * 8 + lane % 4 * 2;
        *(float2*)&c[row * n + column] = make_float2(sum[t][0], sum[t][1]);
        *(float2*)&c[(row + 8) * n + column] = make_float2(sum[t][2], sum[t][3]);
    }
}

int main(int argc, char** argv)
{
    const int n = 640;
    const auto first = suite::integers(n * n, 7, 71);
    const auto second = suite::integers(n * n, 7, 72);
    std::vector<__nv_bfloat16> left(n * n);
    std::vector<__nv_bfloat16> right(n * n);
    for (int i = 0; i < n * n; ++i) {
        left[i] = __float2bfloat16(float(first[i] - 3));
        right[i] = __float2bfloat16(float(second[i] - 3));
    }
    __nv_bfloat16* a = suite::device(left);
    __nv_bfloat16* b = suite::device(right);
    float* c = suite::zeros<float>(n * n);
    return suite::run(
        argc, argv, "gemm_mma_tiles", "gemm_mma_tiles", [&] { gemm_mma_tiles<<<dim3(n / 64, n / 64), 128>>>(a, b, c, n); },
        [&] {
            const auto result = suite::host(c, n * n);
            for (int row = 0; row < n; row += 31)
                for (int column = 0; column < n; column += 7) {
                    int sum = 0;
                    for (int k = 0; k < n; ++k)
                        sum += (first[row * n + k] - 3) * (second[column * n + k] - 3);
                    if (result[row * n + column] != float(sum))
                        return false;
                }
            return true;
        });
}
