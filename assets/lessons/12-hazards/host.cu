// The host's part of the lesson on hazards: it launches a repaired kernel and says
// what a failed launch looks like. Build and run: nvcc -o hazards host.cu && ./hazards
#include "kernels.cu"

#include <cstdio>
#include <cstdlib>
#include <vector>

// Every call of the runtime may fail: say where, and end.
#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t error = (call);                                             \
        if (error != cudaSuccess) {                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(error));                            \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

// An asynchronous launch returns before the kernel runs: a wrong launch parameter
// is known at once, a fault of the kernel at the next synchronization.
void wait_for_kernel()
{
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

int main()
{
    const int n = 4096, block = 128;
    std::vector<int> numbers(n), found(n), sums(n / block);
    for (int i = 0; i < n; i++)
        numbers[i] = 1 + i % 99;

    int *in, *out;
    CHECK(cudaMalloc(&in, n * sizeof(int)));
    CHECK(cudaMalloc(&out, n * sizeof(int)));
    CHECK(cudaMemcpy(in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    // With a barrier between write and read every element is right. The kernel
    // without one may give the same result, today, on this GPU.
    with_barrier<<<n / block, block, block * sizeof(int)>>>(in, out);
    wait_for_kernel();
    CHECK(cudaMemcpy(found.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += found[i] != numbers[i / block * block + (i + 1) % block];

    // Variant `reduce_apart`: the sums of the blocks in an array of their own.
    reduce1_apart<<<n / block, block, block * sizeof(int)>>>(in, out);
    wait_for_kernel();
    CHECK(cudaMemcpy(sums.data(), out, sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
    for (int b = 0; b < n / block; b++) {
        int sum = 0;
        for (int t = 0; t < block; t++)
            sum += numbers[b * block + t];
        wrong += sums[b] != sum;
    }

    // Variant `reduce_in_place`: as printed in 2013. Each block overwrites a
    // word that another block may not have read yet.
    reduce1<<<n / block, block, block * sizeof(int)>>>(in);
    wait_for_kernel();
    std::printf("%d results of the repaired kernels wrong\n", wrong);

    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return wrong == 0 ? 0 : 1;
}
