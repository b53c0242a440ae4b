// A library with its own runtime library, as a module for Python has it; loaded while a program runs.
#include <cuda_runtime.h>
#include <dlfcn.h>

__global__ void answer(int* result)
{
    *result = 42;
}

// The status of the first call that fails, else the result of a kernel.
extern "C" int value_of_device()
{
    int result = 0;
    int* memory = nullptr;
    cudaError_t status = cudaMalloc(&memory, sizeof result);
    answer<<<1, 1>>>(memory);
    if (status == cudaSuccess)
        status = cudaGetLastError();
    if (status == cudaSuccess)
        status = cudaMemcpy(&result, memory, sizeof result, cudaMemcpyDeviceToHost);
    return status == cudaSuccess ? result : -status;
}

// A name without a slash is searched in the folders that this library names.
extern "C" int opens_neighbor()
{
    return dlopen("loaded_neighbor.so", RTLD_NOW) != nullptr;
}
