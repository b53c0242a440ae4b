// Host code of the lesson on divergence.
// Build and run: nvcc -o divergence host.cu && ./divergence
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

// Returns the time of one launch in milliseconds.
template <typename Launch>
float time_of(Launch launch)
{
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms = 0.0f;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    return ms;
}

int main()
{
    const int n = 1 << 22;
    const int rounds = 24;
    float* path;
    CHECK(cudaMalloc(&path, n * sizeof(float)));

    // The first launch also loads the kernel, so it is not timed.
    half_warp_branch<<<n / 32, 32>>>(path, rounds);
    CHECK(cudaDeviceSynchronize());
    float both = time_of([=] { half_warp_branch<<<n / 32, 32>>>(path, rounds); });
    float one = time_of([=] { warp_aligned_branch<<<n / 64, 64>>>(path, rounds); });

    std::vector<float> found(n);
    CHECK(cudaMemcpy(found.data(), path, n * sizeof(float), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += (found[i] > 0.0f) != (i % 64 > 31);
    std::printf("half a warp %.3f ms, whole warps %.3f ms, %d paths wrong\n", both, one, wrong);
    CHECK(cudaFree(path));
    return wrong == 0 ? 0 : 1;
}
