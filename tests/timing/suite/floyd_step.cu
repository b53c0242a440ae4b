// All shortest paths: one step of Floyd and Warshall.
#include "suite.h"

__global__ void floyd_step(int* distance, int n, int k)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (column >= n)
        return;
    int through = distance[row * n + k] + distance[k * n + column];
    if (through < distance[row * n + column])
        distance[row * n + column] = through;
}

int main(int argc, char** argv)
{
    const int n = 1200;
    auto input = suite::integers(n * n, 1000, 46);
    for (int i = 0; i < n; ++i)
        input[i * n + i] = 0;
    int* original = suite::device(input);
    int* distance = suite::zeros<int>(n * n);
    return suite::run(
        argc, argv, "floyd_step", "floyd_step", [&] { floyd_step<<<dim3((n + 255) / 256, n), 256>>>(distance, n, 700); },
        [&] {
            const auto result = suite::host(distance, n * n);
            for (int r = 0; r < n; ++r)
                for (int c = 0; c < n; ++c)
                    if (result[r * n + c] != std::min(input[r * n + c], input[r * n + 700] + input[700 * n + c]))
                        return false;
            return true;
        },
        [&] { suite::copy(distance, original, n * n); });
}
