// The launch: its blocks, how many of them are resident, and how evenly they are distributed.
#include "core/timing/what_if/causes/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpstage::timing::causes {

namespace {

double multiprocessors(const Scenario& scenario)
{
    return std::max(1U, scenario.gpu->multiprocessors);
}

// Blocks per multiprocessor if the grid were distributed evenly.
double even_blocks(const Scenario& scenario)
{
    return static_cast<double>(scenario.shape.blocks) / multiprocessors(scenario);
}

// Whether all blocks start at once, and few multiprocessors get one block more than the others: all wait for them.
bool has_few_more(const Scenario& scenario)
{
    constexpr double kFew = 0.25; // of the multiprocessors
    const double even = even_blocks(scenario);
    return even >= 1.0 && even > std::floor(even) && even - std::floor(even) <= kFew
        && static_cast<double>(scenario.placement.per_multiprocessor) > even;
}

// Every multiprocessor gets the same share of L2 and DRAM.
void divide_evenly(Scenario& scenario)
{
    const double more = scenario.placement.sharing / multiprocessors(scenario);
    scenario.placement.sharing = multiprocessors(scenario);
    MemoryRates rates = rates_of(scenario.placement, scenario.shape, *scenario.traits, *scenario.gpu, scenario.timing);
    rates.regions = std::move(scenario.memory.regions);
    rates.partition_queue = scenario.memory.partition_queue;
    rates.atomics = { scenario.memory.atomics.turns * more, scenario.memory.atomics.float_turns * more };
    rates.retries = { scenario.memory.retries.successes * more, scenario.memory.retries.contenders };
    rates.hot_stores = std::move(scenario.memory.hot_stores);
    for (auto& [pc, sectors] : rates.hot_stores)
        sectors *= more;
    scenario.memory = std::move(rates);
}

Result<arch::Occupancy> occupancy_of(const Scenario& scenario)
{
    return arch::occupancy(*scenario.traits,
        { .threads_per_block = scenario.shape.threads,
            .registers_per_thread = std::min(scenario.code->registers_per_thread, scenario.traits->limits.registers_per_thread),
            .shared_bytes_per_block = scenario.shape.shared_bytes });
}

} // namespace

Found find_occupancy(const Scenario& scenario, const Simulation& /*now*/)
{
    const auto occupancy = occupancy_of(scenario);
    // Another block would neither be resident nor exist.
    if (!occupancy || occupancy->warps >= occupancy->warps_at_most
        || scenario.resident_blocks >= scenario.placement.per_multiprocessor)
        return {};
    return { { .ratio = scenario.resident_blocks + 1.0,
        .limits = arch::limits(*occupancy),
        .degree = fmt::format("{} of {} warps are resident, limited by {}", occupancy->warps, occupancy->warps_at_most,
            arch::limiters(*occupancy)) } };
}

void remove_occupancy(const Cause& /*cause*/, Scenario& scenario)
{
    ++scenario.resident_blocks;
}

Found find_tail(const Scenario& scenario, const Simulation& /*now*/)
{
    const double even = even_blocks(scenario);
    if (scenario.always_full || (scenario.placement.waves <= 1.0 && !has_few_more(scenario)))
        return {};
    const std::uint64_t most = scenario.placement.per_multiprocessor;
    const double ratio = even / static_cast<double>(std::max<std::uint64_t>(1, most));
    constexpr double kUneven = 0.95; // above it, what costs time is that the last blocks run almost alone
    if (ratio > kUneven)
        return { { .ratio = ratio,
            .degree = fmt::format("the last of {} blocks on a multiprocessor run beside fewer others", most) } };
    return { { .ratio = ratio,
        .degree = fmt::format("a multiprocessor runs at most {} blocks, {:.1f} on average", most, even) } };
}

void remove_tail(const Cause& /*cause*/, Scenario& scenario)
{
    scenario.blocks = even_blocks(scenario);
    divide_evenly(scenario);
    if (scenario.placement.waves <= 1.0)
        scenario.resident_blocks = static_cast<std::uint32_t>(scenario.blocks);
    else
        scenario.always_full = true;
}

Found find_small_grid(const Scenario& scenario, const Simulation& /*now*/)
{
    if (scenario.placement.active >= scenario.gpu->multiprocessors)
        return {};
    return { { .degree = fmt::format(
                   "{} of {} multiprocessors have a block", scenario.placement.active, scenario.gpu->multiprocessors) } };
}

void remove_small_grid(const Cause& /*cause*/, Scenario& scenario)
{
    scenario.blocks = even_blocks(scenario);
    scenario.placement.active = scenario.gpu->multiprocessors;
    divide_evenly(scenario);
}

Found find_launch(const Scenario& scenario, const Simulation& /*now*/)
{
    return { { .degree = fmt::format("a launch takes at least {:.1f} µs", scenario.timing.launch.value / 1000.0) } };
}

void remove_launch(const Cause& /*cause*/, Scenario& scenario)
{
    scenario.timing.launch.value = 0.0;
    scenario.timing.first_instruction.value = 0.0;
}

Found find_block_starts(const Scenario& scenario, const Simulation& /*now*/)
{
    return { { .degree = fmt::format("{} blocks of {} threads", scenario.shape.blocks, scenario.shape.threads) } };
}

void remove_block_starts(const Cause& /*cause*/, Scenario& scenario)
{
    scenario.timing.block_start.value = 0.0;
    scenario.timing.block_turn.value = 0.0;
}

} // namespace warpstage::timing::causes
