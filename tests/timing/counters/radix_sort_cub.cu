// A radix sort of CUB.
#include "suite.h"

#include <cub/cub.cuh>
int main(int argc, char** argv)
{
    const int n = 1 << 18;
    suite::Random random(5);
    std::vector<unsigned> keys(n);
    for (auto& k : keys)
        k = random();
    unsigned* in = suite::device(keys);
    unsigned* out = suite::zeros<unsigned>(n);
    void* temporary = nullptr;
    size_t bytes = 0;
    cub::DeviceRadixSort::SortKeys(temporary, bytes, in, out, n);
    temporary = suite::zeros<char>(bytes);
    return suite::run(
        argc, argv, "radix_sort_cub", "cub", [&] { cub::DeviceRadixSort::SortKeys(temporary, bytes, in, out, n); },
        [&] {
            auto r = suite::host(out, n);
            std::sort(keys.begin(), keys.end());
            return r == keys;
        });
}
