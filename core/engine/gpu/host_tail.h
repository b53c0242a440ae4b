// The host works at the end of a step, measured repeatedly, as its kernels are, on copies of the last step's data and without
// changing the plan's buffers.
#pragma once

#include "core/base/result.h"
#include "core/engine/gpu/gpu_plan.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <vector>

namespace warpstage::engine {

// The message for an exception of a host work.
[[nodiscard]] Error failure_of(const problem::HostWork& work, const std::exception& exception);

class HostTail {
public:
    // Nothing if the step has no kernel, a transfer, or a kernel after host work, because its kernels then cannot be repeated
    // separately. The plan must outlive it.
    [[nodiscard]] static std::optional<HostTail> of(GpuPlan& plan);

    // Index of the first host work in the step; only launches precede it.
    [[nodiscard]] std::size_t first() const { return m_first; }
    [[nodiscard]] bool empty() const { return m_first == m_plan->plan().step.size(); }
    // The time of each, as the mean of some runs. Errors: a work failed.
    [[nodiscard]] Result<std::vector<std::chrono::nanoseconds>> time();

private:
    HostTail(GpuPlan& plan, std::size_t first);

    void copy_buffers();

    GpuPlan* m_plan;
    std::size_t m_first;
    std::vector<std::vector<std::byte>> m_copies; // by buffer; empty for buffers that no host work uses
};

} // namespace warpstage::engine
