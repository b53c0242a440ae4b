#include "core/timing/launch_sample.h"

#include "core/analysis/recording/partition_survey.h"
#include "core/arch/timing/timing.h"
#include "core/engine/variant_run.h"
#include "core/simt/partial_observer.h"
#include "core/timing/machine_code/required_capability.h"
#include "core/timing/partition_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace warpstage::timing {

namespace {

constexpr std::uint64_t kStepsOfBlock = 60'000; // recorded instructions, shared by its warps
constexpr std::uint64_t kInstructionBudget = 400'000'000; // warp instructions per block on the virtual machine

// A block that waits for other blocks, or a lane that waits for others of its warp, waits forever there.
Error no_estimate(const simt::Trap& trap, std::uint64_t budget)
{
    if (trap.kind == simt::TrapKind::budget_exhausted)
        return Error { fmt::format(
            "A block executes more than {} million warp instructions, too many for the SM model. Estimate a "
            "smaller problem.",
            budget / 1'000'000) };
    if (trap.kind == simt::TrapKind::deadlock)
        return Error { fmt::format(
            "The SM model runs single blocks in lock step, and {} waits there forever for another block or "
            "for other lanes of its warp. Measure its time on a GPU.",
            trap.location.line == 0 ? "the kernel" : fmt::format("line {} of the kernel", trap.location.line)) };
    return Error { fmt::format("The kernel ends with a fault, so its time cannot be estimated: {}", trap.message) };
}

// The first steps of each warp of a block. Its warps may execute many more, which are only counted.
class FirstSteps final : public simt::PartialObserver {
public:
    FirstSteps(const MachineCode& code, const arch::Traits& traits, std::size_t steps_per_warp)
        : m_stream(code, traits, steps_per_warp)
        , m_steps_per_warp(steps_per_warp)
    {
    }

    void on_step(const simt::Step& step) override
    {
        m_stream.on_step(step);
        if (m_steps.size() <= step.warp)
            m_steps.resize(step.warp + 1);
        m_steps[step.warp] = m_stream.steps_of(step.warp);
    }
    void on_phase(const simt::Step& step, const simt::PhaseStep& phase) override { m_stream.on_phase(step, phase); }
    void on_access(const simt::Step& step, const simt::Access& access) override { m_stream.on_access(step, access); }
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override
    {
        m_stream.on_branch(step, taken, not_taken);
    }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_partial_barrier(
        std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) override
    {
        m_stream.on_partial_barrier(block, waited, arrived);
    }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }
    [[nodiscard]] bool ignores(std::uint32_t warp) const override
    {
        return warp < m_steps.size() && m_steps[warp] >= m_steps_per_warp;
    }

    // `all_steps`: of the block.
    [[nodiscard]] BlockStream take(std::uint64_t all_steps)
    {
        BlockStream stream = m_stream.take();
        stream.all_steps = all_steps - std::min(all_steps, stream.polls);
        return stream;
    }

private:
    StreamObserver m_stream;
    std::size_t m_steps_per_warp;
    std::vector<std::size_t> m_steps; // by warp
};

struct Sample {
    std::vector<std::uint64_t> blocks; // linear indices
    std::vector<BlockStream> streams; // with the same index
};

Result<Sample> sample_blocks(engine::VmPlan& vm, std::size_t work, const problem::KernelLaunch& launch, const MachineCode& code,
    const arch::Traits& traits, std::uint64_t resident, std::uint64_t budget, const std::stop_token& stop)
{
    constexpr std::uint64_t kEnough = 500'000; // steps of all blocks
    std::uint64_t steps = 0;
    Sample sample;
    for (const std::uint64_t block : sampled_blocks(launch.grid, resident)) {
        FirstSteps observer(code, traits, recorded_steps(launch.block));
        const auto outcome =
            vm.run_blocks(work, std::array { block }, { .observer = &observer, .instruction_budget = budget, .stop = stop });
        if (!outcome)
            return outcome.error();
        if (outcome->stopped)
            return Error { "The estimate was stopped." };
        if (outcome->trap)
            return no_estimate(*outcome->trap, budget);
        sample.blocks.push_back(block);
        sample.streams.push_back(observer.take(outcome->warp_instructions));
        steps += outcome->warp_instructions;
        if (steps > kEnough)
            break;
    }
    return sample;
}

} // namespace

