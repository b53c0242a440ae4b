// Inclusive sums within segments of a warp, by shuffles; a flag begins a segment.
#include "suite.h"

__global__ void segmented_scan(const float* values, const int* begins, float* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    float sum = i < n ? values[i] : 0.0f;
    bool begin = lane == 0 || (i < n && begins[i] != 0);
    unsigned flags = __ballot_sync(0xffffffffu, begin);
    int first = 31 - __clz(flags & (0xffffffffu >> (31 - lane)));
    for (int step = 1; step < 32; step *= 2) {
        float other = __shfl_up_sync(0xffffffffu, sum, step);
        if (lane - step >= first)
            sum += other;
    }
    if (i < n)
        sums[i] = sum;
}

int main(int argc, char** argv)
{
    const int n = 2'500'000;
    const auto input = suite::floats(n, 7);
    const auto marks = suite::integers(n, 5, 8);
    std::vector<int> flags(n);
    for (int i = 0; i < n; ++i)
        flags[i] = marks[i] == 0;
    float* values = suite::device(input);
    int* begins = suite::device(flags);
    float* sums = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "segmented_scan", "segmented_scan",
        [&] { segmented_scan<<<(n + 127) / 128, 128>>>(values, begins, sums, n); },
        [&] {
            const auto result = suite::host(sums, n);
            float sum = 0;
            for (int i = 0; i < n; ++i) {
                sum = flags[i] != 0 || i % 32 == 0 ? input[i] : sum + input[i];
                if (!suite::near(result[i], sum))
                    return false;
            }
            return true;
        });
}
