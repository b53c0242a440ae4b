// The engine that runs on our own PTX virtual machine, on a thread of its own. Its times are times of an emulation and always
// labelled so.
#pragma once

#include "core/base/urgency.h"
#include "core/engine/engine.h"
#include "core/simt/machine.h"

#include <memory>

namespace warpstage::engine {

// How all launches run; both cost time, and a fault that is found ends the step as a trap.
struct VmSettings {
    simt::Checks checks = simt::kNoChecks;
    simt::Scheduling scheduling {};

    bool operator==(const VmSettings&) const = default;
};

// `urgency`: of the steps that start() starts, and of the threads that those start.
[[nodiscard]] std::unique_ptr<Engine> make_vm_engine(VmSettings settings = {}, Urgency urgency = Urgency::usual);

} // namespace warpstage::engine
