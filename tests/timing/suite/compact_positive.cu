// Keeps the positive numbers: a warp takes its places with one atomic operation.
#include "suite.h"

__global__ void compact_positive(const float* in, float* out, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    float value = i < n ? in[i] : -1.0f;
    unsigned kept = __ballot_sync(0xffffffffu, value > 0.0f);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(count, __popc(kept));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (value > 0.0f)
        out[base + __popc(kept & ((1u << lane) - 1))] = value;
}

int main(int argc, char** argv)
{
    const int n = 1 << 20;
    auto input = suite::floats(n, 9);
    for (float& value : input)
        value -= 0.5f;
    float* in = suite::device(input);
    float* out = suite::zeros<float>(n);
    int* count = suite::zeros<int>(1);
    return suite::run(
        argc, argv, "compact_positive", "compact_positive", [&] { compact_positive<<<n / 256, 256>>>(in, out, count, n); },
        [&] {
            std::vector<float> expected;
            for (float value : input)
                if (value > 0)
                    expected.push_back(value);
            if (suite::host(count, 1)[0] != int(expected.size()))
                return false;
            auto result = suite::host(out, expected.size());
            std::sort(result.begin(), result.end());
            std::sort(expected.begin(), expected.end());
            return result == expected;
        },
        [&] { suite::clear(count, 1); });
}
