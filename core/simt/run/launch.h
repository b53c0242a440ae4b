// One launch: its blocks, the workers that run them, and its outcome.
#pragma once

#include "core/base/concurrency/parallel.h"
#include "core/simt/cluster/cluster_run.h"
#include "core/simt/faults/fault.h"
#include "core/simt/hang/explain.h"
#include "core/simt/machine.h"
#include "core/simt/program_body.h"
#include "core/simt/run/block.h"
#include "core/simt/run/block_run.h"
#include "core/simt/run/endless_wait.h"
#include "core/simt/run/kept_output.h"
#include "core/simt/run/lane_turns.h"
#include "core/simt/run/launch_gate.h"
#include "core/simt/run/resident.h"
#include "core/simt/run/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace warpstage::simt {

// The clock is not read in a run without a limit.
[[nodiscard]] inline bool is_over(LaunchRun::Time until)
{
    return until != LaunchRun::Time::max() && std::chrono::steady_clock::now() >= until;
}

// State shared by the workers of one launch.
class Launch {
public:
    Launch(const Program& program, const DeviceMemory& memory, ModuleMemory* module, const LaunchShape& shape,
        std::span<const std::byte> parameters, std::span<const TextureView> textures, const RunOptions& options)
        : m_program(program)
        , m_memory(memory)
        , m_module(module)
        , m_shape(shape)
        , m_cluster(shape.cluster.value_or(Dim3 {}))
        , m_parameters(parameters)
        , m_textures(textures)
        , m_options(options)
        , m_lane_turns(program)
        , m_workers([this] { return Worker(*this); })
    {
    }

    // Returns whether the launch has ended. Whole, if the first call has no limit of time; then its blocks run on all cores.
    bool advance(LaunchRun::Time until)
    {
        std::optional<GateUse> use(m_options.gate);
        Worker& first = m_workers.local();
        if (!m_slices.begun)
            begin(first, until);
        if (m_cluster.count() > 1)
            return run_clusters(first, until, use);
        if (m_options.blocks == Blocks::only_observed) {
            run_whole(m_options.observed_block, first);
            return true;
        }
        if (m_slices.in_sequence)
            return run_one_by_one(first, until);
        // A second worker for a small grid would only cost its start.
        const auto workers = static_cast<unsigned>(std::clamp<std::uint64_t>(block_count(), 1, parallel_width()));
        m_waiting.enter(static_cast<int>(workers));
        m_claim = std::clamp<std::uint64_t>(block_count() / (std::uint64_t { workers } * 64), 1, 64);
        // Blocks start in index order, as on a GPU: kernels that wait for earlier blocks rely on it.
        use.reset(); // this thread is one of the workers or waits for them
        for_each_parallel(workers, [this](std::uint64_t) {
            const GateUse inside(m_options.gate);
            run_all(m_workers.local());
        });
        return true;
    }

    // Only after the launch has ended.
    [[nodiscard]] LaunchOutcome outcome()
    {
        LaunchOutcome outcome;
        m_workers.for_each([&](const Worker& worker) {
            outcome.warp_instructions += worker.warp_instructions;
            outcome.lane_instructions += worker.lane_instructions;
        });
        outcome.output = joined_output();
        outcome.ended = !m_trap && !m_stopped;
        outcome.trap = std::move(m_trap);
        if (m_checks)
            add_findings(outcome);
        outcome.stopped = m_stopped;
        outcome.stopped_at = std::move(m_stopped_at);
        return outcome;
    }

private:
    struct Worker {
        explicit Worker(Launch& its_launch)
            : launch(its_launch)
            , observer(its_launch.m_options.of_threads != nullptr ? &its_launch.m_options.of_threads->for_this_thread() : nullptr)
            , output(its_launch.m_options.limits.print_bytes)
            , watch(its_launch.m_waiting)
        {
            free.push_back(make_resident());
        }

        [[nodiscard]] std::unique_ptr<Resident> make_resident() const
        {
            auto block = std::make_unique<Block>(
                launch.m_program, launch.m_memory, launch.m_module, launch.m_shape, launch.m_parameters, launch.m_options.limits);
            block->lane_turns = &launch.m_lane_turns;
            block->state().textures = { launch.m_textures.data(), launch.m_textures.size() };
            return std::make_unique<Resident>(std::move(block));
        }

