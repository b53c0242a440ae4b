// The host works at the end of a step, timed on copies of what the last step has left them: again and again, as its kernels are,
// and without a trace in the plan's buffers.
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

// What to say when a host work has thrown.
[[nodiscard]] Error failure_of(const problem::HostWork& work, const std::exception& exception);

class HostTail {
public:
    // Nothing: the step has no kernel, a transfer, or a kernel behind host work, so that its kernels cannot be repeated alone.
    // The plan must outlive it.
    [[nodiscard]] static std::optional<HostTail> of(GpuPlan& plan);

    // Place of the first one in the step: before it there are launches only.
    [[nodiscard]] std::size_t first() const { return m_first; }
    [[nodiscard]] bool empty() const { return m_first == m_plan->plan().step.size(); }
    // How long each of them takes; the mean of some runs. Errors: a work failed.
    [[nodiscard]] Result<std::vector<std::chrono::nanoseconds>> time();

private:
    HostTail(GpuPlan& plan, std::size_t first);

    void copy_buffers();

    GpuPlan* m_plan;
    std::size_t m_first;
    std::vector<std::vector<std::byte>> m_copies; // by buffer; empty for those that no host work names
};

} // namespace warpstage::engine
