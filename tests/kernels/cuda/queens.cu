// Number of ways to place n queens on a board: each thread places the first two queens and searches the rest with a stack in local
// memory (Somers's bit masks).

__global__ void queens(int n, unsigned int* solutions)
{
    int first = blockIdx.x;
    int second = threadIdx.x;
    if (first >= n || second >= n)
        return;
    unsigned int all = (1u << n) - 1;
    unsigned int a = 1u << first;
    unsigned int b = 1u << second;
    if ((b & (a | a << 1 | a >> 1)) != 0)
        return;

    unsigned int columns[16], left[16], right[16], open[16];
    int row = 2;
    columns[row] = a | b;
    left[row] = (a << 2 | b << 1) & all;
    right[row] = a >> 2 | b >> 1;
    open[row] = all & ~(columns[row] | left[row] | right[row]);
    unsigned int count = 0;
    while (row >= 2) {
        if (open[row] == 0) {
            row--;
            continue;
        }
        unsigned int place = open[row] & -open[row];
        open[row] ^= place;
        if (row == n - 1) {
            count++;
            continue;
        }
        columns[row + 1] = columns[row] | place;
        left[row + 1] = (left[row] | place) << 1 & all;
        right[row + 1] = (right[row] | place) >> 1;
        open[row + 1] = all & ~(columns[row + 1] | left[row + 1] | right[row + 1]);
        row++;
    }
    atomicAdd(solutions, count);
}
