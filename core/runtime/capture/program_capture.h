// Captures the chosen launches of a program on the virtual device.
#pragma once

#include "core/capture/launch_capture.h"
#include "core/runtime/capture/launch_selection.h"
#include "core/runtime/launch_request.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace warpstage::runtime {

class ProgramCapture {
public:
    // `device`: the GPU that the program sees.
    ProgramCapture(CaptureSettings settings, std::string device);

    // Before a launch. Null: it is not captured.
    [[nodiscard]] std::unique_ptr<capture::LaunchCapture> begin(
        const Kernel& kernel, const LaunchRequest& request, std::uint64_t number, const LaunchPlace& place);
    // After it. `fault`: its kind, or empty.
    void end(capture::LaunchCapture& captured, std::string_view fault);

private:
    [[nodiscard]] std::string write_ptx(const Kernel& kernel, const Modules& modules);

    CaptureSettings m_settings;
    std::string m_device;
    LaunchSelection m_selection;
    std::map<const Unit*, std::string> m_ptx_files;
};

} // namespace warpstage::runtime
