// A library with its own runtime library, as a module for Python has it; loaded while a program runs.
#include <cuda_runtime.h>
#include <dlfcn.h>

// The status of the first call that fails, else a value that was on the device.
extern "C" int value_of_device()
{
    int value = 42;
    int result = 0;
    void* memory = nullptr;
    cudaError_t status = cudaMalloc(&memory, sizeof value);
    if (status == cudaSuccess)
        status = cudaMemcpy(memory, &value, sizeof value, cudaMemcpyHostToDevice);
    if (status == cudaSuccess)
        status = cudaMemcpy(&result, memory, sizeof result, cudaMemcpyDeviceToHost);
    return status == cudaSuccess ? result : -status;
}

// A name without a slash is searched in the folders that this library names.
extern "C" int opens_neighbor()
{
    return dlopen("loaded_neighbor.so", RTLD_NOW) != nullptr;
}
