// Host code of the lesson on hazards: it launches repaired kernels and shows how a
// failed launch is reported. Build and run: nvcc -o hazards host.cu && ./hazards
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

// A launch is asynchronous: it returns before the kernel runs. A wrong launch
// parameter is reported immediately, a kernel fault at the next synchronization.
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

    // With a barrier between write and read, every element is correct. The kernel
    // without the barrier may give the same result, today, on this GPU.
    with_barrier<<<n / block, block, block * sizeof(int)>>>(in, out);
    wait_for_kernel();
    CHECK(cudaMemcpy(found.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += found[i] != numbers[i / block * block + (i + 1) % block];

    // Variant `reduce_apart`: the sums of the blocks go to a separate array.
    reduce1_apart<<<n / block, block, block * sizeof(int)>>>(in, out);
    wait_for_kernel();
    CHECK(cudaMemcpy(sums.data(), out, sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
    for (int b = 0; b < n / block; b++) {
        int sum = 0;
        for (int t = 0; t < block; t++)
            sum += numbers[b * block + t];
        wrong += sums[b] != sum;
    }

    // Variant `reduce_in_place`, from the 2013 lecture. Each block overwrites a
    // word that another block may not have read yet.
    reduce1<<<n / block, block, block * sizeof(int)>>>(in);
    wait_for_kernel();
    std::printf("%d wrong results of the repaired kernels\n", wrong);

    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return wrong == 0 ? 0 : 1;
}
