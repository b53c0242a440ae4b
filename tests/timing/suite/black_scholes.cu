// Prices of European options: a call and a put per thread.
#include "suite.h"

__device__ float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d)
        * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0.0f ? 1.0f - tail : tail;
}

__global__ void black_scholes(
    const float* price, const float* strike, const float* years, float* call, float* put, float rate, float volatility, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = price[i];
    float x = strike[i];
    float t = years[i];
    float root = sqrtf(t);
    float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    float d2 = d1 - volatility * root;
    float discounted = x * expf(-rate * t);
    call[i] = s * normal(d1) - discounted * normal(d2);
    put[i] = discounted * normal(-d2) - s * normal(-d1);
}

int main(int argc, char** argv)
{
    const int n = 1'000'000;
    auto prices = suite::floats(n, 38);
    auto strikes = suite::floats(n, 39);
    auto times = suite::floats(n, 40);
    for (int i = 0; i < n; ++i) {
        prices[i] = 5 + 25 * prices[i];
        strikes[i] = 1 + 99 * strikes[i];
        times[i] = 0.25F + 9.75F * times[i];
    }
    float* price = suite::device(prices);
    float* strike = suite::device(strikes);
    float* years = suite::device(times);
    float* call = suite::zeros<float>(n);
    float* put = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "black_scholes", "black_scholes",
        [&] { black_scholes<<<(n + 127) / 128, 128>>>(price, strike, years, call, put, 0.02f, 0.3f, n); },
        [&] { // the parity of call and put
            const auto calls = suite::host(call, n);
            const auto puts = suite::host(put, n);
            for (int i = 0; i < n; ++i)
                if (!suite::near(calls[i] - puts[i], prices[i] - strikes[i] * std::exp(-0.02 * times[i]), 1e-3))
                    return false;
            return true;
        });
}
