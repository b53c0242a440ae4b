// The engine that runs on the PTX virtual machine, in a separate thread. Its times are emulated and always labeled so.
#pragma once

#include "core/base/urgency.h"
#include "core/engine/engine.h"
#include "core/simt/machine.h"

#include <memory>

namespace warpstage::engine {

// Settings of all launches; both cost time, and a detected fault ends the step as a trap.
struct VmSettings {
    simt::Checks checks = simt::kNoChecks;
    simt::Scheduling scheduling {};

    bool operator==(const VmSettings&) const = default;
};

// `urgency`: of the steps started by start(), and of their threads.
[[nodiscard]] std::unique_ptr<Engine> make_vm_engine(VmSettings settings = {}, Urgency urgency = Urgency::usual);

} // namespace warpstage::engine
