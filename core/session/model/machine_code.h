// The present kernel's machine code for the chosen architecture.
#pragma once

#include "core/analysis/machine_code/machine_code.h"

#include <memory>
#include <string>

namespace warpstage::session {

struct MachineCodeSection {
    bool requested = false; // else nothing is assembled
    std::shared_ptr<const analysis::MachineCode> code; // null: not there yet, or impossible
    std::string reason; // why there is none; empty: it is there, or comes

    bool operator==(const MachineCodeSection&) const = default;
};

} // namespace warpstage::session
