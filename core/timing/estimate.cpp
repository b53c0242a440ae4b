#include "core/timing/estimate.h"

#include "core/analysis/recording/partition_survey.h"
#include "core/arch/timing/timing.h"
#include "core/arch/transfer_estimate.h"
#include "core/base/words.h"
#include "core/engine/variant_run.h"
#include "core/timing/block_stream.h"
#include "core/timing/footprint.h"
#include "core/timing/launch_shape.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/machine_code/required_capability.h"
#include "core/timing/partition_replay.h"
#include "core/timing/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <variant>

namespace warpstage::timing {

namespace {

using std::chrono::nanoseconds;

constexpr std::uint64_t kMachineInstructions = 300'000; // number of modeled blocks of a launch
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
        StreamObserver observer(code, traits, recorded_steps(launch.block));
        const auto outcome =
            vm.run_blocks(work, std::array { block }, { .observer = &observer, .instruction_budget = budget, .stop = stop });
        if (!outcome)
            return outcome.error();
        if (outcome->stopped)
            return Error { "The estimate was stopped." };
        if (outcome->trap)
            return no_estimate(*outcome->trap, budget);
        sample.blocks.push_back(block);
        sample.streams.push_back(observer.take());
        steps += sample.streams.back().all_steps;
        if (steps > kEnough)
            break;
    }
    return sample;
}

// Cycles per machine instruction when the multiprocessor is full.
double steady_rate(const Simulation& simulation)
{
    std::uint64_t total = 0;
    for (const std::uint32_t issued : simulation.issued)
        total += issued;
    std::uint64_t sum = 0;
    std::size_t first = 0;
    std::uint64_t first_sum = 0;
    std::size_t last = simulation.issued.size();
    std::uint64_t last_sum = total;
    bool started = false;
    for (std::size_t i = 0; i < simulation.issued.size(); ++i) {
        if (!started && sum >= total / 4) {
            started = true;
            first = i;
            first_sum = sum;
        }
        sum += simulation.issued[i];
        if (sum >= total - total / 5) {
            last = i + 1;
            last_sum = sum;
            break;
        }
    }
    if (last_sum <= first_sum || last <= first + 4)
        return total == 0 ? 0.0 : simulation.end / static_cast<double>(total);
    return static_cast<double>((last - first) * Simulation::kCycles) / static_cast<double>(last_sum - first_sum);
}

// `all`: machine instructions on this multiprocessor; the simulation has run the first of them.
double extrapolate(const Simulation& simulation, double all)
{
    const auto seen = static_cast<double>(simulation.run.instructions);
    return simulation.run.complete && all <= seen * 1.01 ? simulation.end
                                                         : simulation.end + std::max(0.0, all - seen) * steady_rate(simulation);
}

struct Busy {
    Limiter limiter = Limiter::latency;
    arch::Pipe pipe = arch::Pipe::integer;
    double share = 0.0; // fraction of the cycles
};

Busy busiest(const Simulation& simulation, const arch::Timing& timing)
{
    const double cycles = std::max(1.0, simulation.end);
    Busy best;
    const auto offer = [&](Limiter limiter, double busy, arch::Pipe pipe = arch::Pipe::integer) {
        if (busy / cycles > best.share)
            best = { limiter, pipe, busy / cycles };
    };
    offer(Limiter::issue, static_cast<double>(simulation.run.instructions) / timing.schedulers.value / timing.issues.value);
    for (std::size_t p = 0; p < arch::kPipes; ++p)
        offer(Limiter::pipe, simulation.pipe_busy[p], static_cast<arch::Pipe>(p));
    const auto queue = [&](Queue q) {
        return simulation.queue_busy[static_cast<std::size_t>(q)];
    };
    offer(Limiter::shared_memory, queue(Queue::load_store));
    offer(Limiter::l1, queue(Queue::l1));
    offer(Limiter::l2, queue(Queue::l2));
    offer(Limiter::dram, queue(Queue::dram));
    offer(Limiter::atomics, queue(Queue::atomics));
    return best;
}

// Machine instructions that the busiest multiprocessor issues, including those that recordings have left out.
double instructions_of(const LaunchSample& sample, const Placement& placement)
{
    double of_blocks = 0.0;
    for (const BlockStream& stream : sample.streams) {
        double recorded = 0.0;
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp)
                recorded += step.vanishes ? 0.0 : static_cast<double>(sample.code->operations[step.pc].micro.size());
        of_blocks +=
            recorded * static_cast<double>(stream.all_steps) / static_cast<double>(std::max<std::uint64_t>(1, stream.steps));
    }
    return of_blocks / static_cast<double>(sample.streams.size()) * static_cast<double>(placement.per_multiprocessor);
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

