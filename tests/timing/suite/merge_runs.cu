// Merges two sorted arrays: each thread finds its part by binary search and writes eight numbers.
#include "suite.h"

__global__ void merge_runs(const int* a, const int* b, int* out, int n)
{
    int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (diagonal >= 2 * n)
        return;
    int low = max(0, diagonal - n);
    int high = min(diagonal, n);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    int i = low;
    int j = diagonal - low;
    for (int k = 0; k < 8; ++k) {
        bool first = j >= n || (i < n && a[i] <= b[j]);
        out[diagonal + k] = first ? a[i++] : b[j++];
    }
}

int main(int argc, char** argv)
{
    const int n = 1 << 20;
    auto left = suite::integers(n, 1 << 30, 5);
    auto right = suite::integers(n, 1 << 30, 6);
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    int* a = suite::device(left);
    int* b = suite::device(right);
    int* out = suite::zeros<int>(2 * n);
    return suite::run(
        argc, argv, "merge_runs", "merge_runs", [&] { merge_runs<<<2 * n / 8 / 128, 128>>>(a, b, out, n); },
        [&] {
            std::vector<int> expected(2 * n);
            std::merge(left.begin(), left.end(), right.begin(), right.end(), expected.begin());
            return suite::host(out, 2 * n) == expected;
        });
}
