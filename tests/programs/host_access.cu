// The most frequent mistake of beginners: the host reads what is in device memory.
#include "check.h"

int main()
{
    int* data;
    CUDA(cudaMalloc(&data, 4 * sizeof(int)));
    CUDA(cudaMemset(data, 0, 4 * sizeof(int)));
    std::printf("%d\n", data[1]);
}
