#include "core/live/real_size_trial.h"

#include "core/engine/variant_run.h"
#include "core/engine/vm_plan.h"
#include "core/live/deadline.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::live {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMaxBlocks = 65536; // per launch; the time limit is reached first
constexpr double kMiB = 1048576.0;

std::vector<std::uint64_t> ends_of(std::uint64_t count)
{
    return count == 1 ? std::vector<std::uint64_t> { 0 } : std::vector<std::uint64_t> { 0, count - 1 };
}

// Blocks between the first and the last, in an order that covers the whole grid evenly at any time (steps of the golden ratio:
// Knuth, The Art of Computer Programming 3, 6.4).
std::vector<std::uint64_t> spread_over(std::uint64_t count)
{
    std::vector<std::uint64_t> blocks;
    const auto between = count - 2;
    auto stride = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(0.6180339887 * static_cast<double>(between)));
    while (std::gcd(stride, between) != 1)
        ++stride;
    std::uint64_t at = 0;
    for (std::uint64_t i = 0; i < std::min(between, kMaxBlocks); ++i) {
        at = (at + stride) % between;
        blocks.push_back(1 + at);
    }
    return blocks;
}

std::uint64_t bytes_of(const problem::Plan& plan)
{
    std::uint64_t bytes = 0;
    for (const auto& buffer : plan.buffers)
        bytes += buffer.bytes;
    return bytes;
}

class Look {
public:
    Look(const problem::Variant& variant, const problem::Plan& plan, engine::VmPlan vm, const std::stop_token& stop)
        : m_variant(variant)
        , m_plan(plan)
        , m_vm(std::move(vm))
        , m_stop(stop)
    {
    }

    // Returns whether all of them ran. Stops at the first finding.
    template <typename Choose> bool run(const Choose& choose, std::chrono::milliseconds limit)
    {
        const Deadline deadline { limit, m_stop };
        for (std::size_t work = 0; work < m_plan.step.size() && !m_look.finding; ++work) {
            const auto* const launch = std::get_if<problem::KernelLaunch>(&m_plan.step[work]);
            if (launch == nullptr)
                continue;
            const auto outcome = m_vm.run_blocks(work, choose(launch->grid.count()), { .stop = deadline.token() });
            if (!outcome)
                m_look.finding = found(Stage::real_size, outcome.error().message);
            else if (outcome->trap && !engine::is_expected(m_variant, *outcome->trap))
                m_look.finding = found(Stage::real_size, outcome->trap->message, outcome->trap);
            else if (outcome->stopped)
                return false;
        }
        return true;
    }

    [[nodiscard]] const TrialLook& look() const { return m_look; }

private:
    const problem::Variant& m_variant;
    const problem::Plan& m_plan;
    engine::VmPlan m_vm;
    std::stop_token m_stop;
    TrialLook m_look;
};

} // namespace

TrialLook try_real_size(const std::shared_ptr<const lesson::Lesson>& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const RealSizeLimits& limits, const std::stop_token& stop)
{
    const auto untried = [](const std::string& why) {
        return TrialLook { {}, "No full-size block was tested on the virtual machine before the GPU: " + why };
    };
    auto made = lesson->problem->plan(variant, settings);
    if (!made)
        return untried(made.error().message);
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
    if (const auto bytes = bytes_of(*plan); bytes > limits.bytes)
        return untried(fmt::format("a second copy of its buffers would need {:.0f} MiB; the limit is {:.0f} MiB.",
            static_cast<double>(bytes) / kMiB, static_cast<double>(limits.bytes) / kMiB));
    auto vm = engine::VmPlan::make(std::make_shared<const engine::VmPrograms>(lesson), plan);
    if (!vm)
        return untried(vm.error().message);
    const auto begin = Clock::now();
    Look look { variant, *plan, std::move(*vm), stop };
    if (!look.run(ends_of, limits.most) && !look.look().finding)
        return untried(fmt::format(
            "the first and last blocks did not end within {} s.", std::chrono::duration<double>(limits.most).count()));
    const auto left = limits.usual - std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
    if (!look.look().finding && left.count() > 0)
        look.run([](std::uint64_t count) { return count > 2 ? spread_over(count) : std::vector<std::uint64_t> {}; }, left);
    return look.look();
}

} // namespace warpstage::live
