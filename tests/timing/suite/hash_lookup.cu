// Looks up keys in a hash table of pairs.
#include "suite.h"

__host__ __device__ unsigned bucket(unsigned key, unsigned mask)
{
    return (key * 2654435761u >> 8) & mask;
}

__global__ void hash_lookup(const unsigned* keys, const uint2* table, unsigned* found, unsigned mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i];
    unsigned slot = bucket(key, mask);
    unsigned result = 0;
    while (true) {
        uint2 pair = table[slot];
        if (pair.x == key) {
            result = pair.y;
            break;
        }
        if (pair.x == 0)
            break;
        slot = (slot + 1) & mask;
    }
    found[i] = result;
}

int main(int argc, char** argv)
{
    const int n = 800'000;
    const unsigned size = 1 << 19;
    suite::Random random(47);
    std::vector<uint2> pairs(size);
    std::vector<unsigned> present;
    for (int i = 0; i < 300'000; ++i) {
        const unsigned key = random() | 1;
        unsigned slot = bucket(key, size - 1);
        while (pairs[slot].x != 0 && pairs[slot].x != key)
            slot = (slot + 1) & (size - 1);
        if (pairs[slot].x == 0)
            present.push_back(key);
        pairs[slot] = make_uint2(key, key ^ 0x5555U);
    }
    std::vector<unsigned> wanted(n);
    for (int i = 0; i < n; ++i)
        wanted[i] = i % 3 == 0 ? random() & ~1U : present[random.below(uint32_t(present.size()))];
    unsigned* keys = suite::device(wanted);
    uint2* table = suite::device(pairs);
    unsigned* found = suite::zeros<unsigned>(n);
    return suite::run(
        argc, argv, "hash_lookup", "hash_lookup", [&] { hash_lookup<<<(n + 255) / 256, 256>>>(keys, table, found, size - 1, n); },
        [&] {
            const auto result = suite::host(found, n);
            for (int i = 0; i < n; ++i)
                if (result[i] != (wanted[i] & 1U ? wanted[i] ^ 0x5555U : 0U))
                    return false;
            return true;
        });
}
