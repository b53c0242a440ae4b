#include "app/console/tables/table.h"

#include "core/analysis/metrics.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/session/model/shown_time.h"
#include "core/timing/limiter_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::console {

namespace {

Cell words(const std::string& text)
{
    return { text, text, 0.0 };
}

Cell duration(std::chrono::nanoseconds value)
{
    const double microseconds = std::chrono::duration<double, std::micro>(value).count();
    return { text::duration(value), fmt::format("{}", microseconds), microseconds };
}

Cell count(std::uint64_t value)
{
    return { text::grouped(static_cast<std::int64_t>(value)), fmt::format("{}", value), static_cast<double>(value) };
}

std::string machine_of(const session::Snapshot& snapshot)
{
    if (const auto& origin = snapshot.device->timing_origin)
        return origin->machine + ", " + origin->when;
    return snapshot.device->engine.name;
}

Row timing_row(
    const std::string& variant, const std::string& work, const session::TimingSummary& timing, const std::string& machine)
{
    return { words(variant), words(work), duration(timing.median), duration(timing.minimum), duration(timing.maximum),
        count(timing.samples), {}, words(machine) };
}

template <typename... Estimate> std::string limiter_in_language(const Estimate&... estimate)
{
    return std::string { warpstage::tr(std::string_view { timing::limiter_words(estimate...) }) };
}

constexpr std::size_t kSpeedUp = 6; // columns
constexpr std::size_t kMachine = 7;
constexpr std::size_t kMeasured = 8; // number of columns of measured times

// Estimates have separate columns. Emulated times are not GPU timings and are left out.
Row estimated_row(const std::string& variant, const std::string& work, std::chrono::nanoseconds time, const std::string& limiter)
{
    Row row(kMeasured);
    row[0] = words(variant);
    row[1] = words(work);
    row.push_back(duration(time));
    row.push_back(words(limiter));
    return row;
}

// The rows of a variant whose kernels the virtual machine runs.
void add_estimated(Table& table, const session::Snapshot& snapshot, std::size_t variant)
{
    const auto& label = snapshot.setup->variants[variant].label;
    const auto shown = session::shown_time(*snapshot.setup, *snapshot.timing, *snapshot.estimates, variant);
    if (!shown.known())
        return;
    const auto& step = *snapshot.estimates->of(variant).step;
    table.rows.push_back(estimated_row(label, warpstage::tr("step"), step.time, limiter_in_language(step)));
    auto& row = table.rows.back();
    row[kSpeedUp] = { fmt::format("{:.2f} ×", shown.speed_up), fmt::format("{}", shown.speed_up), shown.speed_up };
    row[kMachine] = words(trf("estimated for {}", snapshot.estimates->gpu));
    if (variant != snapshot.setup->variant)
        return;
    for (const auto& work : step.works)
        table.rows.push_back(estimated_row(label, work.name, work.time, limiter_in_language(work.limiter, work.pipe)));
}

// The published results of a variant with the current parameters, or all of its published results if none match.
std::string published_words(const session::Snapshot& snapshot, const std::string& variant)
{
    const auto figures = snapshot.setup->published->of(snapshot.setup->lesson->id, variant);
    const auto fits = [&](const lesson::PublishedFigure* figure) {
        return std::ranges::all_of(snapshot.setup->parameters, [&](const session::ParameterView& parameter) {
            const auto printed = figure->parameters.find(parameter.id);
            return printed == figure->parameters.end() || printed->second == parameter.value;
        });
    };
    const bool some_fit = std::ranges::any_of(figures, fits);
    std::string all;
    for (const auto* figure : figures) {
        if (some_fit && !fits(figure))
            continue;
        all += fmt::format("{}{} on {}", all.empty() ? "" : "; ", figure->words(), figure->machine);
        for (const auto& [name, value] : figure->parameters)
            all += fmt::format(", {} = {}", name, value);
        if (!figure->remark.empty())
            all += ", " + figure->remark;
    }
    return all;
}

} // namespace

