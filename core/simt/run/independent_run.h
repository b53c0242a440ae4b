// Independent thread scheduling: the lanes of a warp drift apart at any instruction, as the hardware may let them since Volta
// (CUDA C++ Programming Guide, "Independent Thread Scheduling"), and warps take turns. A seeded generator decides, so that a run
// that shows a bug can be repeated. Slow: for finding code that relies on lanes in step.
#pragma once

#include "core/simt/run/block.h"
#include "core/simt/run/lane_calls.h"
#include "core/simt/run/warp_run.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

// Where each lane of a warp is while lanes drift apart.
struct DriftingLanes {
    std::array<std::uint32_t, kMaxLanes> pc {};
    LaneMask living = 0;
    LaneMask waiting = 0; // at the barrier or collective that `pc` names
    std::array<LaneCalls, kMaxLanes> calls;

    [[nodiscard]] LaneMask ready() const { return living & ~waiting; }
    [[nodiscard]] LaneMask at(std::uint32_t place, LaneMask among) const;
    void go_to(LaneMask lanes, std::uint32_t place);
};

class IndependentRun {
public:
    static constexpr bool kTakesTurns = true;

    // `observer` and `checker` may be null; a checker hears of the run through `observer`.
    IndependentRun(Block& block, Observer* observer, Checker* checker, InstructionBudget& budget, std::uint64_t seed);

    // Chooses the order in which the warps take their next turn.
    void start_round();
    [[nodiscard]] std::uint32_t warp_at(std::uint32_t position) const { return m_order[position]; }
    // One turn of the warp, which is ready; Warp::status tells what became of it.
    RunEnd run(std::uint32_t warp);
    [[nodiscard]] std::optional<Trap> take_trap() { return std::move(m_trap); }

private:
    // Splitmix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014): the same numbers
    // everywhere.
    class Chance {
    public:
        explicit Chance(std::uint64_t seed)
            : m_state(seed)
        {
        }
        std::uint64_t next();
        // 0 to limit - 1
        std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }

    private:
        std::uint64_t m_state;
    };

    enum class Progress : std::uint8_t { on, trapped, stopped };

    [[nodiscard]] LaneMask choose_group();
    Progress run_group(LaneMask group, std::uint32_t limit);
    Progress run_one(std::uint32_t pc, LaneMask group);
    void leave(LaneMask lanes);
    Progress meet_cluster(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    Progress test(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    Progress branch(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    Progress run_service(const Operation& operation, std::uint32_t pc, LaneMask executed);
    Progress branch_by_table(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    Progress call(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    void return_from_function(LaneMask lanes);
    // Calls, jumps through tables and branches backwards may go round without end.
    Progress check_budget(std::uint32_t pc, LaneMask executed);
    bool execute(const Operation& operation, std::uint32_t pc, LaneMask executed);
    // Whether there is a trap, or a check has found something.
    bool hazard();
    void report_step(std::uint32_t pc, LaneMask active, LaneMask executed);
    [[nodiscard]] Step step(std::uint32_t pc, LaneMask active, LaneMask executed) const;
    // How much local memory these lanes may touch now.
    void set_local_bytes(LaneMask lanes);

    // Lets go the waiting lanes whose partners have all arrived or left.
    Progress release();
    Progress meet(LaneMask members);
    void meet_from_different_places(LaneMask members);
    // No lane can run: the warp has ended, waits at a barrier of the block, or never goes on.
    RunEnd settle();

    Block& m_block;
    Observer* m_observer;
    Checker* m_checker;
    InstructionBudget& m_budget;
    Chance m_chance;
    WarpState& m_state;
    const Operation* m_operations;
    std::vector<DriftingLanes> m_warps;
    std::vector<std::uint32_t> m_order;
    std::optional<Trap> m_trap;

    std::uint32_t m_index = 0; // the warp whose turn it is
    DriftingLanes* m_lanes = nullptr;
};

} // namespace warpstage::simt
