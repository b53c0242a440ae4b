// Names of faults and schedules in lessons and on the command line.
#pragma once

#include "core/simt/machine.h"
#include "core/simt/trap.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::simt {

// From name_of(TrapKind): "race", "divergent barrier".
[[nodiscard]] std::optional<TrapKind> find_trap_kind(std::string_view name);
[[nodiscard]] std::vector<std::string> trap_kind_names();

// "lock-step", "independent", "independent:7" with a seed; empty for any other text.
[[nodiscard]] std::optional<Scheduling> find_scheduling(std::string_view text);

} // namespace warpstage::simt
