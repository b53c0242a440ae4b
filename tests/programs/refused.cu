// A kernel that the virtual machine refuses, because it calls a function of the device runtime; the program ignores all errors.
#include <cstdio>

__global__ void ask(int* p)
{
    cudaDeviceGetAttribute(p, cudaDevAttrWarpSize, 0);
}

int main()
{
    int* data;
    cudaMalloc(&data, 4);
    ask<<<1, 1>>>(data);
    std::printf("synchronize: %s\n", cudaDeviceSynchronize() == cudaSuccess ? "no error" : "error");
    std::puts("done");
}
