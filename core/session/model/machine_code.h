// Machine code of the current kernel, and of the compared variant's, for the chosen architecture.
#pragma once

#include "core/analysis/machine_code/machine_code.h"

#include <memory>
#include <string>

namespace warpstage::session {

struct MachineCodeSection {
    bool requested = false; // false: not assembled
    std::shared_ptr<const analysis::MachineCode> code; // null: not yet available, or not possible
    std::shared_ptr<const analysis::MachineCode> compared {}; // null: also if no variant is compared
    std::string reason; // why no code is available; empty: available or in progress

    bool operator==(const MachineCodeSection&) const = default;
};

} // namespace warpstage::session