        [[nodiscard]] std::unique_ptr<Resident> take_resident()
        {
            if (free.empty())
                return make_resident();
            auto resident = std::move(free.back());
            free.pop_back();
            return resident;
        }

        // The block has ended or must not continue.
        void give_back(std::unique_ptr<Resident> resident)
        {
            warp_instructions += resident->block->warp_instructions;
            lane_instructions += resident->block->lane_instructions;
            if (!launch.m_options.block_instructions.empty())
                launch.m_options.block_instructions[resident->block->linear()] = resident->block->warp_instructions;
            resident->budget->report(resident->block->warp_instructions);
            output.add(resident->block->linear(), std::exchange(resident->block->output, {}));
            free.push_back(std::move(resident));
        }

        Launch& launch;
        Observer* observer; // of blocks without another one; may be null
        std::vector<std::unique_ptr<Resident>> free;
        std::deque<std::unique_ptr<Resident>> suspended; // in the order of their turns
        std::uint64_t next_block = 0; // of those claimed
        std::uint64_t last_block = 0;
        std::uint64_t warp_instructions = 0;
        std::uint64_t lane_instructions = 0;
        KeptOutput output;
        WaitWatch watch;
    };

    // An error that the checks have found may be the cause of a fault, so it comes first.
    void add_findings(LaunchOutcome& outcome)
    {
        outcome.findings = m_checks->findings.take();
        const bool has_error = !outcome.findings.empty() && outcome.findings.front().severity == Severity::error;
        if (outcome.trap && !outcome.trap->message.empty())
            outcome.findings.insert(
                outcome.findings.begin() + (has_error ? 1 : 0), Finding { *outcome.trap, Severity::error, {}, {}, 1 });
        if (has_error)
            outcome.trap = outcome.findings.front().trap;
        for (std::size_t i = 1; i < outcome.findings.size() && has_error; ++i) {
            const Finding& other = outcome.findings[i];
            constexpr std::size_t kMax = 4; // in one sentence
            if (other.severity == Severity::error && i < kMax)
                outcome.trap->message += fmt::format("; also: {}", brief(other));
        }
        outcome.checks_are_incomplete = m_checks->global_races.is_incomplete();
    }

    [[nodiscard]] std::string joined_output()
    {
        KeptOutput all(m_options.limits.print_bytes);
        m_workers.for_each([&](const Worker& worker) { all.add(worker.output); });
        return all.joined();
    }

    void begin(Worker& first, LaunchRun::Time until)
    {
        m_slices.begun = true;
        m_slices.in_sequence = one_after_the_other() || until != LaunchRun::Time::max();
        if (m_options.checks.any())
            m_checks.emplace(m_program, m_memory, m_program.body().uses.heap ? &m_module->heap() : nullptr, m_shape.warp_width,
                m_options.checks);
        if (!m_slices.in_sequence)
            return;
        m_waiting.enter(1);
        m_claim = block_count();
        if (m_cluster.count() == 1)
            claim_blocks(first);
    }

    [[nodiscard]] bool one_after_the_other() const
    {
        return m_options.checks.any() || m_options.blocks == Blocks::all_observed
            || (m_options.blocks == Blocks::chosen && m_options.observer != nullptr)
            || m_options.scheduling.policy == Scheduling::Policy::independent;
    }

    [[nodiscard]] std::uint64_t block_count() const
    {
        return m_options.blocks == Blocks::chosen ? m_options.chosen.size() : m_shape.grid.count();
    }
    // The linear index of the i-th block to run.
    [[nodiscard]] std::uint64_t block(std::uint64_t i) const
    {
        if (m_options.blocks == Blocks::chosen)
            return m_options.chosen[i];
        return m_options.scheduling.policy == Scheduling::Policy::independent ? rotated(i) : i;
    }
    // Another order of blocks that a GPU would hold at the same time, by the seed: kernels that wait for earlier blocks rely on
    // the order of others.
    [[nodiscard]] std::uint64_t rotated(std::uint64_t i) const
    {
        constexpr std::uint64_t kTogether = 32;
        const std::uint64_t first = i / kTogether * kTogether;
        const std::uint64_t shift = (m_options.scheduling.seed * 0x9e3779b97f4a7c15U >> 40U) + first / kTogether;
        return first + (i - first + shift) % std::min(kTogether, block_count() - first);
    }

