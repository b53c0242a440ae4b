// How the virtual machine runs a variant that demonstrates a fault.
#pragma once

#include "core/engine/vm_engine.h"
#include "core/problem/problem.h"
#include "core/simt/trap.h"

namespace warpstage::engine {

// Checks and scheduling of the virtual machine when this variant is checked or recorded: those of the variant, else the requested
// ones; a variant that expects a fault gets the checks that detect it.
[[nodiscard]] VmSettings vm_settings_of(const problem::Variant& variant, const VmSettings& asked);

// Warp instructions of one block when this lesson's kernels run on the stage. A file of the user may contain an endless loop, so
// its budget is exhausted within a minute, with all checks.
[[nodiscard]] std::uint64_t instruction_budget_of(const lesson::Lesson& lesson);

// Whether the trap is the fault that the variant demonstrates.
[[nodiscard]] bool is_expected(const problem::Variant& variant, const simt::Trap& trap);

// Whether a run with these settings must end with that fault: a race, for example, is only detected with the check for races.
[[nodiscard]] bool must_show_fault(const problem::Variant& variant, const VmSettings& settings);

// Whether the fault that the variant demonstrates would end the use of the GPU in this process, as a misaligned access does, or
// never end. Such a variant runs on the virtual machine only.
[[nodiscard]] bool stops_gpu(const problem::Variant& variant);

} // namespace warpstage::engine
