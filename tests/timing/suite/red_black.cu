// A Gauss-Seidel step on the red cells of a checkerboard.
#include "suite.h"

__global__ void red_black(double* u, const double* f, int n, int color)
{
    int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n - 1 || y >= n - 1 || ((x + y) & 1) != color)
        return;
    int i = y * n + x;
    u[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] - f[i]);
}

int main(int argc, char** argv)
{
    const int n = 1100;
    suite::Random random(88);
    std::vector<double> start(n * n);
    std::vector<double> source(n * n);
    for (int i = 0; i < n * n; ++i) {
        start[i] = random.unit();
        source[i] = random.unit();
    }
    double* u = suite::device(start);
    double* f = suite::device(source);
    return suite::run(
        argc, argv, "red_black", "red_black", [&] { red_black<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(u, f, n, 0); },
        [&] {
            const auto result = suite::host(u, n * n);
            for (int y = 1; y < n - 1; ++y)
                for (int x = 1; x < n - 1; ++x) {
                    const int i = y * n + x;
                    const double expected = (x + y) % 2 != 0
                        ? start[i]
                        : 0.25 * (start[i - 1] + start[i + 1] + start[i - n] + start[i + n] - source[i]);
                    if (!suite::near(result[i], expected, 1e-12))
                        return false;
                }
            return true;
        });
}
