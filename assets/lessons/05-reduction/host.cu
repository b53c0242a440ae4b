// Host code of the reduction: what the CPU does before and after the kernels.
// Build and run: nvcc -o reduction host.cu && ./reduction
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

// Variant `sequential`: the CPU adds the numbers in sequence. warpstage runs
// this loop with a 64-bit sum.
long long sum_on_host(const std::vector<int>& v)
{
    long long x = 0;
    for (size_t i = 0; i < v.size(); i++)
        x += v[i];
    return x;
}

// Variant `one_thread`: 1 block of 1 thread; the sum is sums[0].
void launch_one_thread(const int* input, int* sums, unsigned int n)
{
    one_thread<<<1, 1>>>(input, sums, n);
}

// Variant `one_block`: 1 block of K threads; the host adds K partial sums.
void launch_one_block(const int* input, int* sums, unsigned int n, unsigned int k)
{
    one_block<<<1, k>>>(input, sums, n);
}

// Variant `thread_sums`: several blocks; the host adds blocks * threads sums.
void launch_thread_sums(const int* input, int* sums, unsigned int n,
                        unsigned int blocks, unsigned int threads)
{
    thread_sums<<<blocks, threads>>>(input, sums, n);
}

// Variant `global_pairs`: one launch per level, log n launches. Launches in one
// stream run in order: the end of a launch is the barrier between two levels.
const int* launch_pairs(const int* input, int* odd, int* even, unsigned int n)
{
    const int* from = input;
    int* to = odd;
    while (n > 1) {
        unsigned int left = (n + 1) / 2;
        add_pairs<<<(left + 255) / 256, 256>>>(from, to, n);
        from = to;
        to = to == odd ? even : odd;
        n = left;
    }
    return from;
}

// Variant `sum_reduction`: the size of the array is fixed in the kernel, so the
// launch has no third parameter. `a` is padded with zeros to whole blocks.
void launch_sum_reduction(float* a, float* psums, unsigned int blocks)
{
    sumReduction<256><<<blocks, 256>>>(a, psums);
}

// The tree: one partial sum per block; the host adds the partial sums. The third
// launch parameter is the size of `extern __shared__ int sdata[]` in bytes.
int main()
{
    const unsigned int n = 1 << 22;
    const unsigned int block = 256;
    const unsigned int grid = (n + 2 * block - 1) / (2 * block);
    std::vector<int> v(n);
    for (unsigned int i = 0; i < n; i++)
        v[i] = i % 16;

    int *input, *sums;
    CHECK(cudaMalloc(&input, n * sizeof(int)));
    CHECK(cudaMalloc(&sums, grid * sizeof(int)));
    CHECK(cudaMemcpy(input, v.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    reduce6<block><<<grid, block, block * sizeof(int)>>>(input, sums, n);
    CHECK(cudaGetLastError());  // invalid launch parameters
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));  // errors in the kernel
    float ms = 0.0f;
    CHECK(cudaEventElapsedTime(&ms, start, stop));

    std::vector<int> partial(grid);
    CHECK(cudaMemcpy(partial.data(), sums, grid * sizeof(int), cudaMemcpyDeviceToHost));
    long long found = sum_on_host(partial);
    long long expected = sum_on_host(v);
    std::printf("%.3f ms, %.1f GB/s, sum %lld, %s\n", ms, n * sizeof(int) / ms / 1e6,
                found, found == expected ? "right" : "WRONG");

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(input));
    CHECK(cudaFree(sums));
    return found == expected ? 0 : 1;
}
