// What CUDA 13 no longer has.
#include <cstdio>

int main()
{
    cudaDeviceProp properties;
    cudaThreadSynchronize();
    cudaGetDeviceProperties(&properties, 0);
    std::printf("%d\n", properties.clockRate);
}
