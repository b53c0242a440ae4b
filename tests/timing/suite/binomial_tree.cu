// American options: a block folds a binomial tree in shared memory.
#include "suite.h"

__global__ void binomial_tree(const float* spots, float* values, float strike, float up, float discount, float p)
{
    __shared__ float tree[257];
    int t = threadIdx.x;
    float spot = spots[blockIdx.x];
    float price = spot * __powf(up, 2.0f * t - 256.0f);
    tree[t] = fmaxf(strike - price, 0.0f);
    if (t == 0)
        tree[256] = fmaxf(strike - spot * __powf(up, 256.0f), 0.0f);
    __syncthreads();
    for (int level = 255; level >= 0; --level) {
        float value = 0.0f;
        if (t <= level) {
            price = spot * __powf(up, 2.0f * t - level);
            value = fmaxf(discount * (p * tree[t + 1] + (1.0f - p) * tree[t]), strike - price);
        }
        __syncthreads();
        if (t <= level)
            tree[t] = value;
        __syncthreads();
    }
    if (t == 0)
        values[blockIdx.x] = tree[0];
}

int main(int argc, char** argv)
{
    const int options = 1500;
    auto spot = suite::floats(options, 41);
    for (float& value : spot)
        value = 80 + 40 * value;
    float* spots = suite::device(spot);
    float* values = suite::zeros<float>(options);
    const double up = 1.0125;
    const double discount = 0.9999;
    const double p = (1 / discount - 1 / up) / (up - 1 / up);
    return suite::run(
        argc, argv, "binomial_tree", "binomial_tree",
        [&] { binomial_tree<<<options, 256>>>(spots, values, 100.0f, float(up), float(discount), float(p)); },
        [&] {
            const auto result = suite::host(values, options);
            for (int o = 0; o < options; o += 100) {
                std::vector<double> tree(257);
                for (int t = 0; t <= 256; ++t)
                    tree[t] = std::max(100 - spot[o] * std::pow(up, 2.0 * t - 256), 0.0);
                for (int level = 255; level >= 0; --level)
                    for (int t = 0; t <= level; ++t)
                        tree[t] = std::max(
                            discount * (p * tree[t + 1] + (1 - p) * tree[t]), 100 - spot[o] * std::pow(up, 2.0 * t - level));
                if (!suite::near(result[o], tree[0], 5e-3))
                    return false;
            }
            return true;
        });
}
