// printf of a kernel appears between the lines of the host.
#include "check.h"

__global__ void greet()
{
    printf("thread %d of block %d\n", threadIdx.x, blockIdx.x);
}

int main()
{
    std::puts("before");
    greet<<<2, 1>>>();
    CUDA(cudaDeviceSynchronize());
    std::puts("after");
    return 7;
}
