// Cross entropy of rows of 100 scores: a warp per row.
#include "suite.h"

__global__ void cross_entropy(const float* scores, const int* labels, float* loss, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float* s = scores + row * 100;
    float most = -1e30f;
    for (int c = lane; c < 100; c += 32)
        most = fmaxf(most, s[c]);
    for (int step = 16; step > 0; step /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, step));
    float sum = 0.0f;
    for (int c = lane; c < 100; c += 32)
        sum += expf(s[c] - most);
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, step);
    if (lane == 0)
        loss[row] = logf(sum) + most - s[labels[row]];
}

int main(int argc, char** argv)
{
    const int rows = 40'000;
    const auto input = suite::floats(rows * 100, 67);
    const auto label = suite::integers(rows, 100, 68);
    float* scores = suite::device(input);
    int* labels = suite::device(label);
    float* loss = suite::zeros<float>(rows);
    return suite::run(
        argc, argv, "cross_entropy", "cross_entropy",
        [&] { cross_entropy<<<(rows * 32 + 255) / 256, 256>>>(scores, labels, loss, rows); },
        [&] {
            const auto result = suite::host(loss, rows);
            for (int r = 0; r < rows; ++r) {
                double sum = 0;
                for (int c = 0; c < 100; ++c)
                    sum += std::exp(double(input[r * 100 + c]));
                if (!suite::near(result[r], std::log(sum) - input[r * 100 + label[r]]))
                    return false;
            }
            return true;
        });
}
