// Inverts 3 x 3 adjacent matrices.
#include "suite.h"

struct Matrix {
    float v[9];
};

__global__ void invert_blocks(const Matrix* in, Matrix* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Matrix m = in[i];
    Matrix r;
    r.v[0] = m.v[4] * m.v[8] - m.v[5] * m.v[7];
    r.v[1] = m.v[2] * m.v[7] - m.v[1] * m.v[8];
    r.v[2] = m.v[1] * m.v[5] - m.v[2] * m.v[4];
    r.v[3] = m.v[5] * m.v[6] - m.v[3] * m.v[8];
    r.v[4] = m.v[0] * m.v[8] - m.v[2] * m.v[6];
    r.v[5] = m.v[2] * m.v[3] - m.v[0] * m.v[5];
    r.v[6] = m.v[3] * m.v[7] - m.v[4] * m.v[6];
    r.v[7] = m.v[1] * m.v[6] - m.v[0] * m.v[7];
    r.v[8] = m.v[0] * m.v[4] - m.v[1] * m.v[3];
    float inverse = 1.0f / (m.v[0] * r.v[0] + m.v[1] * r.v[3] + m.v[2] * r.v[6]);
    for (int k = 0; k < 9; ++k)
        r.v[k] *= inverse;
    out[i] = r;
}

int main(int argc, char** argv)
{
    const int n = 300'000;
    auto numbers = suite::floats(9 * n, 102);
    for (int i = 0; i < 9 * n; ++i)
        if (i % 9 % 4 == 0)
            numbers[i] += 3;
    float* in = suite::device(numbers);
    float* out = suite::zeros<float>(9 * n);
    return suite::run(
        argc, argv, "invert_blocks", "invert_blocks",
        [&] { invert_blocks<<<(n + 127) / 128, 128>>>((const Matrix*)in, (Matrix*)out, n); },
        [&] {
            const auto result = suite::host(out, 9 * n);
            for (int i = 0; i < n; ++i)
                for (int k = 0; k < 9; ++k) {
                    double sum = 0;
                    for (int j = 0; j < 3; ++j)
                        sum += double(numbers[9 * i + k / 3 * 3 + j]) * result[9 * i + j * 3 + k % 3];
                    if (!suite::near(sum, k % 4 == 0, 1e-3))
                        return false;
                }
            return true;
        });
}
