// A histogram of 256 bins with atomic operations in shared memory.
#include "suite.h"
__global__ void histogram(const unsigned char* in, unsigned* bins, int n)
{
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[in[i]], 1U);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
int main(int argc, char** argv)
{
    const int n = 1 << 21;
    suite::Random random(5);
    std::vector<unsigned char> v(n);
    for (auto& k : v)
        k = static_cast<unsigned char>(random() >> 13);
    unsigned char* in = suite::device(v);
    unsigned* bins = suite::zeros<unsigned>(256);
    return suite::run(
        argc, argv, "histogram_shared", "histogram", [&] { histogram<<<512, 256>>>(in, bins, n); },
        [&] {
            std::vector<unsigned> e(256);
            for (auto k : v)
                ++e[k];
            return suite::host(bins, 256) == e;
        },
        [&] { suite::clear(bins, 256); });
}
