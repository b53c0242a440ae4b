#include "check.h"

static __global__ void there(int* out)
{
    *out = 2;
}

int launch_other()
{
    int* out;
    CUDA(cudaMallocManaged(&out, sizeof(int)));
    there<<<1, 1>>>(out);
    CUDA(cudaDeviceSynchronize());
    return *out;
}
