// Counts a pattern in a text: every thread compares from its place on.
#include "suite.h"

__global__ void find_pattern(const char* text, int n, const char* pattern, int length, int* count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + length > n)
        return;
    int k = 0;
    while (k < length && text[i + k] == pattern[k])
        ++k;
    if (k == length)
        atomicAdd(count, 1);
}

int main(int argc, char** argv)
{
    const int n = 4'000'000;
    suite::Random random(49);
    std::vector<char> letters(n);
    for (char& letter : letters)
        letter = char('a' + random.below(4));
    const std::vector<char> word { 'a', 'b', 'c', 'a', 'd', 'b' };
    char* text = suite::device(letters);
    char* pattern = suite::device(word);
    int* count = suite::zeros<int>(1);
    return suite::run(
        argc, argv, "find_pattern", "find_pattern",
        [&] { find_pattern<<<(n + 255) / 256, 256>>>(text, n, pattern, int(word.size()), count); },
        [&] {
            int expected = 0;
            for (size_t i = 0; i + word.size() <= letters.size(); ++i)
                expected += std::equal(word.begin(), word.end(), letters.begin() + i);
            return suite::host(count, 1)[0] == expected;
        },
        [&] { suite::clear(count, 1); });
}
