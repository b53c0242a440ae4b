// One level of a breadth-first search: every thread looks whether its node is in the frontier.
#include "suite.h"

__global__ void bfs_level(const int* begin, const int* targets, int* level, int* changed, int n, int current)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= n || level[node] != current)
        return;
    for (int e = begin[node]; e < begin[node + 1]; ++e) {
        int target = targets[e];
        if (level[target] < 0) {
            level[target] = current + 1;
            *changed = 1;
        }
    }
}

int main(int argc, char** argv)
{
    const int n = 300'000;
    suite::Random random(42);
    std::vector<int> start(n + 1);
    std::vector<int> target;
    for (int i = 0; i < n; ++i) {
        for (uint32_t k = random.below(random.below(10) == 0 ? 40 : 8); k > 0; --k)
            target.push_back(int(random.below(n)));
        start[i + 1] = int(target.size());
    }
    std::vector<int> levels(n, -1);
    for (int i = 0; i < n; ++i)
        if (random.below(6) == 0)
            levels[i] = int(random.below(4));
    int* begin = suite::device(start);
    int* targets = suite::device(target);
    int* original = suite::device(levels);
    int* level = suite::zeros<int>(n);
    int* changed = suite::zeros<int>(1);
    return suite::run(
        argc, argv, "bfs_level", "bfs_level", [&] { bfs_level<<<(n + 255) / 256, 256>>>(begin, targets, level, changed, n, 3); },
        [&] {
            auto expected = levels;
            for (int i = 0; i < n; ++i)
                if (levels[i] == 3)
                    for (int e = start[i]; e < start[i + 1]; ++e)
                        if (levels[target[e]] < 0)
                            expected[target[e]] = 4;
            return suite::host(level, n) == expected && suite::host(changed, 1)[0] == 1;
        },
        [&] {
            suite::copy(level, original, n);
            suite::clear(changed, 1);
        });
}
