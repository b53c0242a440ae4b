// A hash table with open addressing: compare and swap takes a slot.
#include "suite.h"

__device__ unsigned slot_of(unsigned key, unsigned mask)
{
    key ^= key >> 16;
    key *= 0x85ebca6bu;
    key ^= key >> 13;
    key *= 0xc2b2ae35u;
    return (key ^ (key >> 16)) & mask;
}

__global__ void hash_insert(const unsigned* keys, unsigned* table, unsigned* values, unsigned mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i];
    unsigned slot = slot_of(key, mask);
    while (true) {
        unsigned old = atomicCAS(&table[slot], 0u, key);
        if (old == 0u || old == key) {
            values[slot] = i;
            return;
        }
        slot = (slot + 1) & mask;
    }
}

int main(int argc, char** argv)
{
    const int n = 600'000;
    const unsigned size = 1 << 20;
    std::vector<unsigned> key(n);
    for (int i = 0; i < n; ++i)
        key[i] = unsigned(i) * 2654435761U + 1;
    unsigned* keys = suite::device(key);
    unsigned* table = suite::zeros<unsigned>(size);
    unsigned* values = suite::zeros<unsigned>(size);
    return suite::run(
        argc, argv, "hash_insert", "hash_insert",
        [&] { hash_insert<<<(n + 255) / 256, 256>>>(keys, table, values, size - 1, n); },
        [&] {
            auto slots = suite::host(table, size);
            const auto value = suite::host(values, size);
            int found = 0;
            for (unsigned s = 0; s < size; ++s)
                if (slots[s] != 0) {
                    if (key[value[s]] != slots[s])
                        return false;
                    ++found;
                }
            return found == n;
        },
        [&] { suite::clear(table, size); });
}
