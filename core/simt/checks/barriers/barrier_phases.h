// What the warps that have arrived at the phases of mbarrier objects had done before, so that what a test orders is known.
#pragma once

#include "core/simt/checks/order/knowledge.h"
#include "core/simt/observer.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace warpstage::simt {

// A warp that finds a phase complete comes after what the warps that arrived in it did before (PTX ISA, 8.9 "Axioms", release and
// acquire patterns). What such a warp did between its arrival and the test is not ordered.
class BarrierPhases {
public:
    // A block starts.
    void clear() { m_arrived.clear(); }
    // An operation of the step's warp on mbarrier objects, with the words that were there before, and what the warp releases
    // with it.
    void arrive(const Step& step, const Access& access, const Knowledge& released);
    // The warps that have arrived in the phases before those that a test has found, without repetition.
    [[nodiscard]] std::vector<std::uint32_t> arrived_before(const Access& test) const;
    // What has been released in the phases before those that a test has found.
    [[nodiscard]] Knowledge released_before(const Access& test) const;

private:
    static constexpr std::uint32_t kPhases = 4;
    struct Object {
        std::array<Knowledge, kPhases> released; // by phase
        std::array<std::vector<std::uint32_t>, kPhases> warps; // by phase
        std::uint32_t phase = 0; // the latest with an arrival
    };
    std::map<std::uint64_t, Object> m_arrived; // by offset in shared memory
};

} // namespace warpstage::simt
