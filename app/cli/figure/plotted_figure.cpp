#include "app/cli/command.h"
#include "app/cli/estimate/estimate_run.h"
#include "app/cli/figure/figure.h"
#include "app/cli/standard_streams.h"
#include "app/figures/bars.h"
#include "app/figures/curves.h"
#include "core/bench/files/result_file.h"
#include "core/bench/measure_variant.h"

namespace warpstage::cli {

namespace {

constexpr std::uint32_t kSamples = 11; // samples per variant if it is run for the figure

} // namespace

bench::BenchResult measure_variants(engine::Engine& engine, const lesson::Lesson& lesson,
    const std::vector<const problem::Variant*>& variants, const problem::Settings& settings, std::uint32_t samples)
{
    const auto& machine = engine.description();
    bench::BenchResult result { program_version(), machine.name, machine.detail, machine.kind == engine::EngineKind::vm, {} };
    engine::SeriesRequest request;
    request.samples = samples;
    for (const auto* variant : variants)
        result.variants.push_back(
            or_refuse(bench::measure_variant(engine, lesson, *variant, settings, request, bench::Checking::unchecked)));
    return result;
}

views::Exhibit bars_of(const Common& common, const FigureRequest& request)
{
    const auto lesson = find_lesson(common, request.lesson);
    const auto variants = chosen_variants(*lesson,
        request.variant.empty() || request.variant == "all" ? std::vector<std::string> {} : std::vector { request.variant });
    std::optional<lesson::PublishedFigures> published;
    if (request.published)
        published = or_refuse(published_figures(or_refuse(find_assets(common))));
    const auto* const beside = published ? &*published : nullptr;
    if (!request.from.empty())
        return or_refuse(
            figures::plotted_bars(or_refuse(bench::from_json(text_of(request.from), request.from.string())), *lesson, beside));
    const auto engine = engine_for(common);
    if (published && engine->description().kind == engine::EngineKind::vm) {
        const auto architecture = or_refuse(arch::parse_architecture(request.architecture));
        auto bars = figures::published_bars(
            lesson, variants, *published, request.architecture_chosen ? &architecture.assumed_gpu() : nullptr, common.settings);
        if (bars)
            return *std::move(bars);
        warn(bars.error().message);
    }
    const auto settings = settings_of(common, *lesson, engine->description().kind);
    or_refuse(engine->load(lesson));
    const auto result = engine->description().kind == engine::EngineKind::vm
        ? estimate_or_measure(
            *engine, lesson, variants, settings, or_refuse(arch::parse_architecture(request.architecture)), kSamples)
        : measure_variants(*engine, *lesson, variants, settings, kSamples);
    return or_refuse(figures::plotted_bars(result, *lesson, beside));
}

views::Exhibit curves_of(const Common& common, const FigureRequest& request)
{
    if (request.from.empty() && request.swept.id.empty())
        refuse("The figure `curves` requires `--parameter NAME=VALUES`, for example `--parameter offset=0..32`, or `--from FILE` "
               "with a result of `warpstage sweep --json`.");
    SweepOptions sweep { request.lesson, request.variant, request.swept, { request.architecture } };
    sweep.check = false;
    const auto swept = request.from.empty() ? sweep_over(common, sweep)
                                            : or_refuse(bench::sweep_from_json(text_of(request.from), request.from.string()));
    auto exhibit = or_refuse(figures::curves_of(swept));
    return { std::move(exhibit.caption), std::move(exhibit.draw) };
}

} // namespace warpstage::cli
