// Edit distance of pairs of words: a thread per pair, a row of the table in a local array.
#include "suite.h"

__global__ void levenshtein(const char* a, const char* b, int* distance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int row[25];
    for (int k = 0; k <= 24; ++k)
        row[k] = k;
#pragma unroll 1
    for (int r = 0; r < 24; ++r) {
        char letter = a[r * n + i];
        int diagonal = row[0];
        row[0] = r + 1;
#pragma unroll 1
        for (int k = 1; k <= 24; ++k) {
            int cost = min(min(row[k], row[k - 1]) + 1, diagonal + (b[(k - 1) * n + i] != letter));
            diagonal = row[k];
            row[k] = cost;
        }
    }
    distance[i] = row[24];
}

int main(int argc, char** argv)
{
    const int n = 30'000;
    suite::Random random(50);
    std::vector<char> first(24 * n);
    std::vector<char> second(24 * n);
    for (int i = 0; i < 24 * n; ++i) {
        first[i] = char('a' + random.below(6));
        second[i] = random.below(3) == 0 ? char('a' + random.below(6)) : first[i];
    }
    char* a = suite::device(first);
    char* b = suite::device(second);
    int* distance = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "levenshtein", "levenshtein", [&] { levenshtein<<<(n + 127) / 128, 128>>>(a, b, distance, n); },
        [&] {
            const auto result = suite::host(distance, n);
            for (int i = 0; i < n; i += 11) {
                int table[25][25];
                for (int r = 0; r <= 24; ++r)
                    for (int k = 0; k <= 24; ++k)
                        table[r][k] = r == 0 ? k
                            : k == 0         ? r
                                             : std::min({ table[r - 1][k] + 1, table[r][k - 1] + 1,
                                                 table[r - 1][k - 1] + (first[(r - 1) * n + i] != second[(k - 1) * n + i]) });
                if (result[i] != table[24][24])
                    return false;
            }
            return true;
        });
}
