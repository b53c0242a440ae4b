// FNV-1a hashes of adjacent strings.
#include "suite.h"

__global__ void hash_strings(const char* text, const int* begin, unsigned* hashes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned hash = 2166136261u;
    for (int k = begin[i]; k < begin[i + 1]; ++k)
        hash = (hash ^ (unsigned char)text[k]) * 16777619u;
    hashes[i] = hash;
}

int main(int argc, char** argv)
{
    const int n = 600'000;
    suite::Random random(48);
    std::vector<int> start(n + 1);
    std::vector<char> letters;
    for (int i = 0; i < n; ++i) {
        for (uint32_t k = 3 + random.below(18); k > 0; --k)
            letters.push_back(char('a' + random.below(26)));
        start[i + 1] = int(letters.size());
    }
    char* text = suite::device(letters);
    int* begin = suite::device(start);
    unsigned* hashes = suite::zeros<unsigned>(n);
    return suite::run(
        argc, argv, "hash_strings", "hash_strings", [&] { hash_strings<<<(n + 127) / 128, 128>>>(text, begin, hashes, n); },
        [&] {
            const auto result = suite::host(hashes, n);
            for (int i = 0; i < n; ++i) {
                unsigned hash = 2166136261U;
                for (int k = start[i]; k < start[i + 1]; ++k)
                    hash = (hash ^ (unsigned char)letters[k]) * 16777619U;
                if (result[i] != hash)
                    return false;
            }
            return true;
        });
}
