#include "core/exercise/prepared_plans.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpstage::exercise {

PreparedPlans::PreparedPlans(const Exercise& exercise)
    : m_exercise(exercise)
    , m_programs(std::make_shared<const engine::VmPrograms>(exercise.lesson))
{
}

Result<std::shared_ptr<const PreparedPlan>> PreparedPlans::at(const problem::Settings& settings, RunLimits limits)
{
    const auto known = std::ranges::find(m_prepared, settings, [](const auto& prepared) { return prepared->settings; });
    if (known != m_prepared.end())
        return *known;
    const auto& problem = *m_exercise.lesson->problem;
    auto whole = problem.check_plan(m_exercise.variant(), settings);
    auto own = problem.plan(m_exercise.variant(), settings);
    if (!whole || !own)
        return Error { fmt::format(
            "The exercise `{}` cannot be checked: {}", m_exercise.id, (whole ? own : whole).error().message) };
    whole->variant = own->variant = m_exercise.variant().id;
    PreparedPlan prepared { settings, {}, *std::move(whole), {} };
    if (prepared.whole.buffers.size() > own->buffers.size()) {
        auto reference = reference_of(prepared.whole, own->step.size(), own->buffers.size(), std::move(limits));
        if (!reference)
            return reference.error();
        prepared.reference = *std::move(reference);
    }
    prepared.own = std::make_shared<const problem::Plan>(*std::move(own));
    return m_prepared.emplace_back(std::make_shared<const PreparedPlan>(std::move(prepared)));
}

problem::CheckOutcome PreparedPlans::compare(const PreparedPlan& prepared, Contents contents) const
{
    std::ranges::copy(prepared.reference, std::back_inserter(contents));
    return m_exercise.lesson->problem->check(prepared.whole, prepared.settings, contents);
}

// The contents of the buffers of the reference, which are behind `buffers` others. Its launches are behind `works` of the
// student's, and run without them: kernels that find the reference's memory could change it.
Result<Contents> PreparedPlans::reference_of(
    const problem::Plan& whole, std::size_t works, std::size_t buffers, RunLimits limits) const
{
    auto plan = std::make_shared<problem::Plan>(whole);
    plan->step.erase(plan->step.begin(), plan->step.begin() + static_cast<std::ptrdiff_t>(works));
    plan->recorded_work = plan->step.size();
    PlanRun reference { m_programs, plan, std::move(limits) };
    const auto problem_found = reference.run();
    if (!problem_found)
        return problem_found.error();
    if (*problem_found)
        return Error { fmt::format("The reference of the exercise `{}` failed: {}", m_exercise.id, (*problem_found)->message) };
    auto contents = reference.contents();
    contents.erase(contents.begin(), contents.begin() + static_cast<std::ptrdiff_t>(buffers));
    return contents;
}

} // namespace warpstage::exercise
