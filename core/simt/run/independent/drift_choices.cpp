#include "core/simt/run/independent/drift_choices.h"

namespace warpstage::simt {

namespace {

// Random choices find errors that a short sequence of turns shows (Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized
// Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010). So each instruction of the program is a place of
// frequent changes for some time; after that, the changes are rare and the lanes run nearly as fast as in lock step.
constexpr std::uint16_t kFineTurns = 48; // of a block that begin at an instruction
constexpr std::uint32_t kFineAgain = 32; // later, one in so many
constexpr std::uint32_t kLongFineRun = 12; // instructions that a group runs at most before another one is chosen
constexpr std::uint32_t kLongCoarseRun = 1024;
constexpr std::uint32_t kFineSplits = 4; // one in so many groups splits although no branch splits it
constexpr std::uint32_t kCoarseSplits = 64;
constexpr std::uint32_t kGroupsOfATurn = 16; // at most
constexpr std::uint32_t kLongRunTogether = 1U << 14U;

} // namespace

DriftChoices::DriftChoices(DriftPolicy policy, std::uint64_t seed, std::size_t instructions)
    : m_policy(policy)
    , m_state(seed)
    , m_fine_turns(instructions, 0)
{
}

// Splitmix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014): the same numbers everywhere.
std::uint64_t DriftChoices::next()
{
    m_state += 0x9e37'79b9'7f4a'7c15U;
    std::uint64_t mixed = m_state;
    mixed = (mixed ^ mixed >> 30U) * 0xbf58'476d'1ce4'e5b9U;
    mixed = (mixed ^ mixed >> 27U) * 0x94d0'49bb'1331'11ebU;
    return mixed ^ mixed >> 31U;
}

std::uint32_t DriftChoices::groups_of_turn()
{
    return m_policy == DriftPolicy::random ? 1 + below(kGroupsOfATurn) : kGroupsOfATurn;
}

std::uint32_t DriftChoices::length_at(std::uint32_t pc)
{
    if (m_policy == DriftPolicy::together)
        return kLongRunTogether;
    std::uint16_t& turns = m_fine_turns[pc];
    const bool is_new = turns < kFineTurns;
    turns = static_cast<std::uint16_t>(turns + (is_new ? 1 : 0));
    if (!is_new && below(kFineAgain) != 0)
        return 1 + below(kLongCoarseRun);
    return below(2) == 0 ? 1 : 1 + below(kLongFineRun);
}

LaneMask DriftChoices::part_of(LaneMask group, unsigned leader, std::uint32_t pc)
{
    if (m_policy == DriftPolicy::together)
        return group;
    if (below(m_fine_turns[pc] < kFineTurns ? kFineSplits : kCoarseSplits) != 0)
        return group;
    return (group & static_cast<LaneMask>(next())) | LaneMask { 1 } << leader;
}

} // namespace warpstage::simt
