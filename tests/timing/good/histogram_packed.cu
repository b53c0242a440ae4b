// A histogram of bytes: a copy per warp in shared memory, four bytes per load, as many blocks as are resident.
#include "suite.h"

__global__ void histogram_packed(const uchar4* data, unsigned* bins, int n)
{
    __shared__ unsigned counts[8][256];
    for (int w = 0; w < 8; ++w)
        counts[w][threadIdx.x] = 0;
    __syncthreads();
    unsigned* own = counts[threadIdx.x / 32];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 four = data[i];
        atomicAdd(own + four.x, 1u);
        atomicAdd(own + four.y, 1u);
        atomicAdd(own + four.z, 1u);
        atomicAdd(own + four.w, 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; ++w)
        sum += counts[w][threadIdx.x];
    atomicAdd(bins + threadIdx.x, sum);
}

int main(int argc, char** argv)
{
    const int n = 1 << 23;
    suite::Random random(9);
    std::vector<unsigned char> input(n);
    for (auto& value : input)
        value = static_cast<unsigned char>(random.below(256));
    const unsigned char* data = suite::device(input);
    unsigned* bins = suite::zeros<unsigned>(256);
    return suite::run(
        argc, argv, "histogram_packed", "histogram_packed",
        [&] { histogram_packed<<<1056, 256>>>(reinterpret_cast<const uchar4*>(data), bins, n / 4); },
        [&] {
            std::vector<unsigned> expected(256);
            for (unsigned char value : input)
                ++expected[value];
            return suite::host(bins, 256) == expected;
        },
        [&] { suite::clear(bins, 256); });
}
