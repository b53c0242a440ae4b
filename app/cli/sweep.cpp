// `warpstage sweep`: a variant with one value of a parameter after the other.
#include "app/cli/assets.h"
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "app/cli/sweep_run.h"
#include "app/cli/sweep_table.h"
#include "app/export/export.h"
#include "core/arch/architecture.h"
#include "core/bench/measure_variant.h"
#include "core/session/recording/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::cli {

namespace {

constexpr draw::Size kPage { 760, 440 };

// One lesson's variant, ready to go through values.
class Sweeper {
public:
    Sweeper(std::shared_ptr<const lesson::Lesson> lesson, const problem::Variant& variant,
        std::vector<arch::Architecture> architectures, std::unique_ptr<engine::Engine> engine)
        : m_lesson(std::move(lesson))
        , m_variant(variant)
        , m_architectures(std::move(architectures))
        , m_engine(std::move(engine))
    {
    }

    // Errors: an engine that is unusable, a kernel that the virtual machine cannot run.
    Result<SweptPoint> run(const problem::Settings& settings, const SweepCommand& command, bool& shared)
    {
        SweptPoint point { settings.text(command.parameter.id), {}, {} };
        engine::SeriesRequest request;
        request.samples = command.repeat;
        auto line = bench::measure_variant(*m_engine, *m_lesson, m_variant, settings, request,
            command.check ? bench::Checking::checked : bench::Checking::unchecked);
        if (!line)
            return line.error();
        point.line = std::move(*line);
        if (point.line.time.samples == 0)
            return point;
        auto made = m_lesson->problem->plan(m_variant, settings);
        if (!made)
            return made.error();
        const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
        for (const auto& architecture : m_architectures) {
            const auto recording = record(plan, architecture);
            if (!recording)
                return recording.error();
            const auto& report = (*recording)->report;
            shared = report.total.shared_requests > report.total.global_requests;
            point.costs.push_back(costliest_instruction(report, shared));
        }
        return point;
    }

private:
    Result<std::shared_ptr<const session::Recording>> record(
        const std::shared_ptr<const problem::Plan>& plan, const arch::Architecture& architecture) const
    {
        if (plan->recorded_work >= plan->step.size())
            return Error { fmt::format(
                "Variant `{}` of lesson `{}` runs on the host: there is no kernel to look at.", m_variant.id, m_lesson->id) };
        session::RecordingRequest request;
        request.programs = m_programs;
        request.lesson = m_lesson;
        request.variant = m_variant.id;
        request.plan = plan;
        request.work = plan->recorded_work;
        request.traits = architecture.traits;
        return session::record(request);
    }

    std::shared_ptr<const lesson::Lesson> m_lesson;
    const problem::Variant& m_variant;
    std::vector<arch::Architecture> m_architectures;
    std::unique_ptr<engine::Engine> m_engine;
    std::shared_ptr<const engine::VmPrograms> m_programs = std::make_shared<const engine::VmPrograms>(m_lesson);
};

std::string other_settings(
    const lesson::Lesson& lesson, const problem::Settings& settings, const Common& common, std::string_view swept)
{
    std::string text;
    for (const auto& parameter : lesson.problem->parameters()) {
        const bool given = std::ranges::any_of(common.settings, [&](const auto& set) { return set.first == parameter.id; });
        if (parameter.id != swept && (given || parameter.id == "n" || parameter.id == "block"))
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter.id, settings.text(parameter.id));
    }
    return text;
}

} // namespace

Result<Sweep> sweep_over(const Common& common, const SweepCommand& command)
{
    std::vector<arch::Architecture> architectures;
    for (const auto& name : command.architectures.empty() ? std::vector<std::string> { "9.0" } : command.architectures) {
        const auto architecture = arch::parse_architecture(name);
        if (!architecture)
            return architecture.error();
        architectures.push_back(*architecture);
    }
    const auto assets = find_assets(common);
    if (!assets)
        return assets.error();
    const auto lesson = assets->catalog->find(command.lesson);
    if (!lesson)
        return lesson.error();
    const auto variant = find_variant(**lesson, command.variant);
    if (!variant)
        return variant.error();
    auto engine = engine_for(common, {});
    if (!engine)
        return engine.error();
    Sweep sweep;
    sweep.lesson = (*lesson)->title;
    sweep.variant = (*variant)->label;
    sweep.parameter = command.parameter.id;
    sweep.engine = (*engine)->description();
    for (const auto& architecture : architectures)
        sweep.architectures.push_back(architecture.name());
    auto settings = settings_of(common, **lesson, sweep.emulated() ? EngineKind::vm : EngineKind::gpu);
    if (!settings)
        return settings.error();
    sweep.others = other_settings(**lesson, *settings, common, command.parameter.id);
    // All values before any run: the last one may be wrong.
    std::vector<problem::Settings> steps;
    for (const auto& value : command.parameter.values) {
        if (auto set = settings->set((*lesson)->problem->parameters(), command.parameter.id, value); !set)
            return Error { fmt::format("Lesson `{}`: {}", (*lesson)->id, set.error().message) };
        steps.push_back(*settings);
    }
    if (auto loaded = (*engine)->load(*lesson); !loaded)
        return loaded.error();
    Sweeper sweeper { *lesson, **variant, std::move(architectures), std::move(*engine) };
    for (const auto& step : steps) {
        auto point = sweeper.run(step, command, sweep.shared);
        if (!point)
            return point.error();
        sweep.points.push_back(std::move(*point));
    }
    return sweep;
}

namespace {

Result<void> draw(const Sweep& sweep, const std::filesystem::path& file)
{
    const auto exhibit = curves_of(sweep);
    if (!exhibit)
        return exhibit.error();
    const auto page = views::compose_page(*exhibit, kPage, draw::make_style(draw::Theme::light, 1.0F));
    const exporter::About about { fmt::format("{} · {} · {}", sweep.lesson, sweep.variant, sweep.parameter),
        draw::caption_words(exhibit->caption) };
    return exporter::save(page, file, about, FigureCommand::kUsualScale);
}

} // namespace

int sweep(const Common& common, const SweepCommand& command)
{
    if (!command.picture.empty()) {
        if (const auto format = exporter::format_of(command.picture); !format)
            return refuse(format.error().message);
    }
    const auto swept = sweep_over(common, command);
    if (!swept)
        return refuse(swept.error().message);
    switch (command.format) {
    case ReportFormat::text:
        fmt::print("{}", to_text(*swept));
        break;
    case ReportFormat::json:
        fmt::print("{}\n", to_json(*swept).dump(2));
        break;
    case ReportFormat::csv:
        fmt::print("{}", to_csv(*swept));
        break;
    }
    if (!command.picture.empty()) {
        if (auto drawn = draw(*swept, command.picture); !drawn)
            return refuse(drawn.error().message);
    }
    const bool wrong = std::ranges::any_of(swept->points, [](const SweptPoint& point) { return point.line.correct == false; });
    return wrong ? kDiffers : kSuccess;
}

} // namespace warpstage::cli
