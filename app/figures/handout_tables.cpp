#include "app/figures/handout.h"
#include "core/analysis/metrics.h"
#include "core/base/text.h"
#include "core/bench/measure_variant.h"

#include <fmt/format.h>

namespace warpstage::figures {

namespace {

// Metrics in which a variant is compared with the previous one.
constexpr std::array kMetrics { "instructions", "active_threads", "divergent_targets", "wavefronts", "wavefronts_excessive",
    "sectors", "sectors_excessive" };

double value_of(const analysis::Metric& metric, const Reported& variant)
{
    return metric.value(variant.subject.recording->report.total);
}

// Minimum and maximum columns of the timings: estimates have none.
void erase_spread(std::vector<std::string>& row)
{
    row.erase(row.begin() + 2, row.begin() + 4);
}

} // namespace

exporter::DataTable timings_table(const std::vector<Reported>& variants, const bench::BenchResult& measured)
{
    const bool estimates = std::ranges::all_of(
        measured.variants, [&](const auto& line) { return line.time.samples == 0 || bench::is_estimated(measured, line); });
    exporter::DataTable table { { "variant", estimates ? "estimated" : "median", "minimum", "maximum", "throughput", "speedup" },
        {} };
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto& line = measured.variants[i];
        if (line.time.samples == 0) {
            table.rows.push_back({ variants[i].label, "–", "–", "–", "–", "–" }); // a sentence below gives the reason
            continue;
        }
        const bool estimated = bench::is_estimated(measured, line); // a single value without spread
        const double factor = bench::speed_up(measured, line);
        table.rows.push_back(
            { variants[i].label, text::duration(line.time.median) + (estimated && !estimates ? " (estimated)" : ""),
                estimated ? "–" : text::duration(line.time.minimum), estimated ? "–" : text::duration(line.time.maximum),
                text::rate(line.merit, line.unit), factor > 0.0 ? fmt::format("{:.2f} ×", factor) : "–" });
    }
    if (estimates) {
        erase_spread(table.head);
        for (auto& row : table.rows)
            erase_spread(row);
    }
    return table;
}

exporter::DataTable step_table(const std::vector<Reported>& variants)
{
    const auto number = [](std::uint64_t value) {
        return text::grouped(static_cast<std::int64_t>(value));
    };
    exporter::DataTable table {
        { "variant", "launches", "blocks", "instructions", "elements read", "elements written", "sectors of global memory" }, {}
    };
    for (const auto& one : variants) {
        if (!one.step)
            continue;
        const auto& total = one.step->total;
        const std::string about = one.step->complete() ? "" : "≈ ";
        table.rows.push_back({ one.label, number(one.step->launches), number(one.step->blocks),
            about + number(total.instructions), about + number(total.global_elements.loaded),
            about + number(total.global_elements.stored), about + number(total.sectors) });
    }
    return table;
}

std::string why_words(const Reported& variant)
{
    constexpr std::size_t kCauses = 2;
    constexpr double kLeast = 0.05; // of the time
    const timing::WhyReport& why = *variant.why;
    std::string words = fmt::format("Why {} (estimated for {} at the size of a GPU)?", text::duration(why.now), why.gpu);
    std::size_t named = 0;
    for (const auto& row : why.rows) {
        const auto* const kind = timing::find_cause(row.id);
        if (kind == nullptr || !row.after.empty() || row.share < kLeast || named == kCauses)
            continue;
        const std::string where = timing::place_words(row.line, row.lines);
        words +=
            fmt::format(" If {}{}: {}.", where.empty() ? "" : "in " + where + ' ', kind->without, timing::gain_words(row.share));
        ++named;
    }
    for (const std::string& sentence : why.advice)
        words += ' ' + sentence;
    return words;
}

std::vector<exporter::DataTable> differences_tables(const std::vector<Reported>& variants)
{
    constexpr std::size_t kVariantsOfATable = 4;
    std::vector<const Reported*> ran;
    for (const auto& one : variants) {
        if (one.subject.recording != nullptr)
            ran.push_back(&one);
    }
    std::vector<const analysis::Metric*> metrics;
    for (const auto* id : kMetrics) {
        const auto& metric = *analysis::find_metric(id);
        if (std::ranges::any_of(ran, [&](const auto* one) { return value_of(metric, *one) != value_of(metric, *ran.front()); }))
            metrics.push_back(&metric);
    }
    std::vector<exporter::DataTable> tables;
    for (std::size_t first = 0; first < ran.size() && !metrics.empty(); first += kVariantsOfATable) {
        const std::size_t last = std::min(ran.size(), first + kVariantsOfATable);
        exporter::DataTable table { { "" }, {} };
        for (std::size_t i = first; i < last; ++i)
            table.head.push_back(ran[i]->label);
        const Reported* const before = ran[first == 0 ? 0 : first - 1];
        for (const auto* metric : metrics) {
            const bool differs =
                std::any_of(ran.begin() + static_cast<std::ptrdiff_t>(first), ran.begin() + static_cast<std::ptrdiff_t>(last),
                    [&](const auto* one) { return value_of(*metric, *one) != value_of(*metric, *before); });
            if (!differs)
                continue;
            std::vector<std::string> row { std::string { metric->label } };
            for (std::size_t i = first; i < last; ++i) {
                const double value = value_of(*metric, *ran[i]);
                std::string cell = analysis::value_text(*metric, value);
                if (const double change = i == 0 ? 0.0 : value - value_of(*metric, *ran[i - 1]); change != 0.0)
                    cell += fmt::format(" ({}{})", change > 0 ? "+" : "−", analysis::value_text(*metric, std::abs(change)));
                row.push_back(std::move(cell));
            }
            table.rows.push_back(std::move(row));
        }
        if (!table.rows.empty())
            tables.push_back(std::move(table));
    }
    return tables;
}

} // namespace warpstage::figures
