// The nearest of 512 codes of 128 bits for each query: bit counts.
#include "suite.h"

__global__ void hamming_pairs(const uint4* queries, const uint4* codes, int* nearest, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint4 q = queries[i];
    int best = 1000;
    int place = 0;
    for (int k = 0; k < count; ++k) {
        uint4 c = codes[k];
        int distance = __popc(q.x ^ c.x) + __popc(q.y ^ c.y) + __popc(q.z ^ c.z) + __popc(q.w ^ c.w);
        if (distance < best) {
            best = distance;
            place = k;
        }
    }
    nearest[i] = place;
}

int main(int argc, char** argv)
{
    const int n = 60'000;
    const int count = 512;
    suite::Random random(106);
    std::vector<unsigned> a(4 * n);
    std::vector<unsigned> b(4 * count);
    for (unsigned& word : a)
        word = random();
    for (unsigned& word : b)
        word = random();
    unsigned* queries = suite::device(a);
    unsigned* codes = suite::device(b);
    int* nearest = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "hamming_pairs", "hamming_pairs",
        [&] { hamming_pairs<<<(n + 127) / 128, 128>>>((const uint4*)queries, (const uint4*)codes, nearest, n, count); },
        [&] {
            const auto result = suite::host(nearest, n);
            for (int i = 0; i < n; i += 53) {
                int best = 1000;
                int place = 0;
                for (int k = 0; k < count; ++k) {
                    int distance = 0;
                    for (int w = 0; w < 4; ++w)
                        distance += __builtin_popcount(a[4 * i + w] ^ b[4 * k + w]);
                    if (distance < best) {
                        best = distance;
                        place = k;
                    }
                }
                if (result[i] != place)
                    return false;
            }
            return true;
        });
}
