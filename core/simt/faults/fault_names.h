// What lessons and command lines call faults and schedules.
#pragma once

#include "core/simt/machine.h"
#include "core/simt/trap.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::simt {

// By name_of(TrapKind): "race", "divergent barrier".
[[nodiscard]] std::optional<TrapKind> find_trap_kind(std::string_view name);
[[nodiscard]] std::vector<std::string> trap_kind_names();

// "lock-step", "independent", "independent:7" with a seed; nothing where it is none.
[[nodiscard]] std::optional<Scheduling> find_scheduling(std::string_view text);

} // namespace warpstage::simt
