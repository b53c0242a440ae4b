// Local alignment (Smith-Waterman): a block per pair of sequences, anti-diagonals in shared memory.
#include "suite.h"

__global__ void align_block(const char* queries, const char* references, int* scores)
{
    __shared__ int diagonal[3][129];
    __shared__ char reference[256];
    __shared__ int best;
    int t = threadIdx.x;
    char letter = queries[blockIdx.x * 128 + t];
    reference[t] = references[blockIdx.x * 256 + t];
    reference[t + 128] = references[blockIdx.x * 256 + t + 128];
    for (int d = 0; d < 3; ++d) {
        diagonal[d][t + 1] = 0;
        diagonal[d][0] = 0;
    }
    if (t == 0)
        best = 0;
    __syncthreads();
    int most = 0;
    for (int step = 0; step < 256 + 127; ++step) {
        int column = step - t;
        int score = 0;
        if (column >= 0 && column < 256) {
            int match = diagonal[(step + 1) % 3][t] + (letter == reference[column] ? 2 : -1);
            int gap = max(diagonal[(step + 2) % 3][t], diagonal[(step + 2) % 3][t + 1]) - 2;
            score = max(0, max(match, gap));
        }
        diagonal[step % 3][t + 1] = score;
        most = max(most, score);
        __syncthreads();
    }
    atomicMax(&best, most);
    __syncthreads();
    if (t == 0)
        scores[blockIdx.x] = best;
}

int main(int argc, char** argv)
{
    const int pairs = 600;
    suite::Random random(51);
    std::vector<char> query(pairs * 128);
    std::vector<char> reference(pairs * 256);
    for (char& c : query)
        c = "ACGT"[random.below(4)];
    for (char& c : reference)
        c = "ACGT"[random.below(4)];
    char* queries = suite::device(query);
    char* references = suite::device(reference);
    int* scores = suite::zeros<int>(pairs);
    return suite::run(
        argc, argv, "align_block", "align_block", [&] { align_block<<<pairs, 128>>>(queries, references, scores); },
        [&] {
            const auto result = suite::host(scores, pairs);
            for (int p = 0; p < pairs; p += 50) {
                std::vector<std::vector<int>> h(129, std::vector<int>(257));
                int best = 0;
                for (int i = 1; i <= 128; ++i)
                    for (int j = 1; j <= 256; ++j) {
                        const int match = query[p * 128 + i - 1] == reference[p * 256 + j - 1] ? 2 : -1;
                        h[i][j] = std::max({ 0, h[i - 1][j - 1] + match, h[i - 1][j] - 2, h[i][j - 1] - 2 });
                        best = std::max(best, h[i][j]);
                    }
                if (result[p] != best)
                    return false;
            }
            return true;
        });
}
