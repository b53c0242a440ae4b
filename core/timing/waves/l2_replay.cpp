#include "core/timing/waves/l2_replay.h"

#include "core/base/words.h"
#include "core/timing/memory_path.h"

#include <algorithm>
#include <bit>

namespace warpstage::timing {

namespace {

std::uint64_t count(unsigned sectors)
{
    return static_cast<std::uint64_t>(std::popcount(sectors));
}

// One request. A line remembers the wave that has last fetched or written some of its sectors.
void request(LineCache& cache, L2Request asked, std::size_t number, Wave& wave)
{
    const auto found = cache.look_up(asked.line(), asked.sectors());
    const auto present = static_cast<double>(number);
    const bool stores = asked.kind() == L2Request::Kind::store;
    if (stores)
        wave.written += count(asked.sectors());
    else {
        const auto held = count(asked.sectors() & ~unsigned { found.missing });
        const bool since_before = found.filled != nullptr && *found.filled < present;
        (since_before ? wave.from_earlier_wave : wave.from_same_wave) += held;
        wave.from_dram += count(found.missing);
    }
    if (found.filled != nullptr && (stores || found.missing != 0))
        *found.filled = present;
}

} // namespace

double Wave::hit_rate() const
{
    return read() == 0 ? 0.0 : static_cast<double>(read() - from_dram) / static_cast<double>(read());
}

Wave& Wave::operator+=(const Wave& other)
{
    blocks += other.blocks;
    from_same_wave += other.from_same_wave;
    from_earlier_wave += other.from_earlier_wave;
    from_dram += other.from_dram;
    written += other.written;
    return *this;
}

std::string_view name_of(BlockOrder order)
{
    switch (order) {
    case BlockOrder::rows:
        return marked("in rows");
    case BlockOrder::columns:
        return marked("in columns");
    case BlockOrder::groups:
        return marked("in groups of 8 rows");
    }
    return "";
}

std::vector<std::uint64_t> ordered_blocks(const Dim3& grid, std::uint64_t blocks, BlockOrder order)
{
    const std::uint32_t rows_of_group = order == BlockOrder::rows ? 1 : order == BlockOrder::columns ? grid.y : kGroupRows;
    std::vector<std::uint64_t> all;
    all.reserve(blocks);
    for (std::uint32_t z = 0; z < grid.z; ++z)
        for (std::uint32_t first = 0; first < grid.y; first += rows_of_group)
            for (std::uint32_t x = 0; x < grid.x; ++x)
                for (std::uint32_t y = first; y < std::min(grid.y, first + rows_of_group); ++y) {
                    const std::uint64_t block = (std::uint64_t { z } * grid.y + y) * grid.x + x;
                    if (block < blocks)
                        all.push_back(block);
                }
    return all;
}

std::vector<Wave> replay_l2(
    std::span<const BlockRequests> requests, std::span<const std::uint64_t> order, std::uint64_t at_once, double l2_bytes)
{
    LineCache cache { l2_bytes };
    std::vector<Wave> waves;
    for (std::uint64_t first = 0; first < order.size(); first += at_once) {
        const auto blocks = order.subspan(first, std::min<std::uint64_t>(at_once, order.size() - first));
        Wave wave;
        wave.first = first;
        wave.blocks = blocks.size();
        std::size_t longest = 0;
        for (const std::uint64_t block : blocks)
            longest = std::max(longest, requests[block].size());
        for (std::size_t turn = 0; turn < longest; ++turn)
            for (const std::uint64_t block : blocks)
                if (turn < requests[block].size())
                    request(cache, requests[block][turn], waves.size() + 1, wave);
        waves.push_back(wave);
    }
    return waves;
}

} // namespace warpstage::timing
