// Memory as a strip of 32-byte blocks in ascending order of addresses, with gaps where blocks are missing.
#pragma once

#include "app/views/drawing.h"
#include "app/views/sectors/sectors_figure.h"

namespace warpstage::views {

inline constexpr std::uint64_t kBlockBytes = 32;

class MemoryStrip {
public:
    MemoryStrip(const Canvas& canvas, const SectorsInput& input, Rect rect);

    // Distance from the left edge of an address that is in a block or at the end of one.
    [[nodiscard]] float x_of(std::uint64_t address) const;
    [[nodiscard]] float end_of(std::uint64_t address) const; // of the byte before `address`
    [[nodiscard]] float byte_width() const { return m_block_width / static_cast<float>(kBlockBytes); }
    [[nodiscard]] bool has_gaps() const { return m_gaps > 0; }
    // Bytes between the blocks on both sides of each gap, if they are equal for all gaps; else 0.
    [[nodiscard]] std::uint64_t common_gap() const { return m_common_gap; }

    void draw(Canvas& canvas, const SectorsInput& input) const;
    // Addresses below the blocks, as many as fit.
    void draw_addresses(Canvas& canvas, const SectorsInput& input, float baseline) const;

private:
    [[nodiscard]] std::size_t index_of(std::uint64_t block) const;
    void draw_block(Canvas& canvas, const SectorsInput& input, std::size_t index) const;
    void draw_lane_names(Canvas& canvas, const SectorsInput& input) const;

    Rect m_rect; // width of the blocks only
    std::vector<std::uint64_t> m_blocks; // address / kBlockBytes, ascending
    std::vector<float> m_left; // of each block
    float m_block_width = 0.0F;
    std::size_t m_gaps = 0;
    std::uint64_t m_common_gap = 0;
};

// Color of a lane: that of its half-warp if the half-warps are served separately.
[[nodiscard]] Color lane_color(const SectorsInput& input, unsigned lane, const Style& style);

} // namespace warpstage::views
