// A plan's launches in memory of their own, with the blocks in another order for each seed.
#pragma once

#include "core/base/result.h"
#include "core/engine/vm_plan.h"
#include "core/problem/difference.h"
#include "core/problem/plan.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::exercise {

using Contents = std::vector<std::vector<std::byte>>; // by buffer

struct RunLimits {
    std::uint64_t instruction_budget = 0; // warp instructions of one block
    std::chrono::milliseconds time { 0 }; // of all launches; beyond it the kernels count as endless
    std::uint64_t seed = 0; // of the order of the blocks
    std::stop_token stop {};
};

enum class TimeEnd : std::uint8_t {
    none,
    limit, // on another computer it may end
    overloaded, // the computer has other work: nothing is known about the kernels
};

struct RunFailure {
    std::string message; // without the parameters
    std::uint32_t line = 0; // of the kernels; 0: none
};

class PlanRun {
public:
    PlanRun(std::shared_ptr<const engine::VmPrograms> programs, std::shared_ptr<const problem::Plan> plan, RunLimits limits)
        : m_programs(std::move(programs))
        , m_plan(std::move(plan))
        , m_limits(std::move(limits))
    {
    }

    // The observer of the blocks of a launch, which then run in sequence.
    using LaunchObserver = std::function<simt::Observer*(std::size_t work)>;

    // What failed; nothing if all launches ended. Errors: a stop request; a plan with other work than launches.
    [[nodiscard]] Result<std::optional<RunFailure>> run(
        simt::Checks checks = simt::kNoChecks, const LaunchObserver& observer_of = {});

    // Whether a limit of the time ended it.
    [[nodiscard]] TimeEnd time_end() const { return m_end; }
    // After run().
    [[nodiscard]] Contents contents();
    // The line that writes this element; 0: unknown.
    [[nodiscard]] std::uint32_t line_of_writer(const problem::Difference& element) const;

private:
    std::shared_ptr<const engine::VmPrograms> m_programs;
    std::shared_ptr<const problem::Plan> m_plan;
    RunLimits m_limits;
    std::optional<engine::VmPlan> m_vm;
    TimeEnd m_end = TimeEnd::none;
};

[[nodiscard]] std::string run_limit_sentence(std::chrono::milliseconds limit);

} // namespace warpstage::exercise
