#include "core/simt/run/block_run.h"

#include "core/base/verify.h"
#include "core/simt/hang/explain.h"
#include "core/simt/hang/wait_question.h"
#include "core/simt/run/barrier.h"
#include "core/simt/run/independent/independent_run.h"
#include "core/simt/run/interpreter.h"
#include "core/simt/run/launch_gate.h"
#include "core/simt/run/number_mode.h"

#include <algorithm>
#include <thread>
#include <type_traits>
#include <utility>

namespace warpstage::simt {

namespace {

bool any_ready(Block& block)
{
    return std::any_of(
        block.warps().begin(), block.warps().end(), [](const Warp& warp) { return warp.status == WarpStatus::ready; });
}

// A warp that is ready is in a loop in which it may wait for others.
bool any_may_wait(const Block& block)
{
    return std::any_of(block.warps().begin(), block.warps().end(), [&](const Warp& warp) {
        return warp.status == WarpStatus::ready && may_wait_at(block.program(), warp.divergence.top().pc);
    });
}

// Every warp that is ready waits at an mbarrier object.
bool all_test(Block& block)
{
    return std::all_of(block.warps().begin(), block.warps().end(),
        [](const Warp& warp) { return warp.status != WarpStatus::ready || warp.spin.failed_test() != kNever; });
}

// Nothing in the block has gone on in a round, at whose start lanes had turns or not. Whether it goes on now because they get
// them.
bool begin_turns(Block& block, bool had_turns)
{
    if (had_turns || block.lane_turns == nullptr || !block.lane_turns->are_possible())
        return false;
    block.lane_turns->begin();
    block.note_progress();
    return true;
}

// The host may have allocated memory; and while it may write what the block waits for, no wait is endless.
void let_host(Block& block, const LaunchGate& gate)
{
    block.find_new_buffers();
    if (!gate.host_may_write())
        return;
    if (block.waiting_instructions > 0)
        std::this_thread::yield(); // it may need this processor
    block.note_progress();
}

// Runs each warp in order until it ends, waits, or the slice is over.
template <typename Observation> class LockStep {
public:
    static constexpr bool kTakesTurns = false;

    LockStep(Block& block, Observation observation, const BlockOptions& options, InstructionBudget& budget)
        : m_block(block)
        , m_observation(observation)
        , m_options(options)
        , m_budget(budget)
    {
        m_budget.start_slice(block.warp_instructions, block.waiting_instructions == 0 ? kWarpSlice : kWaitingSlice);
        if constexpr (std::is_same_v<Observation, Observed>)
            m_budget.look_early(block.warp_instructions, kObservedLook);
    }

    void start_round() { }
    [[nodiscard]] std::uint32_t warp_at(std::uint32_t position) const { return position; }
    [[gnu::always_inline]] RunEnd run(std::uint32_t index)
    {
        if (m_options.drifting->has_value() && (*m_options.drifting)->is_apart(index)) [[unlikely]] {
            if (const RunEnd end = run_apart(index); end != RunEnd::goes_on)
                return end;
        }
        if constexpr (std::is_same_v<Observation, Observed>) {
            const RunEnd end = m_observation.ignores(index) ? RunEnd::ignored : run_together(index, m_observation);
            return end == RunEnd::ignored ? run_together(index, Unobserved {}) : end;
        } else {
            return run_together(index, m_observation);
        }
    }
    [[nodiscard]] std::optional<Trap> take_trap() { return std::move(m_trap); }
    std::optional<FaultPlace> stopped_at; // of the warp that a request stopped

private:
    template <typename Watch> [[gnu::always_inline]] RunEnd run_together(std::uint32_t index, Watch watch)
    {
        WarpRun<Watch> warp(m_block, index, watch, m_budget);
        RunEnd end = run_warp(warp);
        while (end == RunEnd::parts)
            [[unlikely]]
            {
                part(index, warp.parting);
                if (const RunEnd apart = run_apart(index); apart != RunEnd::goes_on)
                    return apart;
                warp.resume();
                end = run_warp(warp);
            }
        if (end == RunEnd::trapped)
            m_trap = std::move(warp.trap);
        stopped_at = warp.stopped_at;
        return end;
    }

    [[gnu::noinline]] void part(std::uint32_t index, Parting why)
    {
        std::optional<IndependentRun>& apart = *m_options.drifting;
        if (!apart)
            apart.emplace(m_block, observer_of(m_observation), m_options.checker, m_budget, DriftPolicy::together, 0);
        apart->part(index, why);
    }

    // goes_on: in lock step.
    [[gnu::noinline]] RunEnd run_apart(std::uint32_t index)
    {
        IndependentRun& apart = **m_options.drifting;
        const Warp& warp = m_block.warps()[index];
        const std::uint64_t end_of_slice = m_block.warp_instructions + kWarpSlice;
        while (true) {
            const RunEnd end = apart.run(index);
            if (end == RunEnd::trapped)
                m_trap = apart.take_trap();
            stopped_at = apart.stopped_at;
            if (end != RunEnd::suspended)
                return end;
            const bool joined = warp.status != WarpStatus::finished && apart.rejoin(index);
            if (warp.status != WarpStatus::ready || warp.spin.waits() || m_block.warp_instructions > end_of_slice)
                return end;
            if (joined)
                return RunEnd::goes_on;
        }
    }

    Block& m_block;
    Observation m_observation;
    const BlockOptions& m_options;
    InstructionBudget& m_budget;
    std::optional<Trap> m_trap;
};

template <typename Schedule, typename Observation>
BlockResult run_warps(Block& block, Schedule& schedule, Observation observation, const BlockOptions& options)
{
    const Turns turns = options.turns;
    // Some tenths of a second: a block that runs without waiting rarely yields its worker.
    constexpr std::uint64_t kTurn = 1U << 24U;
    const std::uint64_t turn_end = block.warp_instructions + kTurn;
    // Of one block at a time: a loop that polls a clock as well is not found to wait.
    constexpr std::uint64_t kPolls = 1U << 20U;
    std::uint64_t polls_end = block.warp_instructions + kPolls;
    report_cluster_phase(block, observer_of(observation));
    while (true) {
        schedule.start_round();
        if (options.question != nullptr && options.question->is_asked()) [[unlikely]]
            options.question->offer(block);
        if (options.gate != nullptr) [[unlikely]]
            let_host(block, *options.gate);
        const std::uint64_t round_start = block.warp_instructions;
        const bool had_turns = block.lane_turns != nullptr && block.lane_turns->have_begun();
        bool any_preempted = false;
        bool all_wait = true; // for memory written outside the block
        bool any_anew = false;
        for (std::uint32_t position = 0; position < block.warp_count(); ++position) {
            const std::uint32_t index = schedule.warp_at(position);
            if (block.warps()[index].status != WarpStatus::ready)
                continue;
            switch (schedule.run(index)) {
            case RunEnd::suspended:
                if (block.warps()[index].status == WarpStatus::ready) [[unlikely]] {
                    any_preempted = true;
                    all_wait = all_wait && block.warps()[index].spin.waits();
                    any_anew = any_anew || block.warps()[index].spin.waits_anew();
                } else {
                    all_wait = false;
                }
                break;
            case RunEnd::trapped:
                return { BlockEnd::trapped, schedule.take_trap() };
            case RunEnd::stopped:
                return { BlockEnd::stopped, std::nullopt, schedule.stopped_at };
            case RunEnd::yields:
                return { BlockEnd::yields, std::nullopt };
            case RunEnd::goes_on:
            case RunEnd::parts:
            case RunEnd::ignored:
                VERIFY_NOT_REACHED();
            }
        }
        // Threads that leave the kernel may complete a phase.
        if (block.body().uses.cluster_barrier && block.cluster().complete_phase())
            report_cluster_phase(block, observer_of(observation));
        if (std::exchange(block.warps_released, false))
            continue;
        if (any_preempted || (Schedule::kTakesTurns && any_ready(block))) {
            if (!all_wait || any_anew)
                block.note_progress();
            if (all_wait)
                block.waiting_instructions += block.warp_instructions - round_start;
            // Nobody outside the block completes the phase of its mbarrier objects.
            const bool tests =
                all_wait && block.waiting_instructions > kMaxTests && block.cluster().count() == 1 && all_test(block);
            if (tests || (turns == Turns::whole_block && block.waiting_instructions > block.max_wait())) {
                if (!begin_turns(block, had_turns))
                    return { BlockEnd::trapped, endless_wait_trap(block) };
            }
            const bool is_long = turns == Turns::shared && block.warp_instructions >= turn_end;
            const bool polls = turns == Turns::while_waiting && block.warp_instructions >= polls_end;
            if ((turns != Turns::whole_block && all_wait) || is_long || (polls && any_may_wait(block)))
                return { BlockEnd::suspended, std::nullopt };
            polls_end = polls ? block.warp_instructions + kPolls : polls_end;
            continue;
        }
        switch (gather(block, observer_of(observation))) {
        case Gathering::all_finished:
            return { BlockEnd::finished, std::nullopt };
        case Gathering::deadlock:
            return { BlockEnd::trapped, deadlock_trap(block) };
        case Gathering::at_cluster:
            return { BlockEnd::suspended, std::nullopt };
        case Gathering::released:
            block.note_progress();
            break;
        }
        if constexpr (Observation::kChecked) {
            if (observation.observer->found())
                return { BlockEnd::trapped, observation.observer->take_trap() };
        }
    }
}

template <typename Observation>
BlockResult run_scheduled(Block& block, Observation observation, const BlockOptions& options, InstructionBudget& budget)
{
    switch (options.scheduling.policy) {
    case Scheduling::Policy::lock_step: {
        LockStep<Observation> schedule(block, observation, options, budget);
        return run_warps(block, schedule, observation, options);
    }
    case Scheduling::Policy::independent:
        return run_warps(block, **options.drifting, observation, options);
    }
    VERIFY_NOT_REACHED();
}

} // namespace

BlockResult run_block(Block& block, const BlockOptions& options, InstructionBudget& budget)
{
    const NumberMode mode;
    if (options.checker == nullptr) {
        auto* const sums = options.scheduling.policy == Scheduling::Policy::lock_step
            ? dynamic_cast<SummingObserver*>(options.observer)
            : nullptr;
        if (sums != nullptr) {
            LockStep<Summed> schedule(block, Summed { sums }, options, budget);
            return run_warps(block, schedule, Summed { sums }, options);
        }
        if (options.observer != nullptr)
            return run_scheduled(block, Observed { options.observer }, options, budget);
        return run_scheduled(block, Unobserved {}, options, budget);
    }
    BlockResult result = run_scheduled(block, Checked { options.checker }, options, budget);
    if (result.end == BlockEnd::stopped || result.end == BlockEnd::suspended || result.end == BlockEnd::yields)
        return result;
    options.checker->finish();
    std::optional<Trap> trap = options.checker->take_trap();
    if (trap && !result.trap)
        return { BlockEnd::trapped, std::move(trap) };
    return result;
}

} // namespace warpstage::simt
