// Host code of the lesson on coalescing.
// Build and run: nvcc -o coalescing host.cu && ./coalescing
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
    const int threads = 1 << 22;
    const int block = 256;
    const int offset = 1, stride = 2;
    // Long enough for the largest index.
    const int elements = threads * stride + 32;
    std::vector<float> numbers(elements), copied(threads);
    for (int i = 0; i < elements; i++)
        numbers[i] = i % 65536;

    float *in, *out;
    CHECK(cudaMalloc(&in, elements * sizeof(float)));
    CHECK(cudaMalloc(&out, threads * sizeof(float)));
    CHECK(cudaMemcpy(in, numbers.data(), elements * sizeof(float), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    int wrong = 0;
    for (int kernel = 0; kernel < 3; kernel++) {
        CHECK(cudaEventRecord(start));
        if (kernel == 0)
            copy<<<threads / block, block>>>(in, out, threads);
        else if (kernel == 1)
            copy_offset<<<threads / block, block>>>(in, out, threads, offset);
        else
            copy_stride<<<threads / block, block>>>(in, out, threads, stride);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float ms = 0.0f;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        CHECK(cudaMemcpy(copied.data(), out, threads * sizeof(float), cudaMemcpyDeviceToHost));
        for (int i = 0; i < threads; i++)
            wrong += copied[i] != numbers[kernel == 0 ? i : kernel == 1 ? i + offset : i * stride];
        std::printf("%s: %.3f ms\n", kernel == 0 ? "copy" : kernel == 1 ? "offset" : "stride", ms);
    }
    std::printf("%d elements wrong\n", wrong);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return wrong == 0 ? 0 : 1;
}
