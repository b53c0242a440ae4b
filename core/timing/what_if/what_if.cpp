#include "core/timing/what_if/what_if.h"

#include "core/base/concurrency/parallel.h"
#include "core/timing/what_if/causes/causes.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::timing {

namespace {

constexpr std::size_t kLeadingCauses = 3; // with which hidden causes are paired

std::chrono::nanoseconds whole(double nanoseconds)
{
    return std::chrono::nanoseconds(static_cast<std::int64_t>(nanoseconds));
}

class WhatIf {
public:
    WhatIf(Scenario scenario, const std::stop_token& stop)
        : m_scenario(std::move(scenario))
        , m_stop(stop)
        , m_now(time_of(m_scenario, stop))
    {
    }

    // `estimated`: time of the launch; the scenarios change it in proportion.
    std::vector<CauseGain> gains(double estimated)
    {
        std::vector<Cause> causes = causes_of(m_scenario, m_now.simulation);
        std::vector<CauseGain> all(causes.size());
        for_each_parallel(causes.size(), [&](std::uint64_t i) {
            CauseGain& gain = all[i];
            const double share = share_without(causes[i], nullptr);
            gain.share = std::max(0.0, 1.0 - share);
            gain.without = whole(estimated * std::min(1.0, share));
            gain.cause = std::move(causes[i]);
        });
        omit_wider(all);
        std::ranges::stable_sort(all, std::ranges::greater {}, &CauseGain::share);
        find_hidden(all, estimated);
        std::erase_if(all, [](const CauseGain& gain) { return gain.share < kLeastShare && !gain.behind; });
        return all;
    }

private:
    // The time without the causes, relative to the present one.
    [[nodiscard]] double share_without(const Cause& first, const Cause* second) const
    {
        if (m_stop.stop_requested())
            return 1.0;
        Scenario scenario = m_scenario;
        first.kind->remove(first, scenario);
        if (second != nullptr)
            second->kind->remove(*second, scenario);
        return time_of(scenario, m_stop).nanoseconds / m_now.nanoseconds;
    }

    // A cause that gains hardly more than one that it includes says less than that.
    static void omit_wider(std::vector<CauseGain>& all)
    {
        constexpr double kHardlyMore = 0.8;
        constexpr double kOften = 4.0; // data that a block loads often are a cause of their own
        std::vector<bool> omitted(all.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            omitted[i] = all[i].cause.ratio < kOften && std::ranges::any_of(all, [&](const CauseGain& other) {
                return contains_id(all[i].cause.kind->includes, other.cause.kind->id)
                    && other.share >= kHardlyMore * all[i].share;
            });
        std::size_t i = 0;
        std::erase_if(all, [&](const CauseGain&) { return omitted[i++]; });
    }

    // Causes of the program that gain little alone, behind each of the leading ones.
    void find_hidden(std::vector<CauseGain>& all, double estimated)
    {
        struct Pair {
            std::size_t hidden = 0;
            std::size_t leading = 0;
            double both = 1.0; // time without both, relative to the present one
        };
        std::vector<Pair> pairs;
        std::vector<std::size_t> leading;
        for (std::size_t i = 0; i < all.size() && leading.size() < kLeadingCauses; ++i)
            if (all[i].share >= kLeastShare && all[i].cause.kind->remedy == Remedy::program)
                leading.push_back(i);
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].share < kLeastShare && can_hide(all[i].cause))
                for (const std::size_t other : leading)
                    pairs.push_back({ i, other });
        for_each_parallel(pairs.size(),
            [&](std::uint64_t i) { pairs[i].both = share_without(all[pairs[i].leading].cause, &all[pairs[i].hidden].cause); });
        for (const Pair& pair : pairs) {
            CauseGain& hidden = all[pair.hidden];
            const double more = 1.0 - all[pair.leading].share - pair.both;
            if (more < hidden.share + kLeastShare || more <= hidden.share_behind)
                continue;
            hidden.behind = pair.leading;
            hidden.share_behind = more;
            hidden.without_both = whole(estimated * pair.both);
        }
    }

    // Recorded facts show the cause, unlike a latency or a pipe, which any faster kernel uncovers.
    static bool can_hide(const Cause& cause) { return cause.line != 0 || cause.kind->id == "partition-camping"; }

    Scenario m_scenario;
    const std::stop_token& m_stop;
    ScenarioTime m_now;
};

} // namespace

Result<Why> why(LaunchSample sample, const WorkEstimate& estimate, const arch::Traits& traits, const arch::Gpu& gpu,
    const std::stop_token& stop)
{
    const Dim3 grid = sample.grid;
    const Dim3 block = sample.block;
    auto scenario = scenario_of(std::move(sample), traits, gpu);
    if (!scenario)
        return scenario.error();
    Why result;
    result.gpu = gpu.name;
    result.kernel = estimate.name;
    result.work = estimate.work;
    result.now = estimate.time;
    result.step = estimate.time;
    result.shape = scenario->shape;
    result.grid = grid;
    result.block = block;
    result.coalesced = causes::coalesced_share(*scenario);
    result.early_loads = causes::early_share(*scenario);
    result.asynchronous = causes::is_asynchronous(*scenario);
    result.limiter = estimate.limiter;
    result.pipe = estimate.pipe;
    result.causes = WhatIf(*std::move(scenario), stop).gains(static_cast<double>(estimate.time.count()));
    if (stop.stop_requested())
        return Error { "The what-if was stopped." };
    return result;
}

Result<Why> why_step(const EstimateRequest& request, const StepEstimate& step, const std::stop_token& stop)
{
    const auto longest = std::ranges::max_element(step.works, {}, &WorkEstimate::time);
    if (longest == step.works.end() || !std::holds_alternative<problem::KernelLaunch>(request.plan->step[longest->work]))
        return Error { "The longest item of the time step is a copy between host and device. What-if is for kernels." };
    auto vm = engine::VmPlan::make(request.programs, request.plan);
    if (!vm)
        return vm.error();
    LaunchSource source(request, *std::move(vm), stop);
    // As for the estimate, earlier launches run before.
    for (std::size_t work = 0; work < longest->work; ++work)
        if (std::holds_alternative<problem::KernelLaunch>(request.plan->step[work]))
            if (const auto earlier = source.sample(work); !earlier)
                return earlier.error();
    auto sampled = source.sample(longest->work);
    if (!sampled)
        return sampled.error();
    auto result = why(std::move(sampled->sample), *longest, *request.traits, *request.gpu, stop);
    if (result)
        result->step = step.time;
    return result;
}

} // namespace warpstage::timing
