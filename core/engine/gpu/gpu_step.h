// One step of a plan on its way: stretches of launches on the GPU, between them host work on a thread of its own. Nothing here
// blocks but block().
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
    // Enqueues the first stretch. `finished` marks the end of each stretch. All three must outlive the step.
    [[nodiscard]] static Result<GpuStep> begin(GpuPlan& plan, gpu::Stream& stream, gpu::Event& finished);

    // Goes on where something has ended. Nothing while the step runs; its outcome once, at its end, when its results are shown.
    [[nodiscard]] Result<std::optional<StepOutcome>> advance();

    // Asks host work that runs or comes to return early; the step then ends there, and nothing of that work reaches the device.
    void interrupt();

    // Waits until advance() can go on.
    [[nodiscard]] Result<void> block();

private:
    enum class Phase : std::uint8_t { device, host };

    GpuStep(GpuPlan& plan, gpu::Stream& stream, gpu::Event& finished);

    // The host work just done, if any, brings its results back; launches follow up to the next host work, whose buffers are
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
    std::size_t m_next = 0; // the first work that has not begun
    const problem::HostWork* m_done_on_host = nullptr; // its results are still to be brought back
    std::vector<std::chrono::nanoseconds> m_host_times; // by work
    std::stop_source m_stop;
    std::future<std::chrono::nanoseconds> m_running; // the host work; its destructor waits, for it is of std::async
};

} // namespace warpstage::engine