// Block 0, blocks from the middle and the end of the grid, which are modeled, and the blocks that show how much data blocks
// share.
std::vector<std::uint64_t> sampled_blocks(const Dim3& grid, std::uint64_t resident)
{
    const std::uint64_t count = grid.count();
    std::vector<std::uint64_t> blocks { 0, count / 2, count - 1, count / 3 };
    for (const std::uint64_t distance : sharing_distances(grid, resident))
        blocks.push_back(distance);
    std::vector<std::uint64_t> distinct;
    for (const std::uint64_t block : blocks)
        if (std::ranges::find(distinct, block) == distinct.end())
            distinct.push_back(block);
    return distinct;
}

std::size_t recorded_steps(const Dim3& block)
{
    const std::uint64_t warps = (block.count() + 31) / 32;
    return std::max<std::uint64_t>(256, kStepsOfBlock / warps);
}

LaunchSource::LaunchSource(const EstimateRequest& request, engine::VmPlan vm, std::stop_token stop)
    : m_request(request)
    , m_vm(std::move(vm))
    , m_stop(std::move(stop))
{
}

Result<SampledLaunch> LaunchSource::sample(std::size_t work)
{
    const auto& launch = std::get<problem::KernelLaunch>(m_request.plan->step[work]);
    const auto program = m_request.programs->find(launch.kernel);
    if (!program)
        return program.error();
    if (const auto missing = missing_capability((*program)->listing(), m_request.traits->capability))
        return Error { fmt::format("{} CC {}.{} or later; {} has CC {}.{}.", missing->words, missing->capability.major,
            missing->capability.minor, m_request.gpu->name, m_request.traits->capability.major,
            m_request.traits->capability.minor) };
    auto code = std::make_unique<const MachineCode>(machine_code((*program)->listing(), *m_request.traits));
    const LaunchShape shape { .blocks = launch.grid.count(),
        .threads = static_cast<std::uint32_t>(launch.block.count()),
        .shared_bytes = (*program)->static_shared_bytes() + launch.shared_bytes };
    const auto placement = place(shape, *code, *m_request.traits, *m_request.gpu);
    if (!placement)
        return placement.error();
    const std::uint64_t resident = std::uint64_t { placement->resident } * placement->active;
    auto sample = sample_blocks(m_vm, work, launch, *code, *m_request.traits, resident,
        std::min(kInstructionBudget, engine::instruction_budget_of(m_request.programs->lesson())), m_stop);
    if (!sample)
        return sample.error();

    SampledLaunch sampled;
    sampled.sample = { .grid = launch.grid,
        .block = launch.block,
        .shape = shape,
        .listing = &(*program)->listing(),
        .code = code.get(),
        .blocks = std::move(sample->blocks),
        .streams = std::move(sample->streams),
        .buffers = buffers() };
    sampled.code = std::move(code);
    if (m_request.traits->memory_partitions != 0) {
        const auto queue = partition_queue(work);
        if (!queue)
            return queue.error();
        sampled.sample.partition_queue = *queue;
    }
    return sampled;
}

std::vector<BufferRange> LaunchSource::buffers()
{
    std::vector<BufferRange> ranges;
    for (problem::BufferIndex i = 0; i < m_request.plan->buffers.size(); ++i)
        if (m_request.plan->buffers[i].place == problem::Place::device)
            ranges.push_back({ m_vm.address(i), m_request.plan->buffers[i].bytes });
    return ranges;
}

Result<double> LaunchSource::partition_queue(std::size_t work)
{
    PartitionReplay replay(
        *m_request.traits, arch::timing_of(m_request.traits->capability).device, m_request.gpu->memory_gigabytes_per_second);
    const auto resident = analysis::run_resident_blocks({ .programs = m_request.programs,
                                                            .plan = m_request.plan,
                                                            .work = work,
                                                            .traits = m_request.traits,
                                                            .gpu = m_request.gpu,
                                                            .instruction_budget = 4'000'000 },
        replay, m_stop);
    if (!resident)
        return resident.error();
    return replay.slowdown();
}

} // namespace warpstage::timing
