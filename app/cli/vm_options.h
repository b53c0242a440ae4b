// Options of the virtual machine, which several commands share.
#pragma once

#include "core/base/result.h"
#include "core/engine/vm_engine.h"

#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct RawVm { // as they are typed
    std::string checks = "off";
    std::string schedule = "lock-step";
};

// --checks and --schedule.
void add_vm_settings(CLI::App& command, RawVm& raw);
// --checks alone.
void add_checks(CLI::App& command, RawVm& raw, const std::string& words);
// Errors: a schedule that there is not.
[[nodiscard]] Result<engine::VmSettings> finish_vm_settings(const RawVm& raw);

} // namespace warpstage::cli
