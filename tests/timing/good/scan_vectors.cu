// Prefix sums of blocks of 1024 elements: four per thread, shuffles.
#include "suite.h"

__global__ void scan_vectors(const int4* x, int4* y)
{
    __shared__ int sums[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    int lane = threadIdx.x % 32;
    int4 four = x[i];
    four.y += four.x;
    four.z += four.y;
    four.w += four.z;
    int value = four.w;
    for (int offset = 1; offset < 32; offset *= 2) {
        int other = __shfl_up_sync(0xffffffffu, value, offset);
        if (lane >= offset)
            value += other;
    }
    if (lane == 31)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    int before = value - four.w;
    for (int warp = 0; warp < threadIdx.x / 32; ++warp)
        before += sums[warp];
    y[i] = make_int4(four.x + before, four.y + before, four.z + before, four.w + before);
}

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto input = suite::integers(n, 100, 11);
    int* x = suite::device(input);
    int* y = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "scan_vectors", "scan_vectors",
        [&] { scan_vectors<<<n / 1024, 256>>>(reinterpret_cast<const int4*>(x), reinterpret_cast<int4*>(y)); },
        [&] {
            const auto result = suite::host(y, n);
            int sum = 0;
            for (int i = 0; i < n; ++i) {
                sum = i % 1024 == 0 ? input[i] : sum + input[i];
                if (result[i] != sum)
                    return false;
            }
            return true;
        });
}
