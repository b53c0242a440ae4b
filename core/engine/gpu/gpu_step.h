// A running step of a plan: segments of launches on the GPU, and host work between them in a separate thread. Only block()
// blocks.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/gpu/gpu_plan.h"
#include "core/gpu/event.h"
#include "core/gpu/stream.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <optional>
#include <stop_token>
#include <vector>

namespace warpstage::engine {

class GpuStep {
public:
    // Enqueues the first segment. `finished` is recorded at the end of each segment. All three must outlive the step.
    [[nodiscard]] static Result<GpuStep> begin(GpuPlan& plan, gpu::Stream& stream, gpu::Event& finished);

    // Continues the step after a segment or host work has ended. Returns nothing while the step runs, and its outcome once at the
    // end, after its results are mirrored.
    [[nodiscard]] Result<std::optional<StepOutcome>> advance();

    // Requests an early return of current or future host work; the step then ends there, and no result of that work reaches the
    // device.
    void interrupt();

    // Waits until advance() can continue.
    [[nodiscard]] Result<void> block();

private:
    enum class Phase : std::uint8_t { device, host };

    GpuStep(GpuPlan& plan, gpu::Stream& stream, gpu::Event& finished);

    // Copies the results of completed host work to the device, then enqueues launches up to the next host work, whose buffers are
    // fetched.
    [[nodiscard]] Result<void> enqueue_stretch();
    [[nodiscard]] Result<void> enqueue_in_stream();
    void begin_host_work();
    [[nodiscard]] Result<void> end_host_work();
    [[nodiscard]] Result<StepOutcome> outcome() const;

    GpuPlan* m_plan = nullptr;
    gpu::Stream* m_stream = nullptr;
    gpu::Event* m_finished = nullptr;
    Phase m_phase = Phase::device;
    std::size_t m_next = 0; // the first work not started
    const problem::HostWork* m_done_on_host = nullptr; // its results are not copied back yet
    std::vector<std::chrono::nanoseconds> m_host_times; // by work
    std::stop_source m_stop;
    std::future<std::chrono::nanoseconds> m_running; // the host work; its destructor waits, because it is from std::async
};

} // namespace warpstage::engine
