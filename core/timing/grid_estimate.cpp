#include "core/timing/grid_estimate.h"

#include "core/base/verify.h"
#include "core/engine/block_order.h"
#include "core/timing/footprint.h"
#include "core/timing/machine_code/required_capability.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <random>
#include <utility>
#include <variant>

namespace warpstage::timing {

namespace {

constexpr std::uint64_t kStepsOfSample = 500'000; // recorded instructions of all sampled blocks

// Counts the instructions of each block, and records the first ones of the sampled blocks.
class GridObserver final : public simt::Observer {
public:
    GridObserver(std::vector<std::uint64_t> sampled, std::uint64_t blocks, const MachineCode& code, const arch::Traits& traits,
        std::size_t steps_per_warp)
        : m_sampled(std::move(sampled))
        , m_instructions(blocks)
    {
        for (std::size_t i = 0; i < m_sampled.size(); ++i)
            m_streams.emplace_back(code, traits, steps_per_warp);
    }

    void on_step(const simt::Step& step) override
    {
        ++m_instructions[step.block];
        if (auto* const stream = stream_of(step.block))
            stream->on_step(step);
    }
    void on_access(const simt::Step& step, const simt::Access& access) override
    {
        if (auto* const stream = stream_of(step.block))
            stream->on_access(step, access);
    }
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override
    {
        if (auto* const stream = stream_of(step.block))
            stream->on_branch(step, taken, not_taken);
    }
    void on_phase(const simt::Step& step, const simt::PhaseStep& phase) override
    {
        if (auto* const stream = stream_of(step.block))
            stream->on_phase(step, phase);
    }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_partial_barrier(
        std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) override
    {
        if (auto* const stream = stream_of(block))
            stream->on_partial_barrier(block, waited, arrived);
    }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

    // Once.
    void take_into(LaunchSample& sample)
    {
        std::uint64_t steps = 0;
        for (std::size_t i = 0; i < m_sampled.size() && steps <= kStepsOfSample; ++i) {
            auto stream = m_streams[i].take();
            stream.all_steps = m_instructions[m_sampled[i]] - std::min(m_instructions[m_sampled[i]], stream.polls);
            steps += stream.all_steps;
            sample.blocks.push_back(m_sampled[i]);
            sample.streams.push_back(std::move(stream));
        }
        sample.work = std::move(m_instructions);
    }

private:
    StreamObserver* stream_of(std::uint64_t block)
    {
        const auto found = std::ranges::find(m_sampled, block);
        return found == m_sampled.end() ? nullptr : &m_streams[static_cast<std::size_t>(found - m_sampled.begin())];
    }

    std::vector<std::uint64_t> m_sampled;
    std::deque<StreamObserver> m_streams; // with the same index
    std::vector<std::uint64_t> m_instructions; // by block
};

// sampled_blocks() with others in the places of the modeled ones behind block 0.
std::vector<std::uint64_t> drawn_blocks(const Dim3& grid, std::uint64_t resident, std::uint64_t seed)
{
    constexpr std::size_t kDrawn = 3;
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> blocks { 0 };
    const auto add = [&](std::uint64_t block) {
        if (std::ranges::find(blocks, block) == blocks.end())
            blocks.push_back(block);
    };
    for (std::size_t i = 0; i < kDrawn; ++i)
        add(random() % grid.count());
    for (const auto distance : sharing_distances(grid, resident))
        add(distance);
    return blocks;
}

class GridEstimator {
public:
    GridEstimator(
        const EstimateRequest& request, const GridEstimateOptions& options, engine::VmPlan vm, const std::stop_token& stop)
        : m_request(request)
        , m_options(options)
        , m_vm(std::move(vm))
        , m_stop(stop)
    {
    }

    [[nodiscard]] Result<WorkEstimate> estimate(std::size_t work)
    {
        const auto& launch = std::get<problem::KernelLaunch>(m_request.plan->step[work]);
        const auto found = m_request.programs->find(launch.kernel);
        if (!found)
            return found.error();
        const simt::Program& program = **found;
        const auto& traits = *m_request.traits;
        if (const auto missing = missing_capability(program.listing(), traits.capability))
            return Error { fmt::format("{} CC {}.{} or later; {} has CC {}.{}.", missing->words, missing->capability.major,
                missing->capability.minor, m_request.gpu->name, traits.capability.major, traits.capability.minor) };
        const auto code = machine_code(program.listing(), traits);
        LaunchSample sample;
        sample.grid = launch.grid;
        sample.block = launch.block;
        sample.listing = &program.listing();
        sample.code = &code;
        sample.shape = { .blocks = launch.grid.count(),
            .threads = static_cast<std::uint32_t>(launch.block.count()),
            .shared_bytes = program.static_shared_bytes() + launch.shared_bytes };
        const auto placement = place(sample.shape, code, traits, *m_request.gpu);
        if (!placement)
            return placement.error();
        const std::uint64_t resident = std::uint64_t { placement->resident } * placement->active;
        GridObserver observer(drawn_blocks(launch.grid, resident, m_options.seed + work), launch.grid.count(), code, traits,
            recorded_steps(launch.block));
        if (auto run = run_grid(work, launch.grid.count(), observer); !run)
            return run.error();
        observer.take_into(sample);
        for (problem::BufferIndex i = 0; i < m_request.plan->buffers.size(); ++i)
            sample.buffers.push_back({ m_vm.address(i), m_request.plan->buffers[i].bytes });
        return estimate_launch(sample, traits, *m_request.gpu, m_stop);
    }

    [[nodiscard]] std::vector<std::vector<std::byte>> contents()
    {
        std::vector<std::vector<std::byte>> all;
        for (problem::BufferIndex i = 0; i < m_request.plan->buffers.size(); ++i) {
            const auto content = m_vm.contents(i);
            all.emplace_back(content.begin(), content.end());
        }
        return all;
    }

private:
    [[nodiscard]] Result<void> run_grid(std::size_t work, std::uint64_t count, simt::Observer& observer)
    {
        const auto order = engine::shuffled_blocks(count, m_options.seed ^ work);
        const auto outcome = m_vm.run_blocks(
            work, order, { .observer = &observer, .instruction_budget = m_options.instruction_budget, .stop = m_stop });
        if (!outcome)
            return outcome.error();
        if (outcome->stopped)
            return Error { "The estimate was stopped." };
        if (outcome->trap)
            return Error { fmt::format(
                "The kernel ends with a fault, so its time cannot be estimated: {}", outcome->trap->message) };
        return {};
    }

    const EstimateRequest& m_request;
    const GridEstimateOptions& m_options;
    engine::VmPlan m_vm;
    const std::stop_token& m_stop;
};

} // namespace

Result<GridEstimate> estimate_grid(
    const EstimateRequest& request, const GridEstimateOptions& options, const std::stop_token& stop)
{
    auto vm = engine::VmPlan::make(request.programs, request.plan);
    if (!vm)
        return vm.error();
    GridEstimator estimator(request, options, *std::move(vm), stop);
    GridEstimate grid;
    std::chrono::nanoseconds longest { -1 };
    for (std::size_t work = 0; work < request.plan->step.size(); ++work) {
        VERIFY(std::holds_alternative<problem::KernelLaunch>(request.plan->step[work]));
        auto launch = estimator.estimate(work);
        if (!launch)
            return launch.error();
        grid.time += launch->time;
        if (launch->time > longest) {
            longest = launch->time;
            grid.limiter = launch->limiter;
            grid.pipe = launch->pipe;
        }
    }
    grid.contents = estimator.contents();
    return grid;
}

} // namespace warpstage::timing
