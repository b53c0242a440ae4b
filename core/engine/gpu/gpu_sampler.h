// Samples of a plan's step on copies of its buffers: see core/engine/sample.h.
#pragma once

#include "core/base/result.h"
#include "core/engine/gpu/gpu_plan.h"
#include "core/engine/gpu/gpu_round.h"
#include "core/engine/gpu/host_tail.h"
#include "core/engine/sample.h"
#include "core/gpu/stream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::engine {

class GpuSampler {
public:
    // Copies the buffers and warms up. Null: the plan is not suitable for the request. The plan and the stream must outlive it;
    // then the plan may drop its buffer sets. Errors: a fault.
    [[nodiscard]] static Result<std::unique_ptr<GpuSampler>> make(
        GpuPlan& plan, gpu::Stream& stream, const SampleRequest& request);
    GpuSampler(const GpuSampler&) = delete;
    GpuSampler& operator=(const GpuSampler&) = delete;
    ~GpuSampler();

    // Takes a sample; blocks.
    [[nodiscard]] Result<Sample> take();

private:
    GpuSampler(GpuPlan& plan, gpu::Stream& stream, std::vector<PlanCopy> copies, Round round, HostTail tail);

    // Whether the plan is suitable for the request.
    [[nodiscard]] Result<bool> warm_up(const SampleRequest& request);
    [[nodiscard]] Result<void> enqueue_sample();
    // The launches of a step with an event before the first and after each one.
    [[nodiscard]] Result<void> enqueue_marked_step();
    [[nodiscard]] Result<StepTiming> divided(std::chrono::nanoseconds step) const;

    GpuPlan& m_plan;
    gpu::Stream& m_stream;
    std::vector<PlanCopy> m_copies;
    Round m_round; // of the launches
    HostTail m_tail;
    std::vector<gpu::Event> m_marks; // for a step with several launches; else empty
    std::uint32_t m_lead = 1; // steps before the first event, so that the launch of one overlaps with the execution of another
    std::uint32_t m_steps = 1; // between the events
};

} // namespace warpstage::engine
