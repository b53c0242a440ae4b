#include "app/cli/figure_measured.h"

#include "app/cli/assets.h"
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "app/cli/sweep_run.h"
#include "app/cli/sweep_table.h"
#include "app/views/timings/bars_figure.h"
#include "core/bench/measure_variant.h"
#include "core/bench/result_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

namespace warpstage::cli {

namespace {

constexpr std::uint32_t kSamples = 11; // of each variant, where it is run for the picture

Result<std::string> text_of(const std::filesystem::path& file)
{
    std::ifstream stream { file, std::ios::binary };
    if (!stream)
        return Error { fmt::format("{} cannot be read: is it there?", file.string()) };
    return std::string { std::istreambuf_iterator<char> { stream }, {} };
}

double seconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
}

views::BarRow row_of(const bench::MeasuredVariant& line, const std::string& name, bool rates, views::Origin origin)
{
    views::BarRow row;
    row.name = name;
    row.origin = origin;
    row.samples = line.time.samples;
    if (line.time.samples == 0)
        return row;
    const double work = line.merit * seconds(line.time.median);
    const auto value = [&](std::chrono::nanoseconds time) {
        return rates ? work / std::max(seconds(time), 1e-12) : seconds(time);
    };
    row.median = value(line.time.median);
    // The longest run is the smallest rate.
    row.minimum = value(rates ? line.time.maximum : line.time.minimum);
    row.maximum = value(rates ? line.time.minimum : line.time.maximum);
    return row;
}

Result<bench::BenchResult> measured(const Common& common, const lesson::Lesson& lesson,
    const std::shared_ptr<const lesson::Lesson>& shared, const std::string& variant)
{
    auto engine = engine_for(common, {});
    if (!engine)
        return engine.error();
    const auto& description = (*engine)->description();
    const bool gpu = description.kind == engine::EngineKind::gpu;
    const auto settings = settings_of(common, lesson, description.kind);
    if (!settings)
        return settings.error();
    if (auto loaded = (*engine)->load(shared); !loaded)
        return loaded.error();
    bench::BenchResult result { program_version(), description.name, description.detail, !gpu, {} };
    engine::SeriesRequest request;
    request.samples = kSamples;
    for (const auto& one : lesson.variants) {
        if (!variant.empty() && variant != "all" && one.id != variant)
            continue;
        auto line = bench::measure_variant(**engine, lesson, one, *settings, request, bench::Checking::unchecked);
        if (!line)
            return line.error();
        result.variants.push_back(std::move(*line));
    }
    return result;
}

// The limit that all lines with one share; a transpose and its copy have the same, a ladder with different limits has no line.
std::optional<views::LimitLine> limit_of(const std::vector<const bench::MeasuredVariant*>& lines, const std::string& unit)
{
    const bench::MeasuredVariant* first = nullptr;
    for (const auto* line : lines) {
        if (line->time.samples == 0 || line->limit <= 0.0)
            continue;
        if (first == nullptr)
            first = line;
        if (line->limit_name != first->limit_name || std::abs(line->limit - first->limit) > 0.01 * first->limit)
            return std::nullopt;
    }
    if (first == nullptr)
        return std::nullopt;
    return views::LimitLine { first->limit,
        fmt::format("limit, {}: {}", first->limit_name, views::value_words(first->limit, unit)) };
}

// In the picture's unit, "B/s" or "s"; nothing where the lecture printed another.
std::optional<double> value_in(const std::string& unit, const lesson::PublishedFigure& figure)
{
    if (unit == "B/s" && figure.unit == "GB/s")
        return figure.value * 1e9;
    if (unit == "s" && figure.unit == "ms")
        return figure.value * 1e-3;
    return std::nullopt;
}

void add_published(
    views::BarsInput& input, const std::vector<const bench::MeasuredVariant*>& lines, const lesson::PublishedFigures& published)
{
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (const auto* figure : published.of(lines[i]->lesson, lines[i]->variant)) {
            const auto value = value_in(input.unit, *figure);
            if (!value || (!input.publication.empty() && input.publication != figure->machine))
                continue;
            input.rows[i].published = value;
            input.publication = figure->machine;
            break;
        }
    }
}

} // namespace

