// Dot products of rows of 256 signed bytes with a query: dp4a, eight lanes per row.
#include "suite.h"

__global__ void dot_int8(const int4* rows, const int4* query, int* dots, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int row = i / 8;
    int lane = i % 8;
    int sum = 0;
    if (row < n)
        for (int k = lane; k < 16; k += 8) {
            int4 a = rows[row * 16 + k];
            int4 b = query[k];
            sum = __dp4a(a.x, b.x, sum);
            sum = __dp4a(a.y, b.y, sum);
            sum = __dp4a(a.z, b.z, sum);
            sum = __dp4a(a.w, b.w, sum);
        }
    for (int step = 4; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, step);
    if (lane == 0 && row < n)
        dots[row] = sum;
}

int main(int argc, char** argv)
{
    const int n = 60'000;
    suite::Random random(119);
    std::vector<signed char> matrix(256 * n);
    std::vector<signed char> vector(256);
    for (auto& value : matrix)
        value = (signed char)random.below(256);
    for (auto& value : vector)
        value = (signed char)random.below(256);
    signed char* rows = suite::device(matrix);
    signed char* query = suite::device(vector);
    int* dots = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "dot_int8", "dot_int8",
        [&] { dot_int8<<<(n * 8 + 255) / 256, 256>>>((const int4*)rows, (const int4*)query, dots, n); },
        [&] {
            const auto result = suite::host(dots, n);
            for (int row = 0; row < n; row += 3) {
                int sum = 0;
                for (int k = 0; k < 256; ++k)
                    sum += matrix[row * 256 + k] * vector[k];
                if (result[row] != sum)
                    return false;
            }
            return true;
        });
}
