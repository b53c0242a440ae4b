// Observes one block of a launch and finds errors that do not stop a GPU: reads of uninitialized memory and races. Forwards every
// event to the next observer.
#pragma once

#include "core/simt/checks/async_proxy.h"
#include "core/simt/checks/barriers/barrier_phases.h"
#include "core/simt/checks/barriers/skipped_barriers.h"
#include "core/simt/checks/checked_launch.h"
#include "core/simt/checks/cluster_order.h"
#include "core/simt/checks/content/initialized_bytes.h"
#include "core/simt/checks/content/local_content.h"
#include "core/simt/checks/content/undefined_lanes.h"
#include "core/simt/checks/order/causality.h"
#include "core/simt/checks/pending_copies.h"
#include "core/simt/checks/shared_races.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>
#include <span>

namespace warpstage::simt {

class Block;

// Operations on an mbarrier object: a change is a release and an acquire, a test is an acquire.
constexpr StrongAccess barrier_object_access(bool changes)
{
    return { changes ? AccessKind::atomic : AccessKind::load, Scope::cluster, true, changes, true, {} };
}

class Checker final : public Observer {
public:
    // `block`: may be started several times.
    Checker(Block& block, CheckedLaunch& launch);

    // The block has been started. `observer` may be null.
    void start(Observer* observer);
    // The block runs from now on, after another one.
    void resume();
    // The block belongs to a cluster of several blocks, whose checkers these are, by rank. They must outlive its run.
    void join(std::span<Checker* const> cluster);
    // True when the run must stop: an error that would change what follows, or races in a program that does not end.
    [[nodiscard]] bool found() const { return m_trap.has_value() || m_launch.findings.is_enough(); }
    [[nodiscard]] std::optional<Trap> take_trap();
    // The block has ended, normally or by another trap: a pending error is now certain.
    void finish();

    // Whether other blocks run before the instruction: they may wait for what this block has released last, and shall see it
    // before it releases more, or accesses of different phases of a barrier of the grid would look ordered. `executed`: the
    // lanes.
    [[nodiscard]] bool yields_before(std::uint32_t pc, LaneMask executed);
    // The block was suspended because it waits for others.
    void wait_for_others() { m_may_yield = true; }

    [[nodiscard]] bool checks_values() const { return m_launch.checks.memory; }
    // Whether no other observer wants to see every instruction. Instructions that the checks do not follow then need not be
    // reported, and the others can be run by execute().
    [[nodiscard]] bool is_alone() const { return m_observer == nullptr; }
    // The first instruction from `pc` on that the checks follow, for a warp that runs straight on.
    [[nodiscard]] std::uint32_t next_observed(std::uint32_t pc) const
    {
        return m_undefined.any() ? pc : m_launch.code.next_observed(pc);
    }
    // Runs the operation for the lanes in state.active and checks it; false if it is not allowed.
    [[nodiscard]] bool execute(
        WarpState& state, const Operation& operation, bool (*handler)(WarpState&, const Operation&), const Step& here);

    void on_step(const Step& step) override;
    void on_access(const Step& step, const Access& access) override;
    void on_cluster_access(const Step& step, std::uint32_t rank, const Access& access) override;
    void on_phase(const Step& step, const PhaseStep& phase) override
    {
        if (m_observer != nullptr)
            m_observer->on_phase(step, phase);
    }
    void on_branch(const Step& step, LaneMask taken, LaneMask not_taken) override;
    void on_barrier(std::uint64_t block) override;
    void on_partial_barrier(
        std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) override;
    void on_warp_barrier(const Step& step, LaneMask members) override;
    void on_exit(const Step& step) override;
    [[nodiscard]] MatrixObserver* matrix_observer() override
    {
        return m_observer == nullptr ? nullptr : m_observer->matrix_observer();
    }

private:
    struct Doubt {
        Trap trap;
        std::uint64_t count = 1; // of its instruction
    };

    void check_access(const Step& step, const Access& access);
    void check_barrier_object(const Step& step, const Access& access);
    [[nodiscard]] AccessMode mode_at(std::uint32_t pc) const;
    [[nodiscard]] StrongAccess strong_access(std::uint32_t pc, const Access& access) const;
    void synchronize(const Step& step, const Access& access, ReleasedWords& words);
    void check_shared_races(const Step& step, const Access& access, AddressPattern pattern);
    // Reports m_races and empties it.
    void report(const RacyMemory& memory);
    void report_shared();
    void report_cluster(const Block& owner);
    void check_shared(const Step& step, const Access& access);
    void check_read_only(const Step& step, const Access& access);
    void check_global(const Step& step, const Access& access);
    [[nodiscard]] bool is_known_uninitialized(std::uint32_t pc);
    void check_local(const Step& step, const Access& access);
    void check_shared_content(const Step& step, const Access& access, AddressPattern pattern, Checker& owner);
    void follow_undefined(const Step& step, const WarpState& state, const Operation& operation);
    [[nodiscard]] bool meets_no_copy(const Step& step, const Access& access);
    void follow_copies(const Step& step, const CheckedInstruction& instruction);
    void follow_bulk_copies(const Step& step, const CheckedInstruction& instruction);
    void note_words(const Step& step);
    void check_pieces(const Step& step, const Access& access);
    void report(const CopyConflict& conflict);
    void check_initialization(const Step& step, const Access& access, bool initializes);
    void note_arrival(const Step& step);

    Block* m_block;
    CheckedLaunch& m_launch;
    Observer* m_observer = nullptr;
    InitializedBytes m_shared_content;
    Causality m_causality;
    SharedRaces m_shared_races;
    BarrierPhases m_phases;
    SkippedBarriers m_skipped;
    PendingCopies m_copies;
    AsyncProxy m_async;
    struct Initialization {
        std::uint64_t offset = 0; // of an mbarrier object
        Moment moment;
        std::uint32_t pc = 0;
    };
    std::vector<Initialization> m_initialized;
    LocalContent m_local;
    UndefinedLanes m_undefined;
    ClusterOrder m_cluster;
    // At a barrier for which the warp does not wait (bar.arrive): what it does after that is not ordered before the barrier.
    struct BarrierArrival {
        std::uint32_t barrier = 0;
        Knowledge knowledge;
    };
    std::vector<BarrierArrival> m_arrivals; // at barriers that have not completed
    Access m_access; // of execute(): filled in by each request
    std::vector<Race> m_races; // of one request
    std::uint32_t m_place = 0; // of the block: see GlobalRaces::start()
    bool m_may_yield = false;
    bool m_has_shared_race = false;
    std::optional<Trap> m_trap;
    // Reads of uninitialized shared memory are kept until the next barrier: if another thread writes the memory before that, the
    // error is a race, and the race is reported instead.
    std::vector<Doubt> m_doubts;
};

} // namespace warpstage::simt
