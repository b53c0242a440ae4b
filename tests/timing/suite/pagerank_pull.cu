// One step of PageRank: each node gathers the ranks of the nodes that link to it.
#include "suite.h"

__global__ void pagerank_pull(const int* begin, const int* sources, const float* share, float* rank, int n, float damping)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= n)
        return;
    float sum = 0.0f;
    for (int e = begin[node]; e < begin[node + 1]; ++e)
        sum += share[sources[e]];
    rank[node] = (1.0f - damping) / n + damping * sum;
}

int main(int argc, char** argv)
{
    const int n = 200'000;
    suite::Random random(43);
    std::vector<int> start(n + 1);
    std::vector<int> source;
    for (int i = 0; i < n; ++i) {
        for (uint32_t k = 1 + random.below(random.below(20) == 0 ? 100 : 12); k > 0; --k)
            source.push_back(int(random.below(random.below(2) == 0 ? n : n / 50)));
        start[i + 1] = int(source.size());
    }
    const auto shares = suite::floats(n, 44);
    int* begin = suite::device(start);
    int* sources = suite::device(source);
    float* share = suite::device(shares);
    float* rank = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "pagerank_pull", "pagerank_pull",
        [&] { pagerank_pull<<<(n + 127) / 128, 128>>>(begin, sources, share, rank, n, 0.85f); },
        [&] {
            const auto result = suite::host(rank, n);
            for (int i = 0; i < n; ++i) {
                double sum = 0;
                for (int e = start[i]; e < start[i + 1]; ++e)
                    sum += shares[source[e]];
                if (!suite::near(result[i], 0.15 / n + 0.85 * sum))
                    return false;
            }
            return true;
        });
}