Result<views::Plotted> plotted_bars(
    const bench::BenchResult& result, const lesson::Lesson& lesson, const lesson::PublishedFigures* published)
{
    std::vector<const bench::MeasuredVariant*> lines;
    for (const auto& line : result.variants)
        if (line.lesson == lesson.id)
            lines.push_back(&line);
    const auto ran = std::ranges::find_if(lines, [](const auto* line) { return line->time.samples > 0; });
    if (ran == lines.end())
        return Error { lines.empty() ? fmt::format("The result has no line of lesson `{}`.", lesson.id)
                                     : fmt::format("No variant of lesson `{}` ran: {}", lesson.id, lines.front()->remark) };
    const std::string unit = (*ran)->unit;
    const bool rates = !unit.empty()
        && std::ranges::all_of(lines, [&](const auto* line) { return line->time.samples == 0 || line->unit == unit; });
    views::BarsInput input;
    input.title = lesson.title;
    input.unit = rates ? unit : "s";
    input.better = rates ? views::Better::more : views::Better::less;
    const auto origin = result.emulated ? views::Origin::emulated : views::Origin::measured;
    for (const auto* line : lines) {
        const auto* variant = lesson.find_variant(line->variant);
        // What launches nothing runs on this very processor, whatever the engine is.
        const bool on_host = line->launches == 0;
        input.rows.push_back(row_of(
            *line, variant != nullptr ? variant->label : line->variant, rates, on_host ? views::Origin::measured : origin));
    }
    if (rates)
        input.limit = limit_of(lines, unit);
    if (published != nullptr)
        add_published(input, lines, *published);
    draw::CaptionInput caption;
    caption.kernel = lesson.title;
    caption.what = { (*ran)->parameters };
    caption.numbers = { fmt::format("median of {} runs, whiskers from the smallest to the largest", (*ran)->time.samples) };
    caption.source = fmt::format("{} on {} ({})", result.emulated ? "emulated" : "measured", result.engine, result.engine_detail);
    return views::Plotted { std::move(caption), [input](draw::Size size, const draw::Style& style) {
                               return views::bars_figure(input, size, style);
                           } };
}

Result<views::Plotted> bars_of(const Common& common, const FigureCommand& command)
{
    const auto lesson = find_lesson(common, command.lesson);
    if (!lesson)
        return lesson.error();
    if (!command.variant.empty() && command.variant != "all") {
        if (const auto variant = find_variant(**lesson, command.variant); !variant)
            return variant.error();
    }
    std::optional<lesson::PublishedFigures> published;
    if (command.published) {
        const auto assets = find_assets(common);
        auto read = assets ? published_figures(*assets) : Result<lesson::PublishedFigures> { assets.error() };
        if (!read)
            return read.error();
        published = std::move(*read);
    }
    const auto* const beside = published ? &*published : nullptr;
    if (command.from.empty()) {
        const auto result = measured(common, **lesson, *lesson, command.variant);
        if (!result)
            return result.error();
        return plotted_bars(*result, **lesson, beside);
    }
    const auto text = text_of(command.from);
    if (!text)
        return text.error();
    const auto result = bench::from_json(*text, command.from.string());
    if (!result)
        return result.error();
    return plotted_bars(*result, **lesson, beside);
}

Result<views::Plotted> curves_of(const Common& common, const FigureCommand& command)
{
    Result<Sweep> swept = Error { "The figure curves wants --parameter NAME=VALUES, as in --parameter offset=0..32, or --from "
                                  "FILE with a result of `warpstage sweep --json`." };
    if (!command.from.empty()) {
        const auto text = text_of(command.from);
        if (!text)
            return text.error();
        swept = sweep_from_json(*text, command.from.string());
    } else if (!command.swept.id.empty()) {
        SweepCommand sweep;
        sweep.lesson = command.lesson;
        sweep.variant = command.variant;
        sweep.parameter = command.swept;
        sweep.architectures = { command.architecture };
        sweep.check = false;
        swept = sweep_over(common, sweep);
    }
    if (!swept)
        return swept.error();
    auto exhibit = curves_of(*swept);
    if (!exhibit)
        return exhibit.error();
    return views::Plotted { std::move(exhibit->caption), std::move(exhibit->draw) };
}

} // namespace warpstage::cli
