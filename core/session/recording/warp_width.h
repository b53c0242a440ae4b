// Lanes per warp in recorded runs. Every GPU has warps of 32 lanes; the virtual machine can run narrower ones, to match textbook
// figures with warps of two or four lanes. Chosen by the user, or by a cue while it is shown.
#pragma once

#include "core/base/lane_mask.h"

#include <bit>
#include <cstdint>
#include <utility>

namespace warpstage::session {

class WarpWidth {
public:
    [[nodiscard]] std::uint32_t lanes() const { return m_lanes; }

    // Each returns whether the width has changed. Invalid widths are ignored.
    [[nodiscard]] bool select(std::uint32_t lanes)
    {
        m_of_cue = false;
        return change(lanes);
    }
    // 0: the cue does not choose a width. Then the user's choice stays and the choice of an earlier cue ends.
    [[nodiscard]] bool select_for_cue(std::uint32_t lanes)
    {
        const bool was_of_cue = std::exchange(m_of_cue, lanes != 0);
        if (lanes == 0)
            return was_of_cue && change(kMaxLanes);
        return change(lanes);
    }
    void leave_cues() { static_cast<void>(select_for_cue(0)); }

private:
    bool change(std::uint32_t lanes)
    {
        if (lanes < 2 || lanes > kMaxLanes || !std::has_single_bit(lanes))
            return false;
        return std::exchange(m_lanes, lanes) != lanes;
    }

    std::uint32_t m_lanes = kMaxLanes;
    bool m_of_cue = false;
};

} // namespace warpstage::session
