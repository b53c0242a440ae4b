// Runs the host work of a plan, as an engine would.
#pragma once

#include "core/problem/problem.h"

#include <cstddef>
#include <variant>
#include <vector>

namespace warpstage::problem {

using Contents = std::vector<std::vector<std::byte>>;

[[nodiscard]] Contents initial_contents(const Plan& plan);

// Every buffer is a copy for the work; buffers that it does not name are empty, and only those that it writes are copied back.
void run_host_work(const HostWork& work, Contents& contents);

[[nodiscard]] Settings settings_with(const Problem& problem, std::initializer_list<std::pair<const char*, const char*>> values);

// The first work of a step.
inline const KernelLaunch& launch_of(const Plan& plan)
{
    return std::get<KernelLaunch>(plan.step.front());
}

} // namespace warpstage::problem
