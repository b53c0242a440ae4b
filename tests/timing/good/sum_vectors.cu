// A sum: four loads of 16 bytes at once per thread, shuffles, one addition per block.
#include "suite.h"

__global__ void __launch_bounds__(256) sum_vectors(const int4* input, int* result, int n)
{
    __shared__ int sums[8];
    int stride = gridDim.x * blockDim.x;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 4 * stride) {
        int4 quad[4];
        for (int k = 0; k < 4; ++k)
            quad[k] = i + k * stride < n ? __ldcs(input + i + k * stride) : int4 {};
        for (int k = 0; k < 4; ++k)
            sum += quad[k].x + quad[k].y + (quad[k].z + quad[k].w);
    }
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = __reduce_add_sync(0xffffffffu, threadIdx.x < 8 ? sums[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            atomicAdd(result, sum);
    }
}

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto input = suite::integers(n, 100, 2);
    const int* values = suite::device(input);
    int* result = suite::zeros<int>(1);
    return suite::run(
        argc, argv, "sum_vectors", "sum_vectors",
        [&] { sum_vectors<<<264, 256>>>(reinterpret_cast<const int4*>(values), result, n / 4); },
        [&] {
            long long expected = 0;
            for (int value : input)
                expected += value;
            return suite::host(result, 1)[0] == static_cast<int>(expected);
        },
        [&] { suite::clear(result, 1); });
}
