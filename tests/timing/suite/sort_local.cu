// Insertion sort of 24 numbers per thread in a local array.
#include "suite.h"

__global__ void sort_local(const float* in, float* medians, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v[24];
    for (int k = 0; k < 24; ++k) {
        float value = in[k * n + i];
        int place = k;
        while (place > 0 && v[place - 1] > value) {
            v[place] = v[place - 1];
            --place;
        }
        v[place] = value;
    }
    medians[i] = 0.5f * (v[11] + v[12]);
}

int main(int argc, char** argv)
{
    const int n = 60'000;
    const auto input = suite::floats(24 * n, 97);
    float* in = suite::device(input);
    float* medians = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "sort_local", "sort_local", [&] { sort_local<<<(n + 127) / 128, 128>>>(in, medians, n); },
        [&] {
            const auto result = suite::host(medians, n);
            for (int i = 0; i < n; ++i) {
                std::vector<float> v(24);
                for (int k = 0; k < 24; ++k)
                    v[k] = input[k * n + i];
                std::sort(v.begin(), v.end());
                if (!suite::near(result[i], 0.5 * (v[11] + v[12]), 1e-6))
                    return false;
            }
            return true;
        });
}
