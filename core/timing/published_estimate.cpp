#include "core/timing/published_estimate.h"

#include "core/arch/architecture.h"
#include "core/lesson/lesson.h"

#include <fmt/format.h>

#include <chrono>

namespace warpstage::timing {

namespace {

bool is_time(const std::string& unit)
{
    return unit == "ms";
}

Result<PublishedEstimate> estimate(
    const std::shared_ptr<const engine::VmPrograms>& programs, const lesson::PublishedFigure& figure, const std::stop_token& stop)
{
    const lesson::Lesson& lesson = programs->lesson();
    const auto* variant = lesson.find_variant(figure.variant);
    if (variant == nullptr)
        return Error { fmt::format("Lesson `{}` has no variant `{}`.", lesson.id, figure.variant) };
    const auto architecture = arch::parse_architecture(figure.architecture.empty() ? figure.machine : figure.architecture);
    if (!architecture)
        return architecture.error();
    auto settings = lesson.initial_settings(EngineKind::gpu);
    for (const auto* parameters : { &figure.unprinted, &figure.parameters })
        for (const auto& [id, value] : *parameters)
            if (const auto set = settings.set(lesson.problem->parameters(), id, value); !set)
                return set.error();
    auto plan = lesson.problem->plan(*variant, settings);
    if (!plan)
        return plan.error();
    plan->variant = variant->id;
    const double work = plan->work_per_step;
    const problem::Run run { figure.steps, figure.copies ? problem::Copies::both : problem::Copies::none };
    const auto step = estimate_run(
        { programs, std::make_shared<const problem::Plan>(*std::move(plan)), architecture->traits, &architecture->assumed_gpu() },
        run, stop);
    if (!step)
        return step.error();
    const double seconds = std::chrono::duration<double>(step->time).count();
    PublishedEstimate result { figure, is_time(figure.unit) ? 1e3 * seconds : work / seconds / 1e9, 0.0, {} };
    if (is_time(figure.unit) && figure.speed_up > 0.0)
        result.speed_up = figure.speed_up * figure.value / result.estimated;
    return result;
}

} // namespace

double PublishedEstimate::factor() const
{
    if (estimated <= 0.0)
        return 0.0;
    return is_time(figure.unit) ? estimated / figure.value : figure.value / estimated;
}

bool PublishedEstimate::is_off() const
{
    return estimated > 0.0 && (factor() > kPublishedFactor || factor() < 1.0 / kPublishedFactor);
}

std::vector<lesson::PublishedFigure> estimable_figures(const lesson::PublishedFigures& published, const lesson::Lesson& lesson)
{
    std::vector<lesson::PublishedFigure> figures;
    for (const auto& figure : published.all()) {
        const auto* variant = figure.lesson == lesson.id ? lesson.find_variant(figure.variant) : nullptr;
        if (variant != nullptr && !lesson.problem->kernels(*variant).empty() && arch::parse_architecture(figure.machine))
            figures.push_back(figure);
    }
    return figures;
}

PublishedEstimate estimate_published(
    const std::shared_ptr<const engine::VmPrograms>& programs, const lesson::PublishedFigure& figure, const std::stop_token& stop)
{
    auto result = estimate(programs, figure, stop);
    if (!result)
        return { figure, 0.0, 0.0, result.error().message };
    return *std::move(result);
}

} // namespace warpstage::timing
