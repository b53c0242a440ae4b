// Width and latency of the pipes and of shared memory.
#include "core/timing/what_if/causes/causes.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::timing::causes {

namespace {

constexpr double kBusy = 0.3; // fraction of the cycles: a wider pipe gains nothing if it is less busy

std::string busy_words(double share)
{
    return fmt::format("busy in {:.0f} % of the cycles", 100.0 * std::min(1.0, share));
}

double busy_share(double busy, const Simulation& now)
{
    return busy / std::max(1.0, now.end);
}

// Requests to shared memory.
double reads_per_write(const BlockStream& stream)
{
    double reads = 0.0;
    double writes = 0.0;
    for (const MemoryUse& use : stream.memory) {
        if (use.lines != 0)
            continue;
        (use.kind == simt::AccessKind::load ? reads : writes) += 1.0;
    }
    return writes > 0.0 ? reads / writes : 0.0;
}

// Conversions are executed by the special function units.
arch::Pipe unit_of(arch::Pipe pipe)
{
    return pipe == arch::Pipe::conversion ? arch::Pipe::special : pipe;
}

// Share of the pipe's executed instructions that belong to conversions from or to double.
double double_conversions(const Scenario& scenario, arch::Pipe pipe)
{
    double all = 0.0;
    double conversions = 0.0;
    for (const BlockStream& stream : *scenario.streams)
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp) {
                const auto count = static_cast<double>(std::ranges::count_if(scenario.code->operations[step.pc].micro,
                    [&](const MicroOperation& micro) { return unit_of(micro.pipe) == pipe; }));
                const ptx::Instruction* instruction = scenario.listing->find(step.pc);
                all += count;
                if (instruction != nullptr && instruction->opcode == ptx::Opcode::cvt
                    && std::ranges::find(instruction->types, ptx::Type::f64) != instruction->types.end())
                    conversions += count;
            }
    return all > 0.0 ? conversions / all : 0.0;
}

} // namespace

Found find_busy_pipes(const Scenario& scenario, const Simulation& now)
{
    constexpr double kMostly = 0.5;
    Found found;
    for (std::uint32_t pipe = 0; pipe < arch::kPipes; ++pipe)
        if (const double share = busy_share(now.pipe_busy[pipe], now); share >= kBusy) {
            const double conversions = double_conversions(scenario, static_cast<arch::Pipe>(pipe));
            std::string degree = fmt::format("{} pipe, {}", arch::name_of(static_cast<arch::Pipe>(pipe)), busy_words(share));
            if (conversions > kMostly)
                degree += ", mostly by conversions from and to `double`";
            found.push_back({ .index = pipe, .ratio = conversions, .degree = std::move(degree) });
        }
    return found;
}

void remove_busy_pipe(const Cause& cause, Scenario& scenario)
{
    scenario.timing.pipes[cause.index].lanes.value *= 2.0;
}

Found find_shared_bandwidth(const Scenario& scenario, const Simulation& now)
{
    const auto busy = [&](Queue queue) {
        return now.queue_busy[static_cast<std::size_t>(queue)];
    };
    const double share = busy_share(std::max(busy(Queue::load_store), busy(Queue::l1)), now);
    if (share < kBusy)
        return {};
    return { { .ratio = reads_per_write(scenario.streams->front()), .degree = "the load-store unit is " + busy_words(share) } };
}

void remove_shared_bandwidth(const Cause& /*cause*/, Scenario& scenario)
{
    scenario.memory.load_store_speed *= 2.0;
}

Found find_shared_latency(const Scenario& scenario, const Simulation& now)
{
    if (now.queue_busy[static_cast<std::size_t>(Queue::load_store)] == 0.0)
        return {};
    return { { .degree = fmt::format("a load takes {:.0f} cycles", scenario.timing.memory.shared_latency.value) } };
}

void remove_shared_latency(const Cause& /*cause*/, Scenario& scenario)
{
    const double arithmetic = scenario.timing.pipes[static_cast<std::size_t>(arch::Pipe::integer)].latency.value;
    scenario.timing.memory.shared_latency.value = std::min(scenario.timing.memory.shared_latency.value, arithmetic);
    scenario.timing.memory.l1_latency.value = std::min(scenario.timing.memory.l1_latency.value, arithmetic);
}

Found find_arithmetic_latency(const Scenario& scenario, const Simulation& /*now*/)
{
    return { { .degree = fmt::format("a result is available after {:.0f} cycles",
                   scenario.timing.pipes[static_cast<std::size_t>(arch::Pipe::float32)].latency.value) } };
}

void remove_arithmetic_latency(const Cause& /*cause*/, Scenario& scenario)
{
    for (arch::PipeTiming& pipe : scenario.timing.pipes)
        pipe.latency.value = std::min(pipe.latency.value, 1.0);
}

} // namespace warpstage::timing::causes
