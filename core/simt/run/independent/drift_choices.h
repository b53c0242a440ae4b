// The choices of a warp whose lanes diverge at any instruction: which warp and lanes run next, for how long, and which of them
// stay behind.
#pragma once

#include "core/base/lane_mask.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt {

enum class DriftPolicy : std::uint8_t {
    random, // the independent schedule
    // Lock step where a collective needs lanes of several paths or lanes wait for each other: lanes reconverge as soon as they
    // can.
    together,
};

class DriftChoices {
public:
    // `instructions`: of the program.
    DriftChoices(DriftPolicy policy, std::uint64_t seed, std::size_t instructions);

    // 0 to limit - 1
    [[nodiscard]] std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }
    [[nodiscard]] DriftPolicy policy() const { return m_policy; }
    // Of random choices: whether the lanes that are furthest behind run next, not those around a random lane.
    [[nodiscard]] bool takes_last() { return below(2) == 0; }
    // The number of groups that run before another warp has its turn.
    [[nodiscard]] std::uint32_t groups_of_turn();
    // The number of instructions that a group of lanes runs from `pc` on.
    [[nodiscard]] std::uint32_t length_at(std::uint32_t pc);
    // Those of the group that run on from `pc`; always the leader.
    [[nodiscard]] LaneMask part_of(LaneMask group, unsigned leader, std::uint32_t pc);

private:
    std::uint64_t next();

    DriftPolicy m_policy;
    std::uint64_t m_state;
    std::vector<std::uint16_t> m_fine_turns; // by instruction: how many have begun there
};

} // namespace warpstage::simt
