// CRC-32 of packets of 64 bytes with a table in shared memory.
#include "suite.h"

__global__ void crc_packets(const uint4* packets, const unsigned* table, unsigned* crcs, int n)
{
    __shared__ unsigned lookup[256];
    lookup[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned crc = 0xffffffffu;
    for (int part = 0; part < 4; ++part) {
        uint4 four = packets[i * 4 + part];
        unsigned words[4] = { four.x, four.y, four.z, four.w };
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 4; ++b)
                crc = lookup[(crc ^ (words[w] >> (8 * b))) & 255] ^ (crc >> 8);
    }
    crcs[i] = ~crc;
}

int main(int argc, char** argv)
{
    const int n = 250'000;
    suite::Random random(105);
    std::vector<unsigned> words(16 * n);
    for (unsigned& word : words)
        word = random();
    std::vector<unsigned> lookup(256);
    for (unsigned i = 0; i < 256; ++i) {
        lookup[i] = i;
        for (int k = 0; k < 8; ++k)
            lookup[i] = (lookup[i] & 1U) != 0 ? 0xedb88320U ^ (lookup[i] >> 1) : lookup[i] >> 1;
    }
    unsigned* packets = suite::device(words);
    unsigned* table = suite::device(lookup);
    unsigned* crcs = suite::zeros<unsigned>(n);
    return suite::run(
        argc, argv, "crc_packets", "crc_packets",
        [&] { crc_packets<<<(n + 255) / 256, 256>>>((const uint4*)packets, table, crcs, n); },
        [&] {
            const auto result = suite::host(crcs, n);
            for (int i = 0; i < n; ++i) {
                unsigned crc = ~0U;
                for (int b = 0; b < 64; ++b)
                    crc = lookup[(crc ^ (words[16 * i + b / 4] >> (8 * (b % 4)))) & 255] ^ (crc >> 8);
                if (result[i] != ~crc)
                    return false;
            }
            return true;
        });
}