    // No other worker runs blocks.
    void run_whole(std::uint64_t linear, Worker& worker)
    {
        if (wanted(linear))
            run_turn(start(linear, worker), worker, Turns::whole_block);
    }

    // Alternates between new blocks and blocks that yielded.
    void run_all(Worker& worker)
    {
        while (true) {
            const bool full = m_suspended_blocks.load(std::memory_order_relaxed) >= m_options.resident_blocks;
            if (worker.next_block == worker.last_block && (!full || worker.suspended.empty()))
                claim_blocks(worker);
            const bool begins = worker.next_block < worker.last_block && (!full || worker.suspended.empty());
            if (begins) {
                const std::uint64_t i = worker.next_block++;
                if (const std::uint64_t linear = block(i); wanted(linear))
                    run_turn(start(linear, worker), worker, block_count() == 1 ? Turns::whole_block : Turns::shared);
                if (worker.suspended.size() < 2)
                    continue;
            }
            if (worker.suspended.empty())
                return worker.watch.leave();
            continue_first(worker, Turns::shared);
        }
    }

    // The suspended block whose turn it is.
    void continue_first(Worker& worker, Turns turns)
    {
        std::unique_ptr<Resident> resident = std::move(worker.suspended.front());
        worker.suspended.pop_front();
        --m_suspended_blocks;
        if (wanted(resident->block->linear()))
            run_turn(std::move(resident), worker, turns);
        else
            worker.give_back(std::move(resident));
    }

    // On one worker, each block as far as possible: only blocks that wait for others let those run.
    bool run_one_by_one(Worker& worker, LaunchRun::Time until)
    {
        const auto remain = [&] {
            return !m_stopped && !m_trap && (worker.next_block < worker.last_block || !worker.suspended.empty());
        };
        while (remain()) {
            if (is_over(until))
                return false;
            const bool full = worker.suspended.size() >= m_options.resident_blocks;
            if (worker.next_block < worker.last_block && !full) {
                const std::uint64_t linear = block(worker.next_block++);
                if (wanted(linear))
                    run_turn(start(linear, worker), worker, block_count() == 1 ? Turns::whole_block : Turns::while_waiting);
            }
            const bool last = worker.next_block == worker.last_block && worker.suspended.size() == 1;
            if (!worker.suspended.empty())
                continue_first(worker, last ? Turns::whole_block : Turns::while_waiting);
        }
        return true;
    }

    // Each cluster runs to its end on one worker.
    bool run_clusters(Worker& worker, LaunchRun::Time until, std::optional<GateUse>& use)
    {
        const Dim3 clusters { m_shape.grid.x / m_cluster.x, m_shape.grid.y / m_cluster.y, m_shape.grid.z / m_cluster.z };
        if (!m_slices.in_sequence && m_options.blocks != Blocks::only_observed) {
            use.reset();
            for_each_parallel(clusters.count(), [&](std::uint64_t i) {
                const GateUse inside(m_options.gate);
                run_cluster_at(clusters.index_of(i), m_workers.local());
            });
            return true;
        }
        for (; m_slices.next_cluster < clusters.count(); ++m_slices.next_cluster) {
            if (is_over(until))
                return false;
            run_cluster_at(clusters.index_of(m_slices.next_cluster), worker);
        }
        return true;
    }

    [[nodiscard]] bool is_chosen(std::uint64_t linear) const
    {
        if (m_options.blocks == Blocks::only_observed)
            return linear == m_options.observed_block;
        return m_options.blocks != Blocks::chosen || std::ranges::find(m_options.chosen, linear) != m_options.chosen.end();
    }

