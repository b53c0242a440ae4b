#include "core/engine/block_order.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace warpstage::engine {

// std::shuffle differs between standard libraries.
std::vector<std::uint64_t> shuffled_blocks(std::uint64_t count, std::uint64_t seed)
{
    constexpr std::uint64_t kTogether = 1024;
    std::vector<std::uint64_t> blocks(count);
    std::iota(blocks.begin(), blocks.end(), std::uint64_t { 0 });
    std::mt19937_64 random(seed);
    for (std::uint64_t first = 0; first < count; first += kTogether) {
        const std::uint64_t together = std::min(kTogether, count - first);
        for (std::uint64_t i = together; i > 1; --i)
            std::swap(blocks[first + i - 1], blocks[first + random() % i]);
    }
    return blocks;
}

} // namespace warpstage::engine