Table timings_table(const session::Snapshot& snapshot)
{
    Table table;
    table.columns = {
        { warpstage::tr("Variant"), "Variant", "", ColumnKind::words },
        { warpstage::tr("Work"), "Work", warpstage::tr("Whole step or one of its kernels"), ColumnKind::words },
        { warpstage::tr("Median"), "Median (µs)", warpstage::tr("Half of the runs took longer"), ColumnKind::number },
        { warpstage::tr("Minimum"), "Minimum (µs)", warpstage::tr("The fastest run"), ColumnKind::number },
        { warpstage::tr("Maximum"), "Maximum (µs)", warpstage::tr("The slowest run"), ColumnKind::number },
        { warpstage::tr("Runs"), "Runs", warpstage::tr("Number of timed runs, excluding the first"), ColumnKind::number },
        { warpstage::tr("Speedup"), "Speedup", warpstage::tr("Relative to the first variant that has a time"),
            ColumnKind::number },
        { warpstage::tr("Device"), "Device", warpstage::tr("Device that the times come from"), ColumnKind::words },
    };
    if (!snapshot.estimates->gpu.empty()) {
        table.columns.push_back({ warpstage::tr("Estimated"), "Estimated (µs)",
            trf("Estimated for {} with the SM model", snapshot.estimates->gpu), ColumnKind::number });
        table.columns.push_back({ warpstage::tr("Limiter"), "Limiter",
            warpstage::tr("What limits the longest kernel, according to the SM model"), ColumnKind::words });
    }
    const bool published = snapshot.setup->published != nullptr && snapshot.setup->lesson != nullptr;
    if (published)
        table.columns.push_back({ warpstage::tr("Published"), "Published",
            warpstage::tr("Published results, measured on other devices"), ColumnKind::words });
    const std::string machine = machine_of(snapshot);
    for (std::size_t i = 0; i < snapshot.setup->variants.size(); ++i) {
        const auto& variant = snapshot.setup->variants[i];
        const auto [timing, speed_up, is_emulated] = snapshot.timing->of(i);
        if (is_emulated) {
            const auto first = table.rows.size();
            add_estimated(table, snapshot, i);
            for (auto row = first; row < table.rows.size(); ++row)
                table.rows[row].resize(table.columns.size());
            if (published && first < table.rows.size())
                table.rows[first].back() = words(published_words(snapshot, variant.id));
            continue;
        }
        if (timing.samples == 0)
            continue;
        using Kind = session::ShownTime::Kind;
        const auto kind = session::shown_time(*snapshot.setup, *snapshot.timing, *snapshot.estimates, i).kind;
        if (kind == Kind::wrong)
            continue;
        const bool host = kind == Kind::host;
        Row row =
            timing_row(variant.label, warpstage::tr("step"), timing, host ? warpstage::tr("the CPU of this computer") : machine);
        row[kSpeedUp] = { fmt::format("{:.2f} ×", speed_up), fmt::format("{}", speed_up), speed_up };
        if (const auto step = snapshot.estimates->of(i).step; step != nullptr) {
            row.push_back(duration(step->time));
            row.push_back(words(limiter_in_language(*step)));
        }
        row.resize(table.columns.size());
        if (published)
            row.back() = words(published_words(snapshot, variant.id));
        table.rows.push_back(std::move(row));
        if (i != snapshot.setup->variant)
            continue;
        for (const auto& work : snapshot.timing->works) {
            table.rows.push_back(
                timing_row(variant.label, work.on_host ? trf("{} (host)", work.label) : work.label, work.timing, machine));
            table.rows.back().resize(table.columns.size());
        }
    }
    return table;
}

Table line_table(const session::Snapshot& snapshot)
{
    Table table;
    table.columns = { { warpstage::tr("Line"), "Line", warpstage::tr("Line in kernels.cu"), ColumnKind::number },
        { warpstage::tr("Source"), "Source", "", ColumnKind::words } };
    if (snapshot.run->recording == nullptr)
        return table;
    const auto& recording = *snapshot.run->recording;
    const auto& lines = recording.report.lines;
    std::vector<const analysis::Metric*> shown;
    for (const auto& metric : analysis::all_metrics()) {
        if (std::ranges::any_of(lines, [&](const auto& line) { return metric.value(line.counters) != 0.0; }))
            shown.push_back(&metric);
    }
    for (const auto* metric : shown)
        table.columns.push_back(
            { std::string { warpstage::tr(std::string_view { metric->label }) }, std::string { metric->label },
                std::string { warpstage::tr(std::string_view { metric->definition }) }, ColumnKind::number });
    for (const auto& line : lines) {
        std::string code;
        if (recording.lesson != nullptr && line.line >= 1 && line.line <= recording.lesson->source_lines.size())
            code = text::trim(recording.lesson->source_lines[line.line - 1]);
        Row row { line.line == 0 ? Cell { "–", "0", 0.0 } : count(line.line), words(code) };
        for (const auto* metric : shown) {
            const double value = metric->value(line.counters);
            row.push_back({ analysis::value_text(*metric, value), fmt::format("{}", value), value });
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table class_table(const session::Snapshot& snapshot)
{
    Table table;
    table.columns = {
        { warpstage::tr("Exercise"), "Exercise", "", ColumnKind::words },
        { warpstage::tr("Requirement"), "Requirement", "", ColumnKind::words },
        { warpstage::tr("Met"), "Met", warpstage::tr("Students who meet it"), ColumnKind::number },
        { warpstage::tr("Of"), "Of", warpstage::tr("Students who have checked the exercise"), ColumnKind::number },
        { warpstage::tr("Submitted"), "Submitted", "", ColumnKind::number },
        { warpstage::tr("All points"), "All points", "", ColumnKind::number },
    };
    for (const auto& exercise : snapshot.classroom->exercises)
        for (const auto& requirement : exercise.requirements)
            table.rows.push_back({ words(exercise.title), words(requirement.label), count(requirement.met),
                count(exercise.started), count(exercise.submitted), count(exercise.complete) });
    return table;
}

} // namespace warpstage::console
