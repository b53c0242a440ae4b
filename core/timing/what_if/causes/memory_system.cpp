// Latency and traffic of the memories behind the load-store unit.
#include "core/timing/what_if/causes/causes.h"
#include "core/timing/what_if/causes/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpstage::timing::causes {

namespace {

bool has_l2(const Scenario& scenario)
{
    return scenario.timing.device.l2_latency.value > 0.0;
}

// Nearer than DRAM: L2, on a GPU without it shared memory.
double near_latency(const Scenario& scenario)
{
    return has_l2(scenario) ? scenario.timing.device.l2_latency.value : scenario.timing.memory.shared_latency.value;
}

// Sectors that the loads of a block request, relative to different ones. `omitted`: instructions that do not count; empty: none.
double repeated_loads(const BlockStream& stream, const std::vector<bool>& omitted)
{
    std::unordered_map<std::uint64_t, std::uint8_t> touched;
    double requested = 0.0;
    double different = 0.0;
    for (const MemoryUse& use : stream.memory) {
        if (use.kind != simt::AccessKind::load || use.is_local || (!omitted.empty() && omitted[use.pc]))
            continue;
        for (std::uint32_t i = 0; i < use.lines; ++i) {
            const LineUse& line = stream.lines[use.first_line + i];
            std::uint8_t& sectors = touched[line.line];
            requested += std::popcount(line.sectors);
            different += std::popcount(static_cast<std::uint8_t>(line.sectors & ~sectors));
            sectors |= line.sectors;
        }
    }
    return different > 0.0 ? requested / different : 0.0;
}

} // namespace

std::vector<bool> indirect_accesses(const Scenario& scenario)
{
    const MachineCode& code = *scenario.code;
    using enum OperationKind;
    std::unordered_set<std::uint32_t> loaded; // registers
    const auto reads_loaded = [&](const MachineOperation& operation) {
        return std::ranges::any_of(operation.reads, [&](std::uint32_t reg) { return loaded.contains(reg); });
    };
    for (std::size_t before = 1; before != loaded.size();) {
        before = loaded.size();
        for (const MachineOperation& operation : code.operations)
            if (operation.kind == global_access || operation.kind == shared_access || operation.kind == texture
                || (operation.kind == arithmetic && reads_loaded(operation)))
                loaded.insert(operation.writes.begin(), operation.writes.end());
    }
    std::vector<bool> indirect;
    for (std::uint32_t pc = 0; pc < code.operations.size(); ++pc)
        indirect.push_back(
            std::ranges::any_of(address_registers(scenario, pc), [&](std::uint32_t reg) { return loaded.contains(reg); }));
    return indirect;
}

Found find_camping(const Scenario& scenario, const Simulation& /*now*/)
{
    if (scenario.memory.partition_queue <= 1.0)
        return {};
    return { { .degree = fmt::format("DRAM takes {:.1f} times as long as if all {} partitions were busy",
                   scenario.memory.partition_queue, scenario.traits->memory_partitions) } };
}

void remove_camping(const Cause& /*cause*/, Scenario& scenario)
{
    scenario.memory.partition_queue = 1.0;
}

Found find_dram_latency(const Scenario& scenario, const Simulation& now)
{
    if (now.dram_bytes == 0.0 && (has_l2(scenario) || now.missed_bytes == 0.0))
        return {};
    return { { .degree = fmt::format("a load from DRAM takes {:.0f} cycles", scenario.timing.device.dram_latency.value) } };
}

void remove_dram_latency(const Cause& /*cause*/, Scenario& scenario)
{
    scenario.timing.device.dram_latency.value = near_latency(scenario);
    scenario.timing.device.dram_meeting.value = 0.0;
    for (Region& region : scenario.memory.regions)
        region.wait = 0.0;
}

Found find_l2_latency(const Scenario& scenario, const Simulation& now)
{
    if (!has_l2(scenario) || now.missed_bytes == 0.0)
        return {};
    return { { .degree = fmt::format("a load from L2 takes {:.0f} cycles", scenario.timing.device.l2_latency.value) } };
}

void remove_l2_latency(const Cause& /*cause*/, Scenario& scenario)
{
    double& l2 = scenario.timing.device.l2_latency.value;
    const double l1 = std::max(1.0, scenario.timing.memory.shared_latency.value);
    scenario.timing.device.dram_latency.value -= l2 - l1;
    l2 = l1;
}

Found find_dram_traffic(const Scenario& scenario, const Simulation& now)
{
    if (!has_l2(scenario) || now.dram_bytes == 0.0)
        return {};
    const double share = 100.0 * now.dram_bytes / std::max(1.0, now.missed_bytes);
    return { { .degree = fmt::format("{:.0f} % of the bytes beyond L1 come from or go to DRAM", std::min(100.0, share)) } };
}

void remove_dram_traffic(const Cause& /*cause*/, Scenario& scenario)
{
    for (Region& region : scenario.memory.regions)
        region.cold = region.wait = 0.0;
    scenario.memory.default_cold = 0.0;
}

Found find_l1_misses(const Scenario& scenario, const Simulation& now)
{
    if (scenario.timing.memory.l1_latency.value == 0.0 || now.missed_bytes == 0.0)
        return {};
    // Data that are requested once cannot be in L1 before.
    constexpr double kRepeated = 1.5;
    const BlockStream& stream = scenario.streams->front();
    const double ratio = repeated_loads(stream, {});
    if (ratio < kRepeated)
        return {};
    return { { .ratio = ratio,
        .known_ratio = repeated_loads(stream, indirect_accesses(scenario)),
        .degree = fmt::format("a block requests each sector {:.0f} times", ratio) } };
}

void remove_l1_misses(const Cause& /*cause*/, Scenario& scenario)
{
    scenario.memory.loads_hit_l1 = true;
}

} // namespace warpstage::timing::causes
