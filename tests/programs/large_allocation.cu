#include <cstdio>
#include <cstdlib>

int main(int, char** arguments)
{
    void* p = nullptr;
    const size_t size = atoi(arguments[1]);
    printf("%zu GiB: %s\n", size, cudaGetErrorString(cudaMalloc(&p, size << 30)));
}
