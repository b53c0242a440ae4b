// Atomic operations of 128 bits, and minimum and maximum of half floats, which only bulk copies have.
#include <cstdint>

// Every thread adds 1 to the first number and 3 to the second one, both at once.
extern "C" __global__ void count_pairs(uint64_t* pair)
{
    uint64_t first = pair[0];
    uint64_t second = pair[1];
    while (true) {
        uint64_t found_first;
        uint64_t found_second;
        asm volatile("{.reg .b128 d, b, c; mov.b128 b, {%2, %3}; mov.b128 c, {%4, %5};"
                     " atom.global.cas.b128 d, [%6], b, c; mov.b128 {%0, %1}, d;}"
                     : "=l"(found_first), "=l"(found_second)
                     : "l"(first), "l"(second), "l"(first + 1), "l"(second + 3), "l"(pair)
                     : "memory");
        if (found_first == first && found_second == second)
            break;
        first = found_first;
        second = found_second;
    }
}

// 64 half floats for each block, as bits.
extern "C" __global__ void extremes_of_halves(uint16_t* least, uint16_t* most, const uint16_t* in)
{
    __shared__ alignas(16) uint16_t tile[64];
    tile[threadIdx.x] = in[64 * blockIdx.x + threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    const auto address = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f16 [%0], [%1], 128;" ::"l"(least), "r"(address) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.f16 [%0], [%1], 128;" ::"l"(most), "r"(address) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}
