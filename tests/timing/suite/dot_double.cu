// A dot product in double precision: a loop over the grid, a tree in shared memory, one addition per block.
#include "suite.h"

__global__ void dot_double(const double* a, const double* b, double* result, int n)
{
    __shared__ double partial[256];
    double sum = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (threadIdx.x < step)
            partial[threadIdx.x] += partial[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, partial[0]);
}

int main(int argc, char** argv)
{
    const int n = 1 << 21;
    suite::Random random(57);
    std::vector<double> left(n);
    std::vector<double> right(n);
    for (int i = 0; i < n; ++i) {
        left[i] = random.unit();
        right[i] = random.unit();
    }
    double* a = suite::device(left);
    double* b = suite::device(right);
    double* result = suite::zeros<double>(1);
    return suite::run(
        argc, argv, "dot_double", "dot_double", [&] { dot_double<<<512, 256>>>(a, b, result, n); },
        [&] {
            double expected = 0;
            for (int i = 0; i < n; ++i)
                expected += left[i] * right[i];
            return suite::near(suite::host(result, 1)[0], expected, 1e-9);
        },
        [&] { suite::clear(result, 1); });
}
