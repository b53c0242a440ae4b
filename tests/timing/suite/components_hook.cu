// Connected components: each edge hooks the larger root to the smaller one with compare and swap.
#include "suite.h"

__global__ void components_hook(const int2* edges, int* parent, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n)
        return;
    int a = edges[e].x;
    int b = edges[e].y;
    while (true) {
        while (parent[a] != a)
            a = parent[a];
        while (parent[b] != b)
            b = parent[b];
        if (a == b)
            return;
        if (a < b) {
            int other = a;
            a = b;
            b = other;
        }
        if (atomicCAS(&parent[a], a, b) == a)
            return;
    }
}

int main(int argc, char** argv)
{
    const int nodes = 200'000;
    const int n = 150'000;
    suite::Random random(45);
    std::vector<int2> edge(n);
    for (auto& e : edge) {
        e.x = int(random.below(nodes));
        e.y = std::min(nodes - 1, e.x + 1 + int(random.below(50)));
    }
    std::vector<int> self(nodes);
    for (int i = 0; i < nodes; ++i)
        self[i] = i;
    int2* edges = suite::device(edge);
    int* original = suite::device(self);
    int* parent = suite::zeros<int>(nodes);
    return suite::run(
        argc, argv, "components_hook", "components_hook", [&] { components_hook<<<(n + 255) / 256, 256>>>(edges, parent, n); },
        [&] {
            const auto root = [](std::vector<int>& p, int i) {
                while (p[i] != i)
                    i = p[i] = p[p[i]];
                return i;
            };
            auto expected = self;
            for (const auto& e : edge) {
                const int a = root(expected, e.x);
                const int b = root(expected, e.y);
                expected[std::max(a, b)] = std::min(a, b);
            }
            auto result = suite::host(parent, nodes);
            for (int i = 0; i < nodes; ++i)
                if (root(result, i) != root(expected, i))
                    return false;
            return true;
        },
        [&] { suite::copy(parent, original, nodes); });
}