Result<WorkEstimate> estimate_launch(
    const LaunchSample& sample, const arch::Traits& traits, const arch::Gpu& gpu, const std::stop_token& stop)
{
    const arch::Timing& timing = arch::timing_of(traits.capability);
    const auto placement = place(sample.shape, *sample.code, traits, gpu);
    if (!placement)
        return placement.error();
    const std::uint64_t resident = std::uint64_t { placement->resident } * placement->active;
    SimulationRequest request;
    request.timing = &timing;
    request.code = sample.code;
    constexpr std::size_t kModeled = 4; // the first ones
    for (std::size_t i = 0; i < std::min(kModeled, sample.streams.size()); ++i)
        request.streams.push_back(&sample.streams[i]);
    request.memory = rates_of(*placement, sample.shape, traits, gpu, timing);
    request.memory.regions = regions_of(sample.buffers, sample.blocks, sample.streams, sample.grid,
        { .resident = resident, .l2_bytes = gpu.l2_kibibytes * 1024.0 * timing.device.l2_usable.value });
    request.memory.partition_queue = sample.partition_queue;
    request.resident_blocks = placement->resident;
    request.multiprocessors = placement->active;
    request.blocks = placement->per_multiprocessor;
    request.instructions = kMachineInstructions;
    const Simulation simulation = simulate(request, stop);
    if (stop.stop_requested())
        return Error { "The estimate was stopped." };

    WorkEstimate estimate;
    estimate.occupancy = placement->occupancy;
    estimate.waves = placement->waves;
    for (std::size_t state = 0; state < kWarpStates; ++state)
        estimate.states[state] = static_cast<double>(simulation.run.state_cycles[state])
            / static_cast<double>(std::max<std::uint64_t>(1, simulation.run.instructions));
    const double cycles = extrapolate(simulation, instructions_of(sample, *placement));
    const double gigahertz = std::max(0.001, gpu.clock_megahertz / 1000.0);
    const double kernel = (cycles + timing.first_instruction.value) / gigahertz;
    const Busy busy = busiest(simulation, timing);
    constexpr double kBusy = 0.6; // fraction of the cycles: below it the limiter is latency
    estimate.limiter = busy.share >= kBusy ? busy.limiter : Limiter::latency;
    if (estimate.limiter == Limiter::pipe)
        estimate.pipe = arch::name_of(busy.pipe);
    if (kernel < timing.launch.value)
        estimate.limiter = Limiter::launch;
    estimate.time = nanoseconds(static_cast<std::int64_t>(std::max(kernel, timing.launch.value)));
    return estimate;
}

namespace {

class Estimator {
public:
    Estimator(const EstimateRequest& request, engine::VmPlan vm, const std::stop_token& stop)
        : m_request(request)
        , m_vm(std::move(vm))
        , m_stop(stop)
    {
    }

    Result<WorkEstimate> launch(std::size_t work)
    {
        const auto& launch = std::get<problem::KernelLaunch>(m_request.plan->step[work]);
        const auto program = m_request.programs->find(launch.kernel);
        if (!program)
            return program.error();
        if (const auto missing = missing_capability((*program)->listing(), m_request.traits->capability))
            return Error { fmt::format("{} CC {}.{} or later; {} has CC {}.{}.", missing->words, missing->capability.major,
                missing->capability.minor, m_request.gpu->name, m_request.traits->capability.major,
                m_request.traits->capability.minor) };
        const MachineCode code = machine_code((*program)->listing(), *m_request.traits);
        const LaunchShape shape { .blocks = launch.grid.count(),
            .threads = static_cast<std::uint32_t>(launch.block.count()),
            .shared_bytes = (*program)->static_shared_bytes() + launch.shared_bytes };
        const auto placement = place(shape, code, *m_request.traits, *m_request.gpu);
        if (!placement)
            return placement.error();
        const std::uint64_t resident = std::uint64_t { placement->resident } * placement->active;
        auto sample = sample_blocks(m_vm, work, launch, code, *m_request.traits, resident,
            std::min(kInstructionBudget, engine::instruction_budget_of(m_request.programs->lesson())), m_stop);
        if (!sample)
            return sample.error();

        LaunchSample input { .grid = launch.grid,
            .shape = shape,
            .code = &code,
            .blocks = std::move(sample->blocks),
            .streams = std::move(sample->streams),
            .buffers = buffers() };
        if (m_request.traits->memory_partitions != 0) {
            const auto queue = partition_queue(work);
            if (!queue)
                return queue.error();
            input.partition_queue = *queue;
        }
        auto estimate = estimate_launch(input, *m_request.traits, *m_request.gpu, m_stop);
        if (!estimate)
            return estimate.error();
        estimate->work = work;
        estimate->name = launch.kernel;
        return estimate;
    }

private:
    [[nodiscard]] std::vector<BufferRange> buffers()
    {
        std::vector<BufferRange> ranges;
        for (problem::BufferIndex i = 0; i < m_request.plan->buffers.size(); ++i)
            if (m_request.plan->buffers[i].place == problem::Place::device)
                ranges.push_back({ m_vm.address(i), m_request.plan->buffers[i].bytes });
        return ranges;
    }

    Result<double> partition_queue(std::size_t work)
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

    const EstimateRequest& m_request;
    engine::VmPlan m_vm;
    std::stop_token m_stop;
};

} // namespace

