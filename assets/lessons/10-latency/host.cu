// Host code of the lesson on latency: one chain of loads per thread, with an
// increasing number of threads. Build and run: nvcc -o latency host.cu && ./latency
#include "kernels.cu"

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

int main()
{
    const int elements = 1 << 20, block = 256, steps = 64;
    std::vector<int> next(elements);
    for (int i = 0; i < elements; i++)
        next[i] = (i + 4097) % elements;

    int *table, *reached;
    CHECK(cudaMalloc(&table, elements * sizeof(int)));
    CHECK(cudaMalloc(&reached, elements * sizeof(int)));
    CHECK(cudaMemcpy(table, next.data(), elements * sizeof(int), cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    int wrong = 0;
    for (int threads = 1024; threads <= elements; threads *= 4) {
        CHECK(cudaEventRecord(start));
        follow<1><<<threads / block, block>>>(table, reached, threads, steps);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float ms = 0.0f;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        std::vector<int> found(threads);
        CHECK(cudaMemcpy(found.data(), reached, threads * sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 0; i < threads; i++)
            wrong += found[i] != (i + 4097LL * steps) % elements;
        std::printf("%7d threads: %.3f ms, %.2f loads per ns\n", threads, ms,
                    (double)threads * steps / ms / 1e6);
    }
    std::printf("%d wrong results\n", wrong);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(table));
    CHECK(cudaFree(reached));
    return wrong == 0 ? 0 : 1;
}
