// Prefix sums of blocks with cub::BlockScan; the elements are transposed through shared memory.
#include "suite.h"

#include <cub/cub.cuh>

__global__ void __launch_bounds__(128) cub_scan(const int* input, int* output)
{
    using Load = cub::BlockLoad<int, 128, 8, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Store = cub::BlockStore<int, 128, 8, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Scan = cub::BlockScan<int, 128>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
        typename Store::TempStorage store;
    } storage;
    int items[8];
    Load(storage.load).Load(input + blockIdx.x * 1024, items);
    __syncthreads();
    Scan(storage.scan).InclusiveSum(items, items);
    __syncthreads();
    Store(storage.store).Store(output + blockIdx.x * 1024, items);
}

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto input = suite::integers(n, 100, 23);
    int* x = suite::device(input);
    int* y = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "cub_scan", "cub_scan", [&] { cub_scan<<<n / 1024, 128>>>(x, y); },
        [&] {
            const auto result = suite::host(y, n);
            int sum = 0;
            for (int i = 0; i < n; ++i) {
                sum = i % 1024 == 0 ? input[i] : sum + input[i];
                if (result[i] != sum)
                    return false;
            }
            return true;
        });
}