    // All blocks of a cluster run where one of them is to run.
    void run_cluster_at(const Dim3& index, Worker& worker)
    {
        std::vector<std::uint64_t> linear; // by rank
        for (std::uint64_t rank = 0; rank < m_cluster.count(); ++rank) {
            const Dim3 in_cluster = m_cluster.index_of(rank);
            const std::uint64_t x = std::uint64_t { index.x } * m_cluster.x + in_cluster.x;
            const std::uint64_t y = std::uint64_t { index.y } * m_cluster.y + in_cluster.y;
            const std::uint64_t z = std::uint64_t { index.z } * m_cluster.z + in_cluster.z;
            linear.push_back(x + m_shape.grid.x * (y + m_shape.grid.y * z));
        }
        if (std::ranges::none_of(linear, [&](std::uint64_t block) { return is_chosen(block); }) || !wanted(linear.front()))
            return;
        std::vector<std::unique_ptr<Resident>> residents;
        for (const std::uint64_t block : linear)
            residents.push_back(start(block, worker));
        const auto cluster = std::make_shared<Cluster>();
        std::vector<ClusterMember> members;
        std::vector<Checker*> checkers;
        for (const std::unique_ptr<Resident>& resident : residents) {
            resident->block->join(cluster);
            resident->options.turns = Turns::shared;
            members.push_back({ resident->block.get(), &*resident->budget, resident->options, false });
            if (resident->checker)
                checkers.push_back(&*resident->checker);
        }
        for (Checker* checker : checkers)
            checker->join(checkers);
        ClusterResult outcome = run_cluster(members);
        const Block& last = *residents[outcome.member]->block;
        if (outcome.result.end == BlockEnd::stopped)
            keep_stop(last, outcome.result.stopped_at);
        else if (outcome.result.end == BlockEnd::finished)
            count_ended(residents.size());
        for (std::unique_ptr<Resident>& resident : residents) {
            if (m_checks)
                m_checks->global_races.forget_shared(resident->block->linear());
            worker.give_back(std::move(resident));
        }
        if (outcome.result.end == BlockEnd::trapped)
            keep(linear[outcome.member], std::move(*outcome.result.trap));
    }

    // A small block costs little more than claiming it, so several are claimed at once if there are many.
    void claim_blocks(Worker& worker)
    {
        worker.next_block = std::min(m_next_block.fetch_add(m_claim, std::memory_order_relaxed), block_count());
        worker.last_block = std::min(worker.next_block + m_claim, block_count());
    }

    // All blocks before the first trap are run in any case, so the reported trap does not depend on timing.
    [[nodiscard]] bool wanted(std::uint64_t linear)
    {
        if (m_options.gate != nullptr)
            m_options.gate->pass();
        if (m_options.stop.stop_requested())
            m_stopped = true;
        return linear < m_shape.grid.count() && !m_stopped && linear <= m_first_trap;
    }

    [[nodiscard]] std::unique_ptr<Resident> start(std::uint64_t linear, Worker& worker)
    {
        m_begun.fetch_add(1, std::memory_order_relaxed);
        std::unique_ptr<Resident> resident = worker.take_resident();
        if (m_checks && !resident->checker)
            resident->checker.emplace(*resident->block, *m_checks);
        resident->start(linear, observer_of(linear, worker), m_options.scheduling,
            InstructionBudget(m_options.instruction_budget, m_options.stop, m_options.progress, m_options.gate),
            m_options.question, m_options.gate);
        return resident;
    }

    [[nodiscard]] Observer* observer_of(std::uint64_t linear, const Worker& worker) const
    {
        const bool observed = linear == m_options.observed_block || m_options.blocks == Blocks::all_observed
            || (m_options.blocks == Blocks::chosen && (m_cluster.count() == 1 || is_chosen(linear)));
        if (observed && m_options.observer != nullptr)
            return m_options.observer;
        const auto found = std::ranges::lower_bound(m_options.observers, linear, {}, &BlockObserver::block);
        return found != m_options.observers.end() && found->block == linear ? found->observer : worker.observer;
    }

