// Launches kernels of a program on the virtual machine, observes some of their blocks and writes the records.
#pragma once

#include "core/arch/architecture.h"
#include "core/arch/gpus.h"
#include "core/runtime/capture/program_capture.h"
#include "core/runtime/late/late_work.h"
#include "core/runtime/launch_record.h"
#include "core/runtime/launch_request.h"
#include "core/runtime/launch_watch.h"
#include "core/runtime/modules.h"
#include "core/runtime/settings.h"
#include "core/runtime/textures.h"
#include "core/runtime/wait_report.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpstage::runtime {

// What the launch asks for, or else the kernel: __cluster_dims__; (1,1,1) without either.
[[nodiscard]] Dim3 cluster_of(const Kernel& kernel, const LaunchRequest& request);
// The largest cluster that a launch of the kernel may have.
[[nodiscard]] std::uint32_t max_cluster_blocks(const Kernel& kernel);

class Launcher {
public:
    // `print` receives the output of printf of a kernel.
    Launcher(const LaunchPlace& place, const Settings& settings, std::function<void(std::string_view)> print);

    // The parameter block of a kernel from the addresses of its arguments. Fails like launch().
    [[nodiscard]] Failure pack(LaunchRequest& request, void* const* arguments);
    // Whether the launch can begin: shape, shared memory, size of a cooperative grid.
    [[nodiscard]] Failure check(const LaunchRequest& request);
    // Runs the launch to its end. A fault of the kernel is a failure whose sentence names the line.
    [[nodiscard]] Failure launch(const LaunchRequest& request);
    // What the program has set with cudaDeviceSetLimit.
    [[nodiscard]] simt::DeviceLimits& limits() { return m_limits; }
    // Whether a kernel that allocates memory has been launched: then the size of the heap is fixed.
    [[nodiscard]] bool has_used_heap() const { return m_heap_used; }
    // For the report and the exit status: a finding that belongs to no launch.
    void note_finding(const std::string& kind, const std::string& sentence) const;
    // "launch of kernel `add`", and the allocations that its parameters point to.
    [[nodiscard]] WorkNote note_of(const LaunchRequest& request) const;
    // Until the next call, launches record what they use here, if it is wanted: they are parts of one launch of a graph. Null:
    // each in its own request.
    void record_in(std::shared_ptr<UsedMemory> used) { m_used_by_graph = std::move(used); }
    // Whether the kernel may wait for a value that the host writes: it polls memory and can reach memory that both share.
    [[nodiscard]] bool may_wait_for_host(const LaunchRequest& request);
    // Ends the launch that another thread has started, and all later ones, without a result: the program ends.
    void stop() { m_stop.request_stop(); }
    [[nodiscard]] bool has_stopped() const { return m_stop.stop_requested(); }
    // Blocks of the kernel that fit on one multiprocessor; registers are estimated.
    [[nodiscard]] Failure resident_blocks(
        const void* function, std::uint32_t threads, std::size_t dynamic_shared_bytes, std::uint32_t& result);

private:
    enum class Follow : std::uint8_t { nothing, buffers };
    [[nodiscard]] bool points_to_host(std::span<const std::byte> words, Follow follow) const;
    [[nodiscard]] bool any_variable_points_to_host(const Kernel& kernel) const;
    [[nodiscard]] Failure check(const Kernel& kernel, const LaunchRequest& request);
    [[nodiscard]] Failure run_children(
        const LaunchRequest& parent, const Kernel& kernel, std::vector<simt::ChildLaunch> children);
    [[nodiscard]] Failure run_child(const LaunchRequest& parent, const Kernel& kernel, simt::ChildLaunch& child);
    // Without the lock if it runs beside the program.
    [[nodiscard]] Result<simt::LaunchOutcome> run(const simt::Program& program, const simt::LaunchShape& shape,
        std::span<const std::byte> parameters, simt::RunOptions& options);
    [[nodiscard]] Failure refuse(const LaunchRequest& request, Failure failure);
    void write(const LaunchRecord& record) const;

    LaunchPlace m_place;
    Settings m_settings;
    std::function<void(std::string_view)> m_print;
    std::unique_ptr<LaunchWatch> m_watch; // null: without a file of records
    std::uint64_t m_launches = 0;
    simt::DeviceLimits m_limits;
    bool m_heap_used = false;
    std::stop_source m_stop;
    ProgramCapture m_capture;
    WaitReport m_waits;
    using Shape = std::tuple<const Kernel*, std::uint64_t, std::uint64_t>; // blocks, threads
    std::map<Shape, std::uint32_t> m_observed; // launches of that shape
    std::shared_ptr<UsedMemory> m_used_by_graph; // may be null
    std::uint32_t m_explained = 0; // launches whose causes of time were computed
};

} // namespace warpstage::runtime
