// One observed run of one block on the virtual machine, whichever engine computes: where the pictures come from.
#pragma once

#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/engine/vm_plan.h"
#include "core/session/snapshot.h"
#include "core/trace/recorder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::session {

struct RecordingRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const lesson::Lesson> lesson;
    std::string variant;
    std::shared_ptr<const problem::Plan> plan;
    std::size_t work = 0; // index into Plan::step; a kernel launch
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32;
    simt::Checks checks = simt::kNoChecks; // slower; what they find is Recording::trap
    std::uint64_t instruction_budget = simt::RunOptions {}.instruction_budget; // warp instructions of one block
    simt::Blocks blocks = simt::Blocks::only_observed;
    const arch::Traits* traits = nullptr;
    // Where the block alone does nothing wrong, the whole grid runs under the checks, and the block that does is recorded
    // instead: blocks race with each other, and one alone never does.
    bool expects_fault = false;
    std::uint64_t serial = 0; // of the recording
    trace::RecorderLimits limits {};
    // Contents that differ from the plan's initial ones: what the engine has computed so far.
    std::map<problem::BufferIndex, std::vector<std::byte>> contents;
};

// Errors: a kernel the virtual machine cannot run, a block that the launch does not have, or a request to stop.
[[nodiscard]] Result<std::shared_ptr<const Recording>> record(const RecordingRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::session
