// Gathers rows of 64 floats by token, 16 bytes per thread.
#include "suite.h"

__global__ void embedding_rows(const int* tokens, const float4* table, float4* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * 16)
        out[i] = table[tokens[i / 16] * 16 + i % 16];
}

int main(int argc, char** argv)
{
    const int words = 30'000;
    const int n = 50'000;
    const auto token = suite::integers(n, words, 114);
    const auto numbers = suite::floats(words * 64, 115);
    int* tokens = suite::device(token);
    float* table = suite::device(numbers);
    float* out = suite::zeros<float>(n * 64);
    return suite::run(
        argc, argv, "embedding_rows", "embedding_rows",
        [&] { embedding_rows<<<(n * 16 + 255) / 256, 256>>>(tokens, (const float4*)table, (float4*)out, n); },
        [&] {
            const auto result = suite::host(out, n * 64);
            for (int i = 0; i < n * 64; ++i)
                if (result[i] != numbers[token[i / 64] * 64 + i % 64])
                    return false;
            return true;
        });
}
