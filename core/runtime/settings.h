// What `warpstage exec` tells the runtime library, in one environment variable.
#pragma once

#include "core/base/result.h"
#include "core/runtime/capture/launch_selection.h"
#include "core/simt/machine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::runtime {

inline constexpr const char* kSettingsVariable = "WARPSTAGE_EXEC";

// Of lanes, wavefronts and sectors.
enum class Observation : std::uint8_t {
    none, // kernels run at full speed
    sampled, // of the blocks that the estimate needs, and of all of a small grid
    complete, // of all blocks of all launches
};

struct Settings {
    std::string architecture = "H200"; // see arch::parse_architecture()
    simt::Checks checks;
    simt::Scheduling scheduling;
    Observation observation = Observation::none;
    bool flushes_caches = false; // estimates: before each launch, as Nsight Compute does
    std::string record_file; // one JSON line per begun and per finished launch; empty: none
    CaptureSettings capture;
    // Operations run when the program waits for them: see core/runtime/late; nothing: at once.
    std::optional<std::uint64_t> late_seed {};
    std::optional<double> explain_after {}; // seconds of a launch: see core/runtime/wait_report.h
    bool estimates = true; // of the time of observed launches

    bool operator==(const Settings&) const = default;
};

// The text of the variable and back. An empty text has the default settings. Errors: a text that write_settings() has not
// written.
[[nodiscard]] std::string write_settings(const Settings& settings);
[[nodiscard]] Result<Settings> read_settings(std::string_view text);

} // namespace warpstage::runtime
