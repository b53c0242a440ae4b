// Which warps have arrived at the phases of mbarrier objects, so that what a test orders is known.
#pragma once

#include "core/simt/observer.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace warpstage::simt {

// A warp that finds a phase complete comes after what the warps that arrived in it did before (PTX ISA, 8.9 "Axioms", release and
// acquire patterns). Whatever such a warp did until the test counts as done before its arrival, so a race may be missed, but no
// false race is reported.
class BarrierPhases {
public:
    // A block starts.
    void clear() { m_arrived.clear(); }
    // An operation of the step's warp on mbarrier objects, with the words that were there before.
    void arrive(const Step& step, const Access& access);
    // The warps that have arrived in the phases before those that a test has found, without repetition.
    [[nodiscard]] std::vector<std::uint32_t> arrived_before(const Access& test) const;

private:
    static constexpr std::uint32_t kPhases = 4;
    struct Object {
        std::array<std::vector<std::uint32_t>, kPhases> warps; // by phase
        std::uint32_t phase = 0; // the latest with an arrival
    };
    std::map<std::uint64_t, Object> m_arrived; // by offset in shared memory
};

} // namespace warpstage::simt
