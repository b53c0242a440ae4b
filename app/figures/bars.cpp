#include "app/figures/bars.h"

#include "app/views/timings/bars_figure.h"
#include "app/views/timings/published_bars.h"
#include "core/bench/published_table.h"
#include "core/timing/published_estimate.h"

#include <fmt/ranges.h>

#include <set>

namespace warpstage::figures {

namespace {

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
    // The longest run gives the smallest rate.
    row.minimum = value(rates ? line.time.maximum : line.time.minimum);
    row.maximum = value(rates ? line.time.minimum : line.time.maximum);
    return row;
}

// The limit common to all lines that have one: a transpose and its copy share one; variants with different limits get no limit
// line.
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

// In the figure's unit, "B/s" or "s"; nothing if the published unit is different.
std::optional<double> value_in(const std::string& unit, const lesson::PublishedFigure& figure)
{
    if (figure.steps > 1 || figure.copies) // the bars are those of one time step without copies
        return std::nullopt;
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
            const auto value = bench::is_for(*figure, lines[i]->parameters) ? value_in(input.unit, *figure) : std::nullopt;
            if (!value || (!input.publication.empty() && input.publication != figure->machine))
                continue;
            input.rows[i].published = value;
            input.publication = figure->machine;
            break;
        }
    }
}

// "GeForce GTX 280 with n=4000"
std::string conditions_of(const lesson::PublishedFigure& figure)
{
    std::string words = figure.machine;
    for (const auto& [id, value] : figure.parameters)
        words += fmt::format("{}{}={}", words == figure.machine ? " with " : " ", id, value);
    return words;
}

// Whether the parameters that the user has set do not contradict those of the published result.
bool agrees(const lesson::PublishedFigure& figure, const SetParameters& settings)
{
    return std::ranges::all_of(settings, [&](const auto& set) {
        const auto published = figure.parameters.find(set.first);
        return published == figure.parameters.end() || published->second == set.second;
    });
}

} // namespace

Result<views::Exhibit> published_bars(const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::vector<const problem::Variant*>& variants, const lesson::PublishedFigures& published, const arch::Gpu* gpu,
    const SetParameters& settings)
{
    auto figures = timing::estimable_figures(published, *lesson);
    std::erase_if(figures, [&](const auto& figure) {
        return std::ranges::none_of(variants, [&](const auto* variant) { return variant->id == figure.variant; });
    });
    std::set<std::string> there;
    for (const auto& figure : figures)
        there.insert(conditions_of(figure));
    std::erase_if(figures,
        [&](const auto& figure) { return (gpu != nullptr && figure.machine != gpu->name) || !agrees(figure, settings); });
    if (figures.empty()) {
        if (there.empty())
            return Error { fmt::format("There are no published results for lesson `{}`.", lesson->id) };
        return Error { fmt::format("There are no published results for {} with these parameters, only for {}. Select them with "
                                   "`--arch` and `--set`.",
            gpu == nullptr ? "a GPU" : gpu->name, fmt::join(there, "; ")) };
    }
    const auto programs = std::make_shared<const engine::VmPrograms>(lesson);
    std::vector<timing::PublishedEstimate> results;
    for (const auto& figure : figures)
        results.push_back(timing::estimate_published(programs, figure));
    auto input = views::published_bars(results, [&](const std::string& id) { return lesson->find_variant(id)->label; });
    input.title = lesson->title;
    draw::CaptionInput caption;
    caption.kernel = lesson->title;
    caption.what = { input.subtitle };
    caption.source = fmt::format("estimated for {} by the SM model; published: {}", figures.front().machine, input.publication);
    return views::Exhibit { std::move(caption), [input](draw::Size size, const draw::Style& style) {
                               return views::bars_figure(input, size, style);
                           } };
}

Result<views::Exhibit> plotted_bars(
    const bench::BenchResult& result, const lesson::Lesson& lesson, const lesson::PublishedFigures* published)
{
    std::vector<const bench::MeasuredVariant*> lines;
    for (const auto& line : result.variants)
        if (line.lesson == lesson.id)
            lines.push_back(&line);
    const auto ran = std::ranges::find_if(lines, [](const auto* line) { return line->time.samples > 0; });
    if (ran == lines.end())
        return Error { lines.empty() ? fmt::format("The result file has no data for lesson `{}`.", lesson.id)
                                     : fmt::format("No variant of lesson `{}` ran: {}", lesson.id, lines.front()->remark) };
    const std::string unit = (*ran)->unit;
    const bool rates = !unit.empty()
        && std::ranges::all_of(lines, [&](const auto* line) { return line->time.samples == 0 || line->unit == unit; });
    views::BarsInput input;
    input.title = lesson.title;
    input.unit = rates ? unit : "s";
    input.better = rates ? views::Better::more : views::Better::less;
    const auto origin = result.emulated ? views::Origin::emulated
        : result.estimated              ? views::Origin::estimated
                                        : views::Origin::measured;
    for (const auto* line : lines) {
        const auto* variant = lesson.find_variant(line->variant);
        // Variants without kernels run on the processor of this computer, whatever the engine is.
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
    if (result.estimated) {
        caption.source = fmt::format("estimated for {} by the SM model", result.engine);
    } else {
        caption.numbers = { fmt::format("median of {} runs, whiskers: minimum to maximum", (*ran)->time.samples) };
        caption.source =
            fmt::format("{} on {} ({})", result.emulated ? "emulated" : "measured", result.engine, result.engine_detail);
    }
    return views::Exhibit { std::move(caption), [input](draw::Size size, const draw::Style& style) {
                               return views::bars_figure(input, size, style);
                           } };
}

} // namespace warpstage::figures
