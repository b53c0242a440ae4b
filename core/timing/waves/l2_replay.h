// What L2 delivers to the waves of a launch: the requests of its blocks, replayed through a cache of the size of L2 in one of
// several orders of the blocks.
#pragma once

#include "core/base/dim3.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace warpstage::timing {

// A request of a block for sectors of one line, which its L1 does not have: packed, because a launch has millions.
class L2Request {
public:
    enum class Kind : std::uint8_t { load, store };

    // `line`: address / 128; `sectors`: bit mask of its four sectors.
    L2Request(std::uint64_t line, std::uint8_t sectors, Kind kind)
        : m_packed(line << 5 | std::uint64_t { sectors } << 1 | (kind == Kind::store ? 1U : 0U))
    {
    }

    [[nodiscard]] std::uint64_t line() const { return m_packed >> 5; }
    [[nodiscard]] std::uint8_t sectors() const { return static_cast<std::uint8_t>(m_packed >> 1 & 15U); }
    [[nodiscard]] Kind kind() const { return (m_packed & 1U) != 0 ? Kind::store : Kind::load; }

private:
    std::uint64_t m_packed;
};

using BlockRequests = std::vector<L2Request>; // of one block, in the order of its run

// Blocks that run at the same time, and the sectors of 32 bytes that they request from L2.
struct Wave {
    std::uint64_t first = 0; // position of its first block in the order of the blocks
    std::uint64_t blocks = 0;
    std::uint64_t from_same_wave = 0; // read, and in L2 because a block of this wave has requested them before
    std::uint64_t from_earlier_wave = 0; // read, and in L2 since an earlier wave
    std::uint64_t from_dram = 0; // read
    std::uint64_t written = 0;

    [[nodiscard]] std::uint64_t read() const { return from_same_wave + from_earlier_wave + from_dram; }
    // 0 to 1, of the sectors that are read; 0 if none is.
    [[nodiscard]] double hit_rate() const;

    Wave& operator+=(const Wave& other); // the counts
};

// In which order blocks start: along the rows of the grid, as on a GPU; along its columns; along columns of groups of rows, as
// a kernel does that computes its tile from `blockIdx` that way.
enum class BlockOrder : std::uint8_t { rows, columns, groups };
inline constexpr std::uint32_t kGroupRows = 8; // rows of a group
[[nodiscard]] std::string_view name_of(BlockOrder order); // "in rows"

// Linear indices of the first `blocks` blocks of the grid in this order.
[[nodiscard]] std::vector<std::uint64_t> ordered_blocks(const Dim3& grid, std::uint64_t blocks, BlockOrder order);

// Waves of `at_once` blocks; the requests of a wave's blocks take turns. `requests`: by linear index of the block. `l2_bytes`: 0:
// no L2.
[[nodiscard]] std::vector<Wave> replay_l2(
    std::span<const BlockRequests> requests, std::span<const std::uint64_t> order, std::uint64_t at_once, double l2_bytes);

} // namespace warpstage::timing
