// Waits for asynchronous copies in the streams of a scenario.
#pragma once

#include "core/timing/what_if/causes/lines.h"

#include <vector>

namespace warpstage::timing::causes {

[[nodiscard]] inline bool is_copy(OperationKind kind)
{
    return kind == OperationKind::async_copy || kind == OperationKind::bulk_copy;
}

// By mbarrier object: whether its phases count copies.
[[nodiscard]] std::vector<bool> copied_objects(const BlockStream& stream, const MachineCode& code);
// Waits for groups of cp.async.
[[nodiscard]] bool waits_for_groups(const MachineOperation& operation);
// Waits for the phase of an object that satisfies the condition.
[[nodiscard]] bool waits_for_phase(
    const BlockStream& stream, const StreamStep& step, const std::vector<bool>& objects, bool wanted);
// After it, other warps or copies may have gone on: a wait or a barrier.
[[nodiscard]] bool synchronizes(const BlockStream& stream, const StreamStep& step, const MachineOperation& operation);

} // namespace warpstage::timing::causes
