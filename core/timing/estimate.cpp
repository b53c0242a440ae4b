#include "core/timing/estimate.h"

#include "core/arch/timing/timing.h"
#include "core/arch/transfer_estimate.h"
#include "core/base/words.h"
#include "core/timing/confidence.h"
#include "core/timing/launch_model.h"
#include "core/timing/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <variant>

namespace warpstage::timing {

namespace {

using std::chrono::nanoseconds;

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

// What L2 holds of the written data when the kernel ends, in bytes: its share of the last data, at most half of L2. Kernels of
// Accel-Sim's list that write more than 3 MiB leave 3.0 MiB in the 6 MiB of a Quadro GV100 (docs/sm-model-qv100.md).
double left_in_l2(double read, double written, double l2_bytes)
{
    constexpr double kMostChanged = 0.5;
    return std::min({ written, l2_bytes * kMostChanged, l2_bytes * written / std::max(1.0, read + written) });
}

// Bytes of the sectors that the whole grid requests. `blocks`: the sampled blocks that execute as many instructions as the grid.
double requested_bytes(const LaunchSample& sample, std::span<const BlockStream* const> modeled, double blocks)
{
    double bytes = 0.0; // of the modeled blocks
    for (const BlockStream* stream : modeled) {
        const double observed = requested_bytes(*stream);
        const auto all = static_cast<double>(stream->all_steps + stream->polls);
        bytes += observed * (stream->observed_steps > 0 ? all / static_cast<double>(stream->observed_steps) : 1.0);
    }
    const double of_grid = sample.requests ? *sample.requests * static_cast<double>(sample.grid.count()) : blocks;
    return of_grid * bytes / static_cast<double>(modeled.size());
}

// Constants are read from DRAM once, from the first one that a sampled block reads up to the last: `ComputeQ_GPU` reads 16 KiB,
// and 516 sectors more than its loads of global memory; `binomialOptionsKernel` reads 20 KiB and 640 sectors.
double constant_bytes(const LaunchSample& sample)
{
    ConstantRange all;
    for (const BlockStream& stream : sample.streams)
        all.add(stream.constants);
    if (all.empty() || sample.repeated)
        return 0.0;
    const std::uint64_t first = all.first / kSectorOfLine;
    const std::uint64_t end = (all.end + kSectorOfLine - 1) / kSectorOfLine;
    return static_cast<double>((end - first) * kSectorOfLine);
}

// `requested`: see requested_bytes(). `constants`: bytes from DRAM. `kept_bytes`: the capacity of L2 if the launch starts with an
// empty one, else 0: what it leaves in L2 replaces what the launch before has left.
std::optional<analysis::CacheUse> cache_use(const Simulation& simulation, double requested, double constants, double kept_bytes)
{
    if (simulation.asked_bytes <= 0.0)
        return {};
    const double scale = requested / simulation.asked_bytes;
    // The counters count a store as a hit of L1 if it holds the sectors, and always as one of L2.
    const double missed = simulation.missed_bytes - simulation.stored_hits;
    const double written = simulation.written_bytes * scale;
    const double read = simulation.dram_bytes * scale - written;
    return analysis::CacheUse { .l1_hit = 1.0 - std::clamp(missed / simulation.asked_bytes, 0.0, 1.0),
        .l2_hit = simulation.missed_bytes > 0.0 ? 1.0 - std::min(1.0, read / scale / simulation.missed_bytes) : 0.0,
        .dram_bytes = read + constants + written - left_in_l2(read, written, kept_bytes) };
}

} // namespace

Result<WorkEstimate> estimate_launch(
    const LaunchSample& sample, const arch::Traits& traits, const arch::Gpu& gpu, const std::stop_token& stop)
{
    auto model = launch_model(sample, traits, gpu);
    if (!model)
        return model.error();
    model->request.counts_requests = true;
    const arch::Timing& timing = *model->request.timing;
    const Simulation simulation = simulate(model->request, stop);
    if (stop.stop_requested())
        return Error { "The estimate was stopped." };

    WorkEstimate estimate;
    estimate.occupancy = model->placement.occupancy;
    estimate.waves = model->placement.waves;
    for (std::size_t state = 0; state < kWarpStates; ++state)
        estimate.states[state] = static_cast<double>(simulation.run.state_cycles[state])
            / static_cast<double>(std::max<std::uint64_t>(1, simulation.run.instructions));
    const double instructions =
        instructions_per_block(*sample.code, model->sampled) * model->blocks; // of the busiest multiprocessor
    const double cycles = extrapolate(simulation, instructions);
    const double gigahertz = std::max(0.001, gpu.clock_megahertz / 1000.0);
    const double kernel = (cycles + timing.first_instruction.value) / gigahertz + last_end(simulation, timing);
    if (timing.device.l2_latency.value > 0.0)
        estimate.cache =
            cache_use(simulation, requested_bytes(sample, model->request.streams, model->blocks * model->placement.sharing),
                constant_bytes(sample), sample.repeated ? 0.0 : gpu.l2_kibibytes * 1024.0);
    const Busy busy = busiest(simulation, timing);
    constexpr double kBusy = 0.6; // fraction of the cycles: below it the limiter is latency
    estimate.limiter = busy.share >= kBusy ? busy.limiter : Limiter::latency;
    if (estimate.limiter == Limiter::pipe)
        estimate.pipe = arch::name_of(busy.pipe);
    if (kernel < timing.launch.value)
        estimate.limiter = Limiter::launch;
    estimate.time = nanoseconds(static_cast<std::int64_t>(std::max(kernel, timing.launch.value)));
    estimate.range = likely_range(estimate.time, estimate.limiter, traits);
    return estimate;
}

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
    LaunchSource source(request, *std::move(vm), stop);
    StepEstimate step;
    step.gpu = gpu.name;
    Schedule schedule;
    nanoseconds longest { 0 };
    for (std::size_t work = 0; work < plan.step.size(); ++work) {
        WorkEstimate estimate;
        if (const auto* launch = std::get_if<problem::KernelLaunch>(&plan.step[work])) {
            const auto sampled = source.sample(work);
            if (!sampled)
                return sampled.error();
            auto of_kernel = estimate_launch(sampled->sample, *request.traits, gpu, stop);
            if (!of_kernel)
                return of_kernel.error();
            estimate = *std::move(of_kernel);
            estimate.work = work;
            estimate.name = launch->kernel;
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
