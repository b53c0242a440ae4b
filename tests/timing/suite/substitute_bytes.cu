// A cipher's table of 256 bytes in shared memory, applied ten times to each byte of a word.
#include "suite.h"

__global__ void substitute_bytes(const unsigned* in, const unsigned char* table, unsigned* out, int n)
{
    __shared__ unsigned char box[256];
    box[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned word = in[i];
    for (int round = 0; round < 10; ++round) {
        unsigned mixed =
            box[word & 255] | box[(word >> 8) & 255] << 8 | box[(word >> 16) & 255] << 16 | unsigned(box[word >> 24]) << 24;
        word = __funnelshift_l(mixed, mixed, 5) ^ (0x9e3779b9u * round);
    }
    out[i] = word;
}

int main(int argc, char** argv)
{
    const int n = 500'000;
    suite::Random random(109);
    std::vector<unsigned> words(n);
    for (unsigned& word : words)
        word = random();
    std::vector<unsigned char> box(256);
    for (int i = 0; i < 256; ++i)
        box[i] = (unsigned char)(i * 167 + 13);
    unsigned* in = suite::device(words);
    unsigned char* table = suite::device(box);
    unsigned* out = suite::zeros<unsigned>(n);
    return suite::run(
        argc, argv, "substitute_bytes", "substitute_bytes",
        [&] { substitute_bytes<<<(n + 255) / 256, 256>>>(in, table, out, n); },
        [&] {
            const auto result = suite::host(out, n);
            for (int i = 0; i < n; ++i) {
                unsigned word = words[i];
                for (unsigned round = 0; round < 10; ++round) {
                    unsigned mixed = 0;
                    for (int b = 0; b < 32; b += 8)
                        mixed |= unsigned(box[word >> b & 255]) << b;
                    word = (mixed << 5 | mixed >> 27) ^ (0x9e3779b9U * round);
                }
                if (result[i] != word)
                    return false;
            }
            return true;
        });
}
