// Linked lists: each thread follows 40 links and adds what it meets.
#include "suite.h"

struct Node {
    int next;
    float value;
};

__global__ void walk_lists(const Node* nodes, float* sums, int lists, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lists)
        return;
    int at = i;
    float sum = 0.0f;
    for (int k = 0; k < length; ++k) {
        Node node = nodes[at];
        sum += node.value;
        at = node.next;
    }
    sums[i] = sum;
}

int main(int argc, char** argv)
{
    const int n = 1 << 20;
    const int lists = 20'000;
    const auto next = suite::integers(n, n, 92);
    const auto value = suite::floats(n, 93);
    std::vector<Node> node(n);
    for (int i = 0; i < n; ++i)
        node[i] = { next[i], value[i] };
    Node* nodes = suite::device(node);
    float* sums = suite::zeros<float>(lists);
    return suite::run(
        argc, argv, "walk_lists", "walk_lists", [&] { walk_lists<<<(lists + 127) / 128, 128>>>(nodes, sums, lists, 40); },
        [&] {
            const auto result = suite::host(sums, lists);
            for (int i = 0; i < lists; ++i) {
                int at = i;
                double sum = 0;
                for (int k = 0; k < 40; ++k) {
                    sum += value[at];
                    at = next[at];
                }
                if (!suite::near(result[i], sum))
                    return false;
            }
            return true;
        });
}
