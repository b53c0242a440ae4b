// N queens: each thread places the remaining queens after a prefix of three, by backtracking with bit masks.
#include "suite.h"

__global__ void count_queens(int n, int* solutions)
{
    int prefix = blockIdx.x * blockDim.x + threadIdx.x;
    if (prefix >= n * n * n)
        return;
    unsigned full = (1u << n) - 1;
    unsigned columns = 0;
    unsigned left = 0;
    unsigned right = 0;
    for (int row = 0; row < 3; ++row) {
        unsigned bit = 1u << (prefix % n);
        prefix /= n;
        if ((columns | left | right) & bit)
            return;
        columns |= bit;
        left = (left | bit) << 1;
        right = (right | bit) >> 1;
    }
    unsigned stack[4 * 16];
    int depth = 0;
    int found = 0;
    unsigned open = full & ~(columns | left | right);
    while (true) {
        if (open == 0) {
            if (depth == 0)
                break;
            --depth;
            columns = stack[4 * depth];
            left = stack[4 * depth + 1];
            right = stack[4 * depth + 2];
            open = stack[4 * depth + 3];
            continue;
        }
        unsigned bit = open & -open;
        open ^= bit;
        if ((columns | bit) == full) {
            ++found;
            continue;
        }
        stack[4 * depth] = columns;
        stack[4 * depth + 1] = left;
        stack[4 * depth + 2] = right;
        stack[4 * depth + 3] = open;
        ++depth;
        columns |= bit;
        left = (left | bit) << 1;
        right = (right | bit) >> 1;
        open = full & ~(columns | left | right);
    }
    if (found > 0)
        atomicAdd(solutions, found);
}

int main(int argc, char** argv)
{
    const int n = 11;
    int* solutions = suite::zeros<int>(1);
    return suite::run(
        argc, argv, "count_queens", "count_queens", [&] { count_queens<<<(n * n * n + 127) / 128, 128>>>(n, solutions); },
        [&] { return suite::host(solutions, 1)[0] == 2680; }, [&] { suite::clear(solutions, 1); });
}
