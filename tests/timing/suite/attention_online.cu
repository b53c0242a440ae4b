// Attention with a running maximum: a thread per query of 32 numbers, tiles of keys and values in shared memory.
#include "suite.h"

__global__ void attention_online(const float* q, const float* k, const float* v, float* out, int length)
{
    __shared__ float keys[32][32];
    __shared__ float values[32][32];
    int head = blockIdx.y * length * 32;
    int row = blockIdx.x * 64 + threadIdx.x;
    float query[32];
    float sum[32];
#pragma unroll
    for (int d = 0; d < 32; ++d) {
        query[d] = q[head + row * 32 + d] * 0.17677669f;
        sum[d] = 0.0f;
    }
    float most = -1e30f;
    float weights = 0.0f;
    for (int tile = 0; tile < length; tile += 32) {
        __syncthreads();
        for (int i = threadIdx.x; i < 1024; i += 64) {
            keys[i / 32][i % 32] = k[head + tile * 32 + i];
            values[i / 32][i % 32] = v[head + tile * 32 + i];
        }
        __syncthreads();
        for (int j = 0; j < 32; ++j) {
            float score = 0.0f;
#pragma unroll
            for (int d = 0; d < 32; ++d)
                score += query[d] * keys[j][d];
            float larger = fmaxf(most, score);
            float scale = __expf(most - larger);
            float weight = __expf(score - larger);
            weights = weights * scale + weight;
#pragma unroll
            for (int d = 0; d < 32; ++d)
                sum[d] = sum[d] * scale + weight * values[j][d];
            most = larger;
        }
    }
#pragma unroll
    for (int d = 0; d < 32; ++d)
        out[head + row * 32 + d] = sum[d] / weights;
}

int main(int argc, char** argv)
{
    const int length = 512;
    const int heads = 16;
    const int n = heads * length * 32;
    const auto a = suite::floats(n, 59);
    const auto b = suite::floats(n, 60);
    const auto c = suite::floats(n, 61);
    float* q = suite::device(a);
    float* k = suite::device(b);
    float* v = suite::device(c);
    float* out = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "attention_online", "attention_online",
        [&] { attention_online<<<dim3(length / 64, heads), 64>>>(q, k, v, out, length); },
        [&] {
            const auto result = suite::host(out, n);
            for (int row = 0; row < heads * length; row += 37) {
                const int head = row / length * length * 32;
                double weights = 0;
                double sum = 0;
                for (int j = 0; j < length; ++j) {
                    double score = 0;
                    for (int d = 0; d < 32; ++d)
                        score += double(a[row * 32 + d]) * b[head + j * 32 + d];
                    const double weight = std::exp(score / std::sqrt(32.0));
                    weights += weight;
                    sum += weight * c[head + j * 32 + 7];
                }
                if (!suite::near(result[row * 32 + 7], sum / weights, 1e-3))
                    return false;
            }
            return true;
        });
}
