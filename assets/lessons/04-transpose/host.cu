// Host code of the transpose. Build and run: nvcc -o transpose host.cu && ./transpose
#include "kernels.cu"

#include <cstdio>
#include <cstdlib>
#include <vector>

// Any CUDA runtime call can fail: print where, and exit.
#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t error = (call);                                             \
        if (error != cudaSuccess) {                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(error));                            \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

int main()
{
    const int n = 4000;
    const int tile = 32, rows = 8;
    const size_t bytes = (size_t)n * n * sizeof(float);
    std::vector<float> matrix(n * n), transposed(n * n);
    for (int i = 0; i < n * n; i++)
        matrix[i] = i % 65536;

    float *in, *out;
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemcpy(in, matrix.data(), bytes, cudaMemcpyHostToDevice));

    // One block of 32 x 8 threads per tile of 32 x 32 elements.
    dim3 block(tile, rows);
    dim3 grid((n + tile - 1) / tile, (n + tile - 1) / tile);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    padded<tile, rows><<<grid, block>>>(in, out, n, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms = 0.0f;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(cudaMemcpy(transposed.data(), out, bytes, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            wrong += transposed[column * n + row] != matrix[row * n + column];
    // Each element is read once and written once.
    std::printf("%.3f ms, %.1f GB/s, %d elements wrong\n", ms, 2.0 * bytes / ms / 1e6, wrong);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return wrong == 0 ? 0 : 1;
}
