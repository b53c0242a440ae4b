// Groups of lanes of a shared memory request that are served together. The generations differ most here; the rules inside a bank
// are the same for all but the first generation.
#pragma once

#include "core/arch/shared/shared_banks.h"

#include <array>
#include <cstddef>

namespace warpstage::arch {

struct SharedPhase {
    LaneMask lanes = 0;
    std::uint32_t part = 0; // index of the 32-bit part of the access; 0 if accesses are not split
};

// At most eight: the two half-warps for each of the four words of a 128-bit access on CC 1.x.
class SharedPhases {
public:
    // Groups without an active lane cost nothing and are omitted.
    void add(SharedPhase phase)
    {
        if (phase.lanes != 0)
            m_phases[m_count++] = phase;
    }

    [[nodiscard]] const SharedPhase* begin() const { return m_phases.data(); }
    [[nodiscard]] const SharedPhase* end() const { return m_phases.data() + m_count; }
    [[nodiscard]] std::size_t size() const { return m_count; }

private:
    std::array<SharedPhase, 8> m_phases {};
    std::size_t m_count = 0;
};

[[nodiscard]] SharedPhases phases_of(const Traits& traits, const SharedRequest& request);

} // namespace warpstage::arch
