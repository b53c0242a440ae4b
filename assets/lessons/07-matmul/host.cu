// Host code of the matrix product: N x N = 2048 x 2048, 32 x 32 threads per
// block, 64 x 64 blocks. Build and run: nvcc -O2 -o matmul host.cu && ./matmul
#include "kernels.cu"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Every runtime call can fail: report where, and exit.
#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t error = (call);                                             \
        if (error != cudaSuccess) {                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(error));                            \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

// Variant `host`: a row of matrix c is a weighted sum of rows of matrix b, so the
// inner loop reads consecutive elements. The program runs these loops.
void multiply_on_host(const float* a, const float* b, float* c, int n)
{
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++)
            c[row * n + column] = 0.0f;
        for (int k = 0; k < n; k++)
            for (int column = 0; column < n; column++)
                c[row * n + column] += a[row * n + k] * b[k * n + column];
    }
}

// Variant `host_printed`: the lecture's loops over rows of matrix a and rows of the
// transposed matrix b. The transposition is not timed. The program runs
// these loops.
void multiply_as_printed(const float* a, const float* bT, float* cc, int N)
{
    for (int n = 0; n < N; n++) {
        for (int m = 0; m < N; m++) {
            cc[m + n * N] = 0.0f;
            for (int k = 0; k < N; k++)
                cc[m + n * N] += a[k + n * N] * bT[k + m * N];  // bT !!!
        }
    }
}

// a(i, j) = 2 j + i and b(i, j) = j - i, where i is the row.
void fill(std::vector<float>& a, std::vector<float>& b, std::vector<float>& bT, int N)
{
    for (int n = 0; n < N; n++) {
        for (int m = 0; m < N; m++) {
            a[m + n * N] = 2.0f * m + n;
            b[m + n * N] = m - n;
            bT[m + n * N] = n - m;
        }
    }
}

int main(int argc, char* argv[])
{
    const int N = argc > 1 ? std::atoi(argv[1]) : 2048;
    const size_t numBytes = (size_t)N * N * sizeof(float);
    std::vector<float> a(N * N), b(N * N), bT(N * N), c(N * N), cc(N * N);
    fill(a, b, bT, N);

    float *adev, *bdev, *cdev;
    CHECK(cudaMalloc(&adev, numBytes));
    CHECK(cudaMalloc(&bdev, numBytes));
    CHECK(cudaMalloc(&cdev, numBytes));
    CHECK(cudaMemcpy(adev, a.data(), numBytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(bdev, b.data(), numBytes, cudaMemcpyHostToDevice));

    // Only the kernel is timed, not the copies.
    dim3 threads(32, 32);
    dim3 blocks((N + 31) / 32, (N + 31) / 32);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    multiply_global<float><<<blocks, threads>>>(adev, bdev, cdev, N);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float gpu_ms = 0.0f;
    CHECK(cudaEventElapsedTime(&gpu_ms, start, stop));
    CHECK(cudaMemcpy(c.data(), cdev, numBytes, cudaMemcpyDeviceToHost));

    CHECK(cudaEventRecord(start));
    multiply_as_printed(a.data(), bT.data(), cc.data(), N);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float cpu_ms = 0.0f;
    CHECK(cudaEventElapsedTime(&cpu_ms, start, stop));
    std::printf("GPU %.3f ms, CPU %.1f ms, speedup %.1f x\n", gpu_ms, cpu_ms, cpu_ms / gpu_ms);

    multiply_on_host(a.data(), b.data(), cc.data(), N);
    float largest = 0.0f, size = 1.0f;
    for (int i = 0; i < N * N; i++) {
        largest = std::max(largest, std::abs(c[i] - cc[i]));
        size = std::max(size, std::abs(cc[i]));
    }
    std::printf("largest difference %.1e, relative to the largest element\n", largest / size);

    for (float* matrix : {adev, bdev, cdev})
        CHECK(cudaFree(matrix));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    return largest / size < 1.0e-4f ? 0 : 1;
}

// Variants `smem4` and `smem5`: with two and four results per thread, a block has
// half and a quarter of the threads.
void launch_several_results(const float* a, const float* b, float* c, int n)
{
    dim3 blocks((n + 31) / 32, (n + 31) / 32);
    dim3 threads_4(32, 32 / 2);
    multiply_smem4<float><<<blocks, threads_4>>>(a, b, c, n);
    dim3 threads_5(32, 32 / 4);
    multiply_smem5<float><<<blocks, threads_5>>>(a, b, c, n);
}
