// Host code of the lesson on pipelines. Build and run: nvcc -arch=sm_90 -o pipelines host.cu && ./pipelines
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

using Kernel = void (*)(const float*, float*, int, int);

struct Run {
    int blocks;
    int tiles;
    int rounds;
};

const size_t kFlushBytes = 256 << 20; // more than L2 holds

// The median time of a launch in ms, whose data are in DRAM; exits if a sum differs from `expected`.
void measure(const char* name, Kernel kernel, int threads, const Run& run, const float* in, float* out, const std::vector<float>& expected)
{
    const int kLaunches = 25;
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    kernel<<<run.blocks, threads>>>(in, out, run.tiles, run.rounds); // the first launch also loads the kernel
    char* flush;
    CHECK(cudaMalloc(&flush, kFlushBytes));
    std::vector<float> times;
    for (int i = 0; i < kLaunches; i++) {
        CHECK(cudaMemset(flush, i, kFlushBytes));
        CHECK(cudaEventRecord(start));
        kernel<<<run.blocks, threads>>>(in, out, run.tiles, run.rounds);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float ms = 0.0f;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        times.push_back(ms);
    }
    CHECK(cudaFree(flush));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    std::sort(times.begin(), times.end());
    std::vector<float> found(expected.size());
    CHECK(cudaMemcpy(found.data(), out, found.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < found.size(); i++) {
        if (!(std::fabs(found[i] - expected[i]) <= 1e-5f * std::fabs(expected[i]))) {
            std::printf("%s: sum %zu is %g instead of %g\n", name, i, found[i], expected[i]);
            std::exit(1);
        }
    }
    std::printf("%-14s %8.1f us\n", name, 1000.0f * times[times.size() / 2]);
}

void measure_all(const Run& run)
{
    std::printf("%d blocks, %d tiles per block, %d multiply-adds per element\n", run.blocks, run.tiles, run.rounds);
    std::vector<float> values(static_cast<size_t>(run.blocks) * run.tiles * kTile);
    for (size_t i = 0; i < values.size(); i++)
        values[i] = static_cast<float>(i * 2654435761u % 1000) / 1000.0f;
    std::vector<float> expected(static_cast<size_t>(run.blocks) * kThreads);
    float *in, *out;
    CHECK(cudaMalloc(&in, values.size() * sizeof(float)));
    CHECK(cudaMalloc(&out, expected.size() * sizeof(float)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    reference<<<run.blocks, kThreads>>>(in, out, run.tiles, run.rounds);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(expected.data(), out, expected.size() * sizeof(float), cudaMemcpyDeviceToHost));

    measure("one_buffer", one_buffer, kThreads, run, in, out, expected);
    measure("two_buffers", two_buffers, kThreads, run, in, out, expected);
    measure("groups_2", copy_groups<2>, kThreads, run, in, out, expected);
    measure("groups_4", copy_groups<4>, kThreads, run, in, out, expected);
    measure("phases", copy_phases<4>, kThreads, run, in, out, expected);
    measure("bulk", bulk_copies<4>, kThreads, run, in, out, expected);
    measure("roles", roles<4, 1>, kThreads + 32, run, in, out, expected); // one warp more, the producer
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}

int main()
{
    measure_all({ 132, 64, 0 }); // one block per multiprocessor of an H200: latency
    measure_all({ 132, 64, 16 });
    measure_all({ 132, 64, 256 }); // computation
    measure_all({ 1056, 64, 0 }); // bandwidth of DRAM
    measure_all({ 1056, 64, 64 }); // other blocks hide the latency
    return 0;
}
