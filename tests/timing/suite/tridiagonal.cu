// Tridiagonal systems of 48 unknowns: a thread per system, interleaved.
#include "suite.h"

__global__ void tridiagonal(
    const float* a, const float* b, const float* c, const float* d, float* x, float* work, int systems, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    float cp = c[s] / b[s];
    float dp = d[s] / b[s];
    work[s] = cp;
    x[s] = dp;
    for (int i = 1; i < n; ++i) {
        int at = i * systems + s;
        float inverse = 1.0f / (b[at] - a[at] * cp);
        cp = c[at] * inverse;
        dp = (d[at] - a[at] * dp) * inverse;
        work[at] = cp;
        x[at] = dp;
    }
    for (int i = n - 2; i >= 0; --i) {
        int at = i * systems + s;
        dp = x[at] - work[at] * dp;
        x[at] = dp;
    }
}

int main(int argc, char** argv)
{
    const int systems = 30'000;
    const int n = 48;
    const auto lower = suite::floats(systems * n, 110);
    auto middle = suite::floats(systems * n, 111);
    for (float& value : middle)
        value += 3;
    const auto upper = suite::floats(systems * n, 112);
    const auto right = suite::floats(systems * n, 113);
    float* a = suite::device(lower);
    float* b = suite::device(middle);
    float* c = suite::device(upper);
    float* d = suite::device(right);
    float* x = suite::zeros<float>(systems * n);
    float* work = suite::zeros<float>(systems * n);
    return suite::run(
        argc, argv, "tridiagonal", "tridiagonal",
        [&] { tridiagonal<<<(systems + 127) / 128, 128>>>(a, b, c, d, x, work, systems, n); },
        [&] {
            const auto result = suite::host(x, systems * n);
            for (int s = 0; s < systems; ++s)
                for (int i = 0; i < n; ++i) {
                    const int at = i * systems + s;
                    double sum = double(middle[at]) * result[at];
                    sum += i > 0 ? double(lower[at]) * result[at - systems] : 0.0;
                    sum += i + 1 < n ? double(upper[at]) * result[at + systems] : 0.0;
                    if (!suite::near(sum, right[at], 1e-3))
                        return false;
                }
            return true;
        });
}
