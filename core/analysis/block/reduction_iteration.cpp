#include "core/analysis/block/reduction_iteration.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace warpstage::analysis {

namespace {

std::string signed_words(std::uint64_t bits, std::uint32_t bytes)
{
    const std::uint32_t shift = 64 - 8 * std::min(bytes, 8U);
    return std::to_string(static_cast<std::int64_t>(bits << shift) >> shift);
}

} // namespace

ReductionIteration reduction_iteration(
    const trace::Trace& trace, std::uint32_t epoch, std::uint32_t element_bytes, std::uint32_t threads)
{
    ReductionIteration iteration;
    iteration.threads = threads;
    iteration.warp_width = trace.warp_width;
    if (element_bytes == 0)
        return iteration;
    struct Lane {
        std::vector<std::uint32_t> loaded; // since its last store
    };
    std::map<std::uint32_t, Lane> lanes; // by thread
    std::map<std::uint32_t, std::string> before;
    std::map<std::uint32_t, std::string> after;
    for (const trace::StepRecord& step : trace.steps) {
        const simt::Access* access = trace.access_of(step);
        if (access == nullptr || access->space != ptx::StateSpace::shared)
            continue;
        for_each_lane(access->lanes, [&](unsigned lane) {
            const std::uint64_t element = access->addresses[lane] / element_bytes;
            if (element > 0xFFFF) // larger than any shared memory
                return;
            const auto cell = static_cast<std::uint32_t>(element);
            iteration.cells = std::max(iteration.cells, cell + 1);
            if (step.epoch != epoch)
                return;
            const std::uint32_t thread = step.warp * trace.warp_width + lane;
            const std::string value = signed_words(access->values[lane], element_bytes);
            if (access->kind == simt::AccessKind::load) {
                lanes[thread].loaded.push_back(cell);
                if (!after.contains(cell))
                    before.emplace(cell, value);
                return;
            }
            if (access->kind != simt::AccessKind::store)
                return;
            for (const std::uint32_t from : lanes[thread].loaded)
                if (from != cell)
                    iteration.adds.push_back({ thread, cell, from });
            lanes[thread].loaded.clear();
            after[cell] = value;
        });
    }
    iteration.before.resize(iteration.cells);
    iteration.after.resize(iteration.cells);
    for (const auto& [cell, value] : before)
        iteration.before[cell] = value;
    for (std::uint32_t cell = 0; cell < iteration.cells; ++cell)
        iteration.after[cell] = after.contains(cell) ? after[cell] : iteration.before[cell];
    return iteration;
}

std::vector<ReductionIteration> reduction_iterations(
    const trace::Trace& trace, std::uint32_t element_bytes, std::uint32_t threads)
{
    std::set<std::uint32_t> epochs; // between barriers
    for (const trace::StepRecord& step : trace.steps)
        epochs.insert(step.epoch);
    std::vector<ReductionIteration> iterations;
    for (const std::uint32_t epoch : epochs) {
        ReductionIteration found = reduction_iteration(trace, epoch, element_bytes, threads);
        if (!found.adds.empty())
            iterations.push_back(std::move(found));
    }
    return iterations;
}

} // namespace warpstage::analysis
