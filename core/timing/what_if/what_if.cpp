#include "core/timing/what_if/what_if.h"

#include "core/base/concurrency/parallel.h"
#include "core/timing/what_if/causes/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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
        const std::size_t single = causes.size();
        add_several_lines(causes);
        std::vector<CauseGain> all(causes.size());
        for_each_parallel(causes.size(), [&](std::uint64_t i) {
            CauseGain& gain = all[i];
            const double share = share_without(causes[i], nullptr);
            gain.share = std::max(0.0, 1.0 - share);
            gain.without = whole(estimated * std::min(1.0, share));
            gain.cause = std::move(causes[i]);
        });
        describe_several_lines(all, single);
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

    // One cause for all lines that have causes of the same kind.
    static void add_several_lines(std::vector<Cause>& causes)
    {
        std::map<const CauseKind*, std::vector<std::uint32_t>> lines;
        for (const Cause& cause : causes)
            if (cause.kind->in_several_lines && cause.line != 0)
                lines[cause.kind].push_back(cause.line);
        for (const CauseKind& kind : all_causes())
            if (const auto found = lines.find(&kind); found != lines.end() && found->second.size() > 1)
                causes.push_back({ .kind = &kind, .lines = found->second });
    }

    // Those from index `single` on get the facts of the line that gains most. One that gains hardly more than this line is
    // omitted.
    static void describe_several_lines(std::vector<CauseGain>& all, std::size_t single)
    {
        for (std::size_t i = single; i < all.size(); ++i) {
            const CauseGain* most = nullptr;
            for (std::size_t k = 0; k < single; ++k)
                if (all[k].cause.kind == all[i].cause.kind && all[k].cause.line != 0
                    && (most == nullptr || all[k].share > most->share))
                    most = &all[k];
            std::vector<std::uint32_t> lines = std::move(all[i].cause.lines);
            all[i].cause = most->cause;
            all[i].cause.lines = std::move(lines);
            if (!most->cause.degree.empty())
                all[i].cause.degree += fmt::format(" in line {}", most->cause.line);
            if (all[i].share < most->share + kLeastShare)
                all[i].cause.kind = nullptr;
        }
        std::erase_if(all, [](const CauseGain& gain) { return gain.cause.kind == nullptr; });
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
            if (all[i].share >= kLeastShare && all[i].cause.kind->remedy == Remedy::program && !is_among_lines(all, i))
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

    // Whether a cause in several lines, which gains more, includes it.
    static bool is_among_lines(const std::vector<CauseGain>& all, std::size_t index)
    {
        const CauseGain& gain = all[index];
        return !gain.cause.has_several_lines() && std::ranges::any_of(all, [&](const CauseGain& other) {
            return other.cause.kind == gain.cause.kind
                && std::ranges::find(other.cause.lines, gain.cause.line) != other.cause.lines.end();
        });
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
