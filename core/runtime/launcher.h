// Launches kernels of a program on the virtual machine, observes some of their blocks and writes the records.
#pragma once

#include "core/arch/architecture.h"
#include "core/arch/gpus.h"
#include "core/runtime/capture/program_capture.h"
#include "core/runtime/launch_record.h"
#include "core/runtime/launch_request.h"
#include "core/runtime/launch_watch.h"
#include "core/runtime/modules.h"
#include "core/runtime/settings.h"
#include "core/runtime/textures.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpstage::runtime {

class Launcher {
public:
    // `print` receives the output of printf of a kernel.
    Launcher(const LaunchPlace& place, const Settings& settings, std::function<void(std::string_view)> print);

    // The parameter block of a kernel from the addresses of its arguments. Fails like launch().
    [[nodiscard]] Failure pack(LaunchRequest& request, void* const* arguments);
    // Runs the launch to its end. A fault of the kernel is a failure whose sentence names the line.
    [[nodiscard]] Failure launch(const LaunchRequest& request);
    // Blocks of the kernel that fit on one multiprocessor; registers are estimated.
    [[nodiscard]] Failure resident_blocks(
        const void* function, std::uint32_t threads, std::size_t dynamic_shared_bytes, std::uint32_t& result);

private:
    [[nodiscard]] Failure check(const Kernel& kernel, const LaunchRequest& request);
    void write(const LaunchRecord& record) const;

    LaunchPlace m_place;
    Settings m_settings;
    std::function<void(std::string_view)> m_print;
    std::unique_ptr<LaunchWatch> m_watch; // null: without a file of records
    std::uint64_t m_launches = 0;
    ProgramCapture m_capture;
    using Shape = std::tuple<const Kernel*, std::uint64_t, std::uint64_t>; // blocks, threads
    std::map<Shape, std::uint32_t> m_observed; // launches of that shape
};

} // namespace warpstage::runtime