std::string_view name_of(Limiter limiter)
{
    switch (limiter) {
    case Limiter::issue:
        return marked("issue slots");
    case Limiter::pipe:
        return marked("arithmetic pipe");
    case Limiter::shared_memory:
        return marked("shared memory");
    case Limiter::l1:
        return marked("L1 cache");
    case Limiter::l2:
        return marked("L2 bandwidth");
    case Limiter::dram:
        return marked("DRAM bandwidth");
    case Limiter::atomics:
        return marked("atomic operations");
    case Limiter::latency:
        return marked("latency");
    case Limiter::launch:
        return marked("launch");
    case Limiter::transfer:
        return marked("transfer");
    }
    return "";
}

namespace {

// The end time of each work item: items of one stream follow each other, as do items that use the same engine of the GPU. A copy
// from or to pageable memory also blocks the program.
class Schedule {
public:
    enum class Engine : std::uint8_t { kernels, to_device, to_host };

    void add(Engine engine, std::uint32_t stream, nanoseconds time, bool blocks_program)
    {
        nanoseconds& free = m_engines[static_cast<std::size_t>(engine)];
        nanoseconds& last = m_streams[stream];
        const nanoseconds end = std::max({ free, last, m_program }) + time;
        free = end;
        last = end;
        if (blocks_program)
            m_program = end;
        m_end = std::max(m_end, end);
    }
    [[nodiscard]] nanoseconds end() const { return m_end; }

private:
    std::array<nanoseconds, 3> m_engines {};
    std::map<std::uint32_t, nanoseconds> m_streams;
    nanoseconds m_program { 0 };
    nanoseconds m_end { 0 };
};

WorkEstimate copy_estimate(const problem::Plan& plan, std::size_t work, const arch::Gpu& gpu)
{
    const auto& transfer = std::get<problem::Transfer>(plan.step[work]);
    const problem::Place from = plan.buffers[transfer.from].place;
    const problem::Place host = from == problem::Place::device ? plan.buffers[transfer.to].place : from;
    WorkEstimate estimate;
    estimate.work = work;
    estimate.name = transfer.label;
    estimate.limiter = Limiter::transfer;
    estimate.time = arch::estimate_copy(
        gpu.link, host == problem::Place::pageable_host ? arch::HostMemory::pageable : arch::HostMemory::pinned, transfer.bytes);
    return estimate;
}

} // namespace

Result<StepEstimate> estimate_step(const EstimateRequest& request, const std::stop_token& stop)
{
    const problem::Plan& plan = *request.plan;
    const arch::Gpu& gpu = *request.gpu;
    if (gpu.clock_megahertz == 0)
        return Error { fmt::format("The clock rate of {} is not published: times cannot be estimated.", gpu.name) };
    auto vm = engine::VmPlan::make(request.programs, request.plan);
    if (!vm)
        return vm.error();
    Estimator estimator(request, *std::move(vm), stop);
    StepEstimate step;
    step.gpu = gpu.name;
    Schedule schedule;
    nanoseconds longest { 0 };
    for (std::size_t work = 0; work < plan.step.size(); ++work) {
        WorkEstimate estimate;
        if (const auto* launch = std::get_if<problem::KernelLaunch>(&plan.step[work])) {
            auto of_kernel = estimator.launch(work);
            if (!of_kernel)
                return of_kernel.error();
            estimate = *std::move(of_kernel);
            schedule.add(Schedule::Engine::kernels, launch->stream, estimate.time, false);
        } else if (const auto* transfer = std::get_if<problem::Transfer>(&plan.step[work])) {
            if (gpu.link.generation == 0)
                return Error { fmt::format("The host connection of {} is unknown: copies cannot be estimated.", gpu.name) };
            estimate = copy_estimate(plan, work, gpu);
            const bool to_device = plan.buffers[transfer->to].place == problem::Place::device;
            const bool pageable = plan.buffers[transfer->from].place == problem::Place::pageable_host
                || plan.buffers[transfer->to].place == problem::Place::pageable_host;
            schedule.add(
                to_device ? Schedule::Engine::to_device : Schedule::Engine::to_host, transfer->stream, estimate.time, pageable);
        } else {
            step.has_host_work = true;
            continue;
        }
        if (estimate.time > longest) {
            longest = estimate.time;
            step.limiter = estimate.limiter;
        }
        step.works.push_back(std::move(estimate));
    }
    if (step.works.empty())
        return Error { "The time step has no kernel and no copy to estimate." };
    step.time = schedule.end();
    return step;
}

Result<StepEstimate> estimate_run(const EstimateRequest& request, const problem::Run& run, const std::stop_token& stop)
{
    auto step = estimate_step(request, stop);
    if (!step || (run.steps == 1 && run.copies == problem::Copies::none))
        return step;
    const auto whole = problem::plan_of_run(*request.plan, run);
    if (!whole)
        return whole.error();
    step->time *= run.steps;
    if (run.copies == problem::Copies::none)
        return step;
    if (request.gpu->link.generation == 0)
        return Error { fmt::format("The host connection of {} is unknown: copies cannot be estimated.", request.gpu->name) };
    for (std::size_t work = 0; work < whole->step.size(); ++work)
        if (std::holds_alternative<problem::Transfer>(whole->step[work]))
            step->time += copy_estimate(*whole, work, *request.gpu).time;
    return step;
}

} // namespace warpstage::timing
