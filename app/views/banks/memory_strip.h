// Memory as a strip of 32-byte blocks in the order of their addresses; where blocks are missing between two, there is a gap.
#pragma once

#include "app/views/drawing.h"
#include "app/views/sectors/sectors_figure.h"

namespace warpstage::views {

inline constexpr std::uint64_t kBlockBytes = 32;

class MemoryStrip {
public:
    MemoryStrip(const Canvas& canvas, const SectorsInput& input, Rect rect);

    // The distance from the left edge, of an address that lies in a block or at the end of one.
    [[nodiscard]] float x_of(std::uint64_t address) const;
    [[nodiscard]] float end_of(std::uint64_t address) const; // of the byte before `address`
    [[nodiscard]] float byte_width() const { return m_block_width / static_cast<float>(kBlockBytes); }
    [[nodiscard]] bool has_gaps() const { return m_gaps > 0; }
    // Bytes between the blocks before and behind each gap, where it is the same for all; else 0.
    [[nodiscard]] std::uint64_t common_gap() const { return m_common_gap; }

    void draw(Canvas& canvas, const SectorsInput& input) const;
    // Addresses under the blocks, as many as have room.
    void draw_addresses(Canvas& canvas, const SectorsInput& input, float baseline) const;

private:
    [[nodiscard]] std::size_t index_of(std::uint64_t block) const;
    void draw_block(Canvas& canvas, const SectorsInput& input, std::size_t index) const;
    void draw_lane_names(Canvas& canvas, const SectorsInput& input) const;

    Rect m_rect; // as far as the blocks reach
    std::vector<std::uint64_t> m_blocks; // address / kBlockBytes, ascending
    std::vector<float> m_left; // of each block
    float m_block_width = 0.0F;
    std::size_t m_gaps = 0;
    std::uint64_t m_common_gap = 0;
};

// The colour of a lane: that of its half-warp where the halves are served apart.
[[nodiscard]] Color lane_color(const SectorsInput& input, unsigned lane, const Style& style);

} // namespace warpstage::views
