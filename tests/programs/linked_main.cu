// Relocatable device code of two translation units, as CMake's CUDA_SEPARABLE_COMPILATION compiles it.
#include "check.h"

int launch_other();

__global__ void here(int* out)
{
    *out = 1;
}

int main()
{
    int* out;
    CUDA(cudaMallocManaged(&out, sizeof(int)));
    here<<<1, 1>>>(out);
    CUDA(cudaDeviceSynchronize());
    CHECK(*out == 1 && launch_other() == 2);
    std::puts("linked passed");
}
