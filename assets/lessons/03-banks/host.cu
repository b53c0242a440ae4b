// Host code of the lesson on banks. Build and run: nvcc -o banks host.cu && ./banks
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
    const int blocks = 1056, threads = 256;
    const int repetitions = 1024, zero = 0;
    unsigned* out;
    CHECK(cudaMalloc(&out, blocks * threads * sizeof(unsigned)));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    // The third launch parameter is the size of `extern __shared__` in bytes.
    int wrong = 0;
    for (int c = 1; c <= 32; c *= 2) {
        int words = threads * c;
        CHECK(cudaEventRecord(start));
        read_stride<<<blocks, threads, words * sizeof(unsigned)>>>(out, words, c, repetitions, zero);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float ms = 0.0f;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        std::vector<unsigned> sums(threads);
        CHECK(cudaMemcpy(sums.data(), out, threads * sizeof(unsigned), cudaMemcpyDeviceToHost));
        for (int t = 0; t < threads; t++)
            wrong += sums[t] != unsigned(t * c) * repetitions;
        std::printf("s[tid * %d]: %.3f ms\n", c, ms);
    }
    std::printf("%d sums wrong\n", wrong);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(out));
    return wrong == 0 ? 0 : 1;
}
