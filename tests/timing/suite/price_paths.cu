// Monte Carlo: each thread simulates paths of a price, with a random number generator of its own.
#include "suite.h"

__device__ unsigned next_random(unsigned& state)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

__global__ void price_paths(float* payoff, int steps, float drift, float volatility, float strike)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = i * 2654435769u + 12345u;
    float log_price = 0.0f;
    for (int s = 0; s < steps; ++s) {
        float u = (next_random(state) >> 8) * (1.0f / 16777216.0f) + 1e-7f;
        float v = (next_random(state) >> 8) * (1.0f / 16777216.0f);
        float normal = sqrtf(-2.0f * __logf(u)) * __cosf(6.2831853f * v);
        log_price += drift + volatility * normal;
    }
    payoff[i] = fmaxf(100.0f * expf(log_price) - strike, 0.0f);
}

int main(int argc, char** argv)
{
    const int n = 1 << 17;
    float* payoff = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "price_paths", "price_paths", [&] { price_paths<<<n / 256, 256>>>(payoff, 50, 0.0f, 0.03f, 100.0f); },
        [&] {
            double sum = 0;
            for (float value : suite::host(payoff, n))
                sum += value;
            return std::fabs(sum / n - 11.0) < 1.5; // a Monte Carlo mean
        });
}
