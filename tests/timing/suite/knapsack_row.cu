// One item of a knapsack problem: a row of the table from the row before.
#include "suite.h"

__global__ void knapsack_row(const int* before, int* after, int capacity, int weight, int value)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c > capacity)
        return;
    int best = before[c];
    if (c >= weight)
        best = max(best, before[c - weight] + value);
    after[c] = best;
}

int main(int argc, char** argv)
{
    const int capacity = 3'000'000;
    const auto input = suite::integers(capacity + 1, 1000, 52);
    int* before = suite::device(input);
    int* after = suite::zeros<int>(capacity + 1);
    return suite::run(
        argc, argv, "knapsack_row", "knapsack_row",
        [&] { knapsack_row<<<(capacity + 1 + 511) / 512, 512>>>(before, after, capacity, 137, 55); },
        [&] {
            const auto result = suite::host(after, capacity + 1);
            for (int c = 0; c <= capacity; ++c)
                if (result[c] != (c >= 137 ? std::max(input[c], input[c - 137] + 55) : input[c]))
                    return false;
            return true;
        });
}
