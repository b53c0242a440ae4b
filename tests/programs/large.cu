// Two buffers, of which one is larger than a mebibyte.
#include "check.h"

__global__ void first_of(const int* large, int* result)
{
    *result = large[0] + 1;
}

int main()
{
    int *large, *result;
    CUDA(cudaMalloc(&large, 2 << 20));
    CUDA(cudaMalloc(&result, sizeof(int)));
    first_of<<<1, 1>>>(large, result);
    int value = 0;
    CUDA(cudaMemcpy(&value, result, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(value == 1);
    std::puts("large passed");
}
