// exit() while another thread runs a kernel that does not end.
#include <cstdlib>
#include <thread>
#include <unistd.h>

__global__ void spin(int* p)
{
    volatile int x = 0;
    for (long i = 0; i < (1l << 40); i++)
        x += i;
    *p = x;
}

int main()
{
    int* p;
    cudaMalloc(&p, 4);
    std::thread([=] {
        spin<<<4, 256>>>(p);
        cudaDeviceSynchronize();
    }).detach();
    usleep(200000);
    std::exit(5);
}
