// How one shared-memory request falls into groups of lanes that are served together. This is where generations differ; what
// happens in a bank afterwards is the same for all of them.
#pragma once

#include "core/arch/shared_banks.h"

#include <array>
#include <cstddef>

namespace warpstage::arch {

// At most four: the quarter-warps of a 128-bit access.
class SharedPhases {
public:
    // Groups without a lane cost nothing and are left out.
    void add(LaneMask lanes)
    {
        if (lanes != 0)
            m_lanes[m_count++] = lanes;
    }

    [[nodiscard]] const LaneMask* begin() const { return m_lanes.data(); }
    [[nodiscard]] const LaneMask* end() const { return m_lanes.data() + m_count; }
    [[nodiscard]] std::size_t size() const { return m_count; }

private:
    std::array<LaneMask, 4> m_lanes {};
    std::size_t m_count = 0;
};

[[nodiscard]] SharedPhases phases_of(const SharedRequest& request);

} // namespace warpstage::arch
