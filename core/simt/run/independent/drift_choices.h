// The random choices of the independent schedule: which warp and lanes run next, for how long, and which of them stay behind.
#pragma once

#include "core/base/lane_mask.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt {

class DriftChoices {
public:
    // `instructions`: of the program.
    DriftChoices(std::uint64_t seed, std::size_t instructions);

    // 0 to limit - 1
    [[nodiscard]] std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }
    // The number of instructions that a group of lanes runs from `pc` on.
    [[nodiscard]] std::uint32_t length_at(std::uint32_t pc);
    // Those of the group that run on from `pc`; always the leader.
    [[nodiscard]] LaneMask part_of(LaneMask group, unsigned leader, std::uint32_t pc);

private:
    std::uint64_t next();

    std::uint64_t m_state;
    std::vector<std::uint16_t> m_fine_turns; // by instruction: how many have begun there
};

} // namespace warpstage::simt
