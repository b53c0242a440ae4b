// A sum with shared memory, in two launches.
#include "check.h"

#include <vector>

__global__ void reduce(const int* in, int* out, int n)
{
    extern __shared__ int partial[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    partial[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            partial[threadIdx.x] += partial[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}

int main()
{
    constexpr int n = 5000, threads = 128, blocks = (n + threads - 1) / threads;
    std::vector<int> numbers(n);
    for (int i = 0; i < n; ++i)
        numbers[i] = i;
    int *in, *partial, *sum;
    CUDA(cudaMalloc(&in, n * sizeof(int)));
    CUDA(cudaMalloc(&partial, blocks * sizeof(int)));
    CUDA(cudaMalloc(&sum, sizeof(int)));
    CUDA(cudaMemcpy(in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    reduce<<<blocks, threads, threads * sizeof(int)>>>(in, partial, n);
    reduce<<<1, threads, threads * sizeof(int)>>>(partial, sum, blocks);
    int result = 0;
    CUDA(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(result == n * (n - 1) / 2);
    std::puts("reduction passed");
}
