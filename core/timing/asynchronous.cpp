#include "core/timing/asynchronous.h"

#include <algorithm>
#include <optional>
#include <span>

namespace warpstage::timing {

bool is_asynchronous(OperationKind kind)
{
    return kind == OperationKind::async_copy || kind == OperationKind::bulk_copy || kind == OperationKind::matrix_product
        || kind == OperationKind::group || kind == OperationKind::phase;
}

double groups_complete(const Warp& warp, const StreamStep& step, const MachineOperation& operation)
{
    if (operation.kind != OperationKind::group || operation.commits)
        return 0.0;
    return warp.groups[static_cast<std::size_t>(operation.groups)].complete(step.pending_groups);
}

double phases_complete(const Resident& resident, const StreamStep& step, double latency)
{
    double time = 0.0;
    for (std::uint32_t i = 0; i < step.phases; ++i) {
        const PhaseUse& use = resident.stream->phases[step.first_phase + i];
        if (!use.waits || use.phase < 0)
            continue;
        const std::optional<double> completion = resident.phases.completion(use.object, use.phase);
        if (!completion)
            return kNever;
        time = std::max(time, *completion + latency);
    }
    return time;
}

double start_asynchronous(MemoryPath& path, Warp& warp, const Resident& resident, const AsynchronousStep& issued)
{
    const MachineOperation& operation = issued.operation;
    const bool bulk = operation.kind == OperationKind::bulk_copy;
    if (operation.kind == OperationKind::group && operation.commits)
        warp.groups[static_cast<std::size_t>(operation.groups)].commit();
    if (operation.kind == OperationKind::phase) {
        MemoryUse once; // all lanes at once
        once.wavefronts = 1;
        return std::max(
            path.shared(issued.cycle, once), operation.after_copies ? groups_of(warp, GroupKind::copies).latest : 0.0);
    }
    if (issued.step.memory == 0)
        return issued.cycle + 1.0;
    const BlockStream& stream = *resident.stream;
    const MemoryUse& use = stream.memory[issued.step.memory - 1];
    const std::span<const LineUse> lines(stream.lines.data() + use.first_line, use.lines);
    const double done = bulk ? path.bulk(issued.cycle, use, lines, issued.copy)
                             : path.global(issued.cycle, use, lines, resident.block, issued.copy, false);
    groups_of(warp, bulk ? GroupKind::bulk_copies : GroupKind::copies).add(done);
    return done;
}

} // namespace warpstage::timing