    void run_turn(std::unique_ptr<Resident> resident, Worker& worker, Turns turns)
    {
        const std::uint64_t linear = resident->block->linear();
        const bool had_turns = m_lane_turns.have_begun();
        worker.watch.begin_turn(*resident->block);
        BlockResult result = resident->run(turns);
        const std::uint64_t others = m_suspended_blocks.load(std::memory_order_relaxed);
        const bool some_wait = result.end == BlockEnd::suspended || (others != 0 && result.end != BlockEnd::yields);
        if (some_wait && waits_for_ever(*resident->block, result.end, worker)) [[unlikely]] {
            if (had_turns || !m_lane_turns.are_possible())
                return end_first(std::move(resident), worker);
            m_waiting.change(); // before: a worker that sees the turns sees the change
            m_lane_turns.begin();
        }
        if (result.end == BlockEnd::suspended || result.end == BlockEnd::yields) {
            worker.suspended.push_back(std::move(resident));
            ++m_suspended_blocks;
            return;
        }
        if (result.end == BlockEnd::stopped)
            keep_stop(*resident->block, result.stopped_at);
        else
            count_ended(1);
        worker.give_back(std::move(resident));
        if (result.end == BlockEnd::trapped)
            keep(linear, std::move(*result.trap));
    }

    [[nodiscard]] bool waits_for_ever(const Block& block, BlockEnd end, Worker& worker)
    {
        const std::size_t suspended = worker.suspended.size() + (end == BlockEnd::suspended ? 1 : 0);
        const bool can_begin = m_suspended_blocks.load(std::memory_order_relaxed) < m_options.resident_blocks
            && (worker.next_block < worker.last_block || m_next_block.load(std::memory_order_relaxed) < block_count());
        return worker.watch.end_turn(block, end, suspended, can_begin, m_lane_turns.max_wait());
    }

    // None of the worker's blocks can ever continue.
    void end_first(std::unique_ptr<Resident> resident, Worker& worker)
    {
        for (std::unique_ptr<Resident>& other : worker.suspended) {
            if (other->block->linear() < resident->block->linear())
                std::swap(other, resident);
        }
        const std::uint64_t begun = m_begun.load(std::memory_order_relaxed);
        Trap trap = endless_wait_trap(*resident->block, { begun, block_count() - std::min(begun, block_count()) });
        keep(resident->block->linear(), std::move(trap));
        worker.give_back(std::move(resident));
    }

    void keep(std::uint64_t linear, Trap trap)
    {
        const std::scoped_lock lock(m_trap_mutex);
        if (linear > m_first_trap)
            return;
        m_first_trap = linear;
        m_trap = std::move(trap);
    }

    void count_ended(std::uint64_t blocks) const
    {
        if (m_options.progress != nullptr)
            m_options.progress->ended_blocks.fetch_add(blocks, std::memory_order_relaxed);
    }

    void keep_stop(const Block& block, const std::optional<FaultPlace>& place)
    {
        m_stopped = true;
        const std::scoped_lock lock(m_trap_mutex);
        if (!place || block.linear() > m_stopped_block)
            return;
        m_stopped_block = block.linear();
        m_stopped_at = { block.index(), place->warp, line_text(block, place->pc) };
    }

    const Program& m_program;
    const DeviceMemory& m_memory;
    ModuleMemory* m_module;
    const LaunchShape& m_shape;
    Dim3 m_cluster;
    std::span<const std::byte> m_parameters;
    std::span<const TextureView> m_textures;
    const RunOptions& m_options;
    std::uint64_t m_claim = 1; // blocks
    alignas(64) std::atomic<std::uint64_t> m_next_block = 0; // that no worker has claimed; changes with each claim
    alignas(64) std::atomic<std::uint64_t> m_suspended_blocks = 0;
    std::atomic<std::uint64_t> m_begun = 0; // blocks
    std::optional<CheckedLaunch> m_checks;
    LaneTurns m_lane_turns;
    WaitingWorkers m_waiting;
    PerThread<Worker> m_workers;
    struct Slices {
        bool begun = false;
        bool in_sequence = false; // one block at a time
        std::uint64_t next_cluster = 0; // in sequence
    };
    Slices m_slices;
    std::atomic<bool> m_stopped = false;
    std::atomic<std::uint64_t> m_first_trap = std::numeric_limits<std::uint64_t>::max(); // linear index of its block
    std::mutex m_trap_mutex;
    std::optional<Trap> m_trap;
    std::uint64_t m_stopped_block = std::numeric_limits<std::uint64_t>::max(); // that of m_stopped_at
    std::optional<RunPlace> m_stopped_at;
};

} // namespace warpstage::simt
