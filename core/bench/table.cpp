#include "core/bench/table.h"

#include "core/base/text.h"
#include "core/base/verify.h"
#include "core/bench/files/result_file.h"
#include "core/bench/layout.h"
#include "core/bench/published_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace warpstage::bench {

namespace {

Layout layout_of(Format format)
{
    return format == Format::markdown ? Layout::markdown : Layout::text;
}

std::string check_words(const MeasuredVariant& line)
{
    if (!line.correct)
        return line.remark;
    if (!*line.correct)
        return "WRONG: " + line.remark;
    const bool remarkable = line.time.samples > 0 && !line.remark.empty();
    return remarkable ? "right, " + line.remark : "right";
}

// Only remarks that affect the meaning of a number.
std::string notes_of(const BenchResult& result, const MeasuredVariant& line)
{
    std::vector<std::string> notes;
    if (result.emulated && line.time.samples > 0 && !is_emulated(result, line))
        notes.emplace_back("host code, not emulated");
    if (auto words = check_words(line); !words.empty())
        notes.push_back(std::move(words));
    if (line.in_cache)
        notes.emplace_back("L2-resident");
    if (line.launch_bound)
        notes.emplace_back("launch-bound");
    if (line.graph_time.samples > 0)
        notes.push_back(fmt::format("in a graph {}", text::duration(line.graph_time.median)));
    if (!line.tuned.empty())
        notes.push_back(fmt::format("tuned: {}", line.tuned));
    return fmt::format("{}", fmt::join(notes, ", "));
}

std::string limit_words(const MeasuredVariant& line)
{
    const auto share = share_of_limit(line);
    return share ? fmt::format("{:.1f} {}", 100.0 * *share, line.limit_name) : std::string {};
}

// Published results with the parameters of the line; if there are none, all with their parameters.
std::string published_words(const MeasuredVariant& line, const lesson::PublishedFigures& published)
{
    const auto figures = published.of(line.lesson, line.variant);
    const auto fits = [&](const lesson::PublishedFigure* figure) {
        return is_for(*figure, line.parameters);
    };
    const bool some_fit = std::ranges::any_of(figures, fits);
    std::string words;
    for (const auto* figure : figures) {
        if (some_fit && !fits(figure))
            continue;
        words += fmt::format("{}{}: {}", words.empty() ? "" : "; ", figure->machine, figure->words());
        std::string conditions = figure->remark;
        for (const auto& [name, value] : figure->parameters)
            conditions += fmt::format("{}{}={}", conditions.empty() ? "" : ", ", name, value);
        if (!conditions.empty())
            words += fmt::format(" ({})", conditions);
    }
    return words;
}

Table table_of(const BenchResult& result, const lesson::PublishedFigures* published)
{
    // The virtual machine has no limits, and without them the column would be empty.
    const bool limited = !result.emulated
        && std::ranges::any_of(result.variants, [](const auto& line) { return share_of_limit(line).has_value(); });
    Table table { { "variant", "parameters", result.emulated ? "emulated" : "median", "minimum", "maximum", "throughput" }, {} };
    if (limited)
        table.head.emplace_back("% of limit");
    table.head.emplace_back("speedup");
    if (result.emulated)
        table.head.emplace_back("thread instr.");
    if (published != nullptr)
        table.head.emplace_back("published");
    table.head.emplace_back("check");
    for (const auto& line : result.variants) {
        Row row { line.lesson + " " + line.variant, line.parameters };
        if (line.time.samples == 0) {
            row.resize(table.head.size() - (published != nullptr ? 2 : 1));
        } else {
            for (const auto time : { line.time.median, line.time.minimum, line.time.maximum })
                row.push_back(text::duration(time));
            row.push_back(text::rate(line.merit, line.unit));
            if (limited)
                row.push_back(limit_words(line));
            row.push_back(fmt::format("{:.2f}", speed_up(result, line)));
            if (result.emulated) {
                const auto seconds = std::chrono::duration<double>(line.time.median).count();
                row.push_back(text::rate(static_cast<double>(line.lane_instructions) / seconds, "/s"));
            }
        }
        if (published != nullptr)
            row.push_back(published_words(line, *published));
        row.push_back(notes_of(result, line));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string quoted(const std::string& text)
{
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? std::string { "\"\"" } : std::string { c };
    return result + "\"";
}

std::string csv_of(const BenchResult& result, const lesson::PublishedFigures* published)
{
    std::string text = "lesson,variant,parameters,median_ns,minimum_ns,maximum_ns,samples,merit,unit,limit,limit_name,"
                       "percent_of_limit,speed_up,correct,in_cache,launch_bound,graph_median_ns,thread_instructions,tuned,remark";
    text += published != nullptr ? ",published\n" : "\n";
    for (const auto& line : result.variants) {
        const auto share = share_of_limit(line);
        text += fmt::format("{},{},{},{},{},{},{},{:.6g},{},", quoted(line.lesson), quoted(line.variant), quoted(line.parameters),
            line.time.median.count(), line.time.minimum.count(), line.time.maximum.count(), line.time.samples, line.merit,
            quoted(line.unit));
        text += line.limit > 0.0 ? fmt::format("{:.6g},{},", line.limit, quoted(line.limit_name)) : ",,";
        text += share ? fmt::format("{:.2f},", 100.0 * *share) : ",";
        text += fmt::format("{:.4g},{},{},{},", speed_up(result, line), line.correct ? (*line.correct ? "yes" : "no") : "",
            line.in_cache ? "yes" : "no", line.launch_bound ? "yes" : "no");
        text += line.graph_time.samples > 0 ? fmt::format("{},", line.graph_time.median.count()) : ",";
        text += fmt::format("{},{},{}", line.lane_instructions, quoted(line.tuned), quoted(line.remark));
        text += published != nullptr ? fmt::format(",{}\n", quoted(published_words(line, *published))) : "\n";
    }
    return text;
}

std::string title_of(const BenchResult& result)
{
    return fmt::format(
        "{} ({}){}", result.engine, result.engine_detail, result.emulated ? "; times are emulated, not GPU timings" : "");
}

const MeasuredVariant* find_counterpart(const BenchResult& result, const MeasuredVariant& line)
{
    const auto found = std::ranges::find_if(result.variants, [&](const MeasuredVariant& other) {
        return other.lesson == line.lesson && other.variant == line.variant && other.parameters == line.parameters;
    });
    return found == result.variants.end() ? nullptr : &*found;
}

// If the ranges of two timings overlap, their medians cannot be compared.
std::string verdict(const engine::TimingSummary& before, const engine::TimingSummary& after)
{
    if (after.minimum > before.maximum)
        return "slower";
    if (after.maximum < before.minimum)
        return "faster";
    return "ranges overlap";
}

} // namespace

std::string to_table(const BenchResult& result, Format format, const lesson::PublishedFigures* published)
{
    switch (format) {
    case Format::text:
    case Format::markdown:
        return title_of(result) + "\n\n" + lay_out(table_of(result, published), layout_of(format));
    case Format::csv:
        return csv_of(result, published);
    case Format::json:
        return to_json(result);
    }
    VERIFY_NOT_REACHED();
}

std::string compare(const BenchResult& before, const BenchResult& after, Format format)
{
    Table table { { "variant", "parameters", "before", "after", "after/before", "" }, {} };
    std::vector<std::string> alone;
    for (const auto& line : before.variants) {
        const auto* const counterpart = find_counterpart(after, line);
        if (counterpart == nullptr) {
            alone.push_back(fmt::format("only before: {} {} {}", line.lesson, line.variant, line.parameters));
        } else if (line.time.samples == 0 || counterpart->time.samples == 0) {
            alone.push_back(fmt::format("no time: {} {} {}", line.lesson, line.variant, line.parameters));
        } else {
            const auto ratio =
                static_cast<double>(counterpart->time.median.count()) / static_cast<double>(line.time.median.count());
            table.rows.push_back({ line.lesson + " " + line.variant, line.parameters, text::duration(line.time.median),
                text::duration(counterpart->time.median), fmt::format("{:.3f}", ratio), verdict(line.time, counterpart->time) });
        }
    }
    for (const auto& line : after.variants) {
        if (find_counterpart(before, line) == nullptr)
            alone.push_back(fmt::format("only after: {} {} {}", line.lesson, line.variant, line.parameters));
    }
    auto text = fmt::format("before: {}\nafter:  {}\n\n{}", title_of(before), title_of(after), lay_out(table, layout_of(format)));
    for (const auto& line : alone)
        text += line + "\n";
    return text;
}

} // namespace warpstage::bench
