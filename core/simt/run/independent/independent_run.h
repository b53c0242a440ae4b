// Independent thread scheduling: the lanes of a warp may diverge at any instruction, as on hardware since Volta
// (CUDA C++ Programming Guide, "Independent Thread Scheduling"), and warps take turns. A seeded generator decides, so a run that
// shows a bug can be repeated. Slow: intended to find code that relies on lock step.
#pragma once

#include "core/simt/checks/checker.h"
#include "core/simt/run/block.h"
#include "core/simt/run/independent/drift_choices.h"
#include "core/simt/run/independent/drifting_lanes.h"
#include "core/simt/run/warp_run.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

class IndependentRun {
public:
    static constexpr bool kTakesTurns = true;

    // `observer` and `checker` may be null; a checker receives the events through `observer`.
    IndependentRun(
        Block& block, Observer* observer, Checker* checker, InstructionBudget& budget, DriftPolicy policy, std::uint64_t seed);

    // A warp that has run in lock step continues with each lane where it is.
    void part(std::uint32_t warp, Parting why);
    // The lanes of such a warp may drift apart.
    [[nodiscard]] bool is_apart(std::uint32_t warp) const { return m_apart[warp]; }
    // Whether all lanes of the warp are at one instruction again; then it goes on in lock step.
    [[nodiscard]] bool rejoin(std::uint32_t warp);

    // Chooses the order of the warps for the next turn.
    void start_round();
    [[nodiscard]] std::uint32_t warp_at(std::uint32_t position) const { return m_order[position]; }
    // One turn of the warp, which must be ready; sets Warp::status.
    RunEnd run(std::uint32_t warp);
    [[nodiscard]] std::optional<Trap> take_trap() { return std::move(m_trap); }
    std::optional<FaultPlace> stopped_at; // of the warp that a request stopped

private:
    enum class Progress : std::uint8_t { on, waits, trapped, stopped };

    void part_calls(Warp& from, DriftingLanes& lanes);
    RunEnd run_groups();
    // Explanations of a hang read the state of a warp from the SIMT stack.
    void show_places();

    [[nodiscard]] LaneMask choose_group();
    Progress run_group(LaneMask group, std::uint32_t limit);
    Progress run_straight(std::uint32_t pc, std::uint32_t end, LaneMask group);
    Progress run_one(std::uint32_t pc, LaneMask group);
    void leave(LaneMask lanes);
    Progress meet_cluster(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    Progress test(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    Progress branch(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    Progress run_service(const Operation& operation, std::uint32_t pc, LaneMask executed);
    Progress branch_by_table(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    Progress call(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group);
    void return_from_function(LaneMask lanes);
    // Calls, indirect branches and backward branches may loop forever.
    Progress check_budget(std::uint32_t pc, LaneMask executed);
    bool execute(const Operation& operation, std::uint32_t pc, LaneMask executed);
    // Whether a trap occurred or a check has found an error.
    bool hazard();
    void report_step(std::uint32_t pc, LaneMask active, LaneMask executed);
    [[nodiscard]] Step step(std::uint32_t pc, LaneMask active, LaneMask executed) const;
    // Size of the local memory that these lanes may access now.
    void set_local_bytes(LaneMask lanes);

    // Releases the waiting lanes whose partners have all arrived or exited.
    Progress release();
    Progress meet(LaneMask members);
    // With checks: members of an exchange of values that have exited without it. Then the values are undefined.
    [[nodiscard]] bool lacks_members(LaneMask members);
    // No lane can run: the warp has ended, waits at a barrier of the block, or is deadlocked.
    RunEnd settle();

    Block& m_block;
    Observer* m_observer;
    Checker* m_checker;
    InstructionBudget& m_budget;
    DriftChoices m_choices;
    bool m_stays_behind = false; // the lanes that run: they do not overtake others
    WarpState& m_state;
    const Operation* m_operations;
    const std::uint32_t* m_straight_end;
    bool m_has_stack; // local memory grows in calls
    std::vector<DriftingLanes> m_warps;
    std::vector<std::uint32_t> m_order;
    std::vector<bool> m_apart; // [warp]: see part()
    std::optional<Trap> m_trap;

    std::uint32_t m_index = 0; // the warp whose turn it is
    DriftingLanes* m_lanes = nullptr;
};

} // namespace warpstage::simt
