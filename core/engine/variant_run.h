// How the virtual machine runs a variant that is there to show a fault.
#pragma once

#include "core/engine/vm_engine.h"
#include "core/problem/problem.h"
#include "core/simt/trap.h"

namespace warpstage::engine {

// What the virtual machine looks for, and how it runs the lanes, when this variant is checked or recorded: what the variant says,
// else what was asked for; a variant that expects a fault gets the checks that find it.
[[nodiscard]] VmSettings vm_settings_of(const problem::Variant& variant, const VmSettings& asked);

// Whether the trap is the fault that the variant is there to show.
[[nodiscard]] bool is_expected(const problem::Variant& variant, const simt::Trap& trap);

// Whether a run with these settings must end with that fault: a race, for one, is found only by those who look for it.
[[nodiscard]] bool must_show_fault(const problem::Variant& variant, const VmSettings& settings);

} // namespace warpstage::engine
