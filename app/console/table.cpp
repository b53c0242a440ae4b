#include "app/console/table.h"

#include "core/analysis/metrics.h"
#include "core/base/text.h"

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
    if (const auto& origin = snapshot.timing_origin)
        return origin->machine + (origin->emulated ? " (emulated), " : ", ") + origin->when;
    return snapshot.engine.kind == engine::EngineKind::vm ? snapshot.engine.name + " (emulated)" : snapshot.engine.name;
}

Row timing_row(
    const std::string& variant, const std::string& work, const session::TimingSummary& timing, const std::string& machine)
{
    return { words(variant), words(work), duration(timing.median), duration(timing.minimum), duration(timing.maximum),
        count(timing.samples), {}, words(machine) };
}

constexpr std::size_t kSpeedUp = 6; // column

} // namespace

Table timings_table(const session::Snapshot& snapshot)
{
    Table table;
    table.columns = {
        { "Variant", "Variant", "", ColumnKind::words },
        { "Work", "Work", "A whole step, or one kernel of it", ColumnKind::words },
        { "Median", "Median (µs)", "Half of the runs took longer", ColumnKind::number },
        { "Minimum", "Minimum (µs)", "The fastest run", ColumnKind::number },
        { "Maximum", "Maximum (µs)", "The slowest run", ColumnKind::number },
        { "Runs", "Runs", "How many were timed, without the first", ColumnKind::number },
        { "Speed-up", "Speed-up", "Against the first variant that has a time", ColumnKind::number },
        { "Machine", "Machine", "Where the times come from", ColumnKind::words },
    };
    const std::string machine = machine_of(snapshot);
    for (std::size_t i = 0; i < snapshot.variants.size(); ++i) {
        const auto& variant = snapshot.variants[i];
        if (variant.timing.samples == 0)
            continue;
        Row row = timing_row(variant.label, "step", variant.timing, machine);
        row[kSpeedUp] = { fmt::format("{:.2f} ×", variant.speed_up), fmt::format("{}", variant.speed_up), variant.speed_up };
        table.rows.push_back(std::move(row));
        if (i != snapshot.variant)
            continue;
        for (const auto& work : snapshot.works)
            table.rows.push_back(
                timing_row(variant.label, work.on_host ? work.label + " (host)" : work.label, work.timing, machine));
    }
    return table;
}

Table line_table(const session::Snapshot& snapshot)
{
    Table table;
    table.columns = { { "Line", "Line", "Of kernels.cu", ColumnKind::number }, { "Source", "Source", "", ColumnKind::words } };
    if (snapshot.recording == nullptr)
        return table;
    const auto& recording = *snapshot.recording;
    const auto& lines = recording.report.lines;
    std::vector<const analysis::Metric*> shown;
    for (const auto& metric : analysis::all_metrics()) {
        if (std::ranges::any_of(lines, [&](const auto& line) { return metric.value(line.counters) != 0.0; }))
            shown.push_back(&metric);
    }
    for (const auto* metric : shown)
        table.columns.push_back({ std::string { metric->label }, std::string { metric->label },
            std::string { metric->definition }, ColumnKind::number });
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

} // namespace warpstage::console
