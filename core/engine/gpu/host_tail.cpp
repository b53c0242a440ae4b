#include "core/engine/gpu/host_tail.h"

#include <fmt/format.h>

#include <algorithm>
#include <stop_token>
#include <variant>

namespace warpstage::engine {

namespace {

// The first run warms the caches and is not counted.
std::chrono::nanoseconds mean_time(const problem::HostWork& work, std::span<const std::span<std::byte>> buffers)
{
    constexpr std::chrono::microseconds kLongEnough { 100 };
    const std::stop_token never;
    work.run(buffers, never);
    const auto begin = std::chrono::steady_clock::now();
    std::int64_t runs = 0;
    while (true) {
        work.run(buffers, never);
        ++runs;
        const auto passed = std::chrono::steady_clock::now() - begin;
        if (passed >= kLongEnough)
            return passed / runs;
    }
}

} // namespace

Error failure_of(const problem::HostWork& work, const std::exception& exception)
{
    return { fmt::format("The host computation `{}` failed: {}. Choose a smaller size.", work.label, exception.what()) };
}

std::optional<HostTail> HostTail::of(GpuPlan& plan)
{
    const auto& works = plan.plan().step;
    const auto first = std::ranges::find_if_not(
        works, [](const problem::Work& work) { return std::holds_alternative<problem::KernelLaunch>(work); });
    const bool rest_is_host = std::all_of(
        first, works.end(), [](const problem::Work& work) { return std::holds_alternative<problem::HostWork>(work); });
    if (first == works.begin() || !rest_is_host)
        return {};
    return HostTail { plan, static_cast<std::size_t>(first - works.begin()) };
}

HostTail::HostTail(GpuPlan& plan, std::size_t first)
    : m_plan(&plan)
    , m_first(first)
    , m_copies(plan.plan().buffers.size())
{
}

void HostTail::copy_buffers()
{
    const auto& works = m_plan->plan().step;
    for (std::size_t i = m_first; i < works.size(); ++i) {
        for (const auto buffer : buffers_of(std::get<problem::HostWork>(works[i]))) {
            const auto held = m_plan->host_copy(buffer);
            m_copies[buffer].assign(held.begin(), held.end());
        }
    }
}

Result<std::vector<std::chrono::nanoseconds>> HostTail::time()
{
    std::vector<std::chrono::nanoseconds> times;
    if (empty())
        return times;
    copy_buffers();
    std::vector<std::span<std::byte>> buffers { m_copies.begin(), m_copies.end() };
    const auto& works = m_plan->plan().step;
    for (std::size_t i = m_first; i < works.size(); ++i) {
        const auto& work = std::get<problem::HostWork>(works[i]);
        try {
            times.push_back(mean_time(work, buffers));
        } catch (const std::exception& exception) {
            return failure_of(work, exception);
        }
    }
    return times;
}

} // namespace warpstage::engine
