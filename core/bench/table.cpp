#include "core/bench/table.h"

#include "core/base/text.h"
#include "core/base/verify.h"
#include "core/bench/result_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace warpstage::bench {

namespace {

using Row = std::vector<std::string>;

struct Table {
    Row head;
    std::vector<Row> rows;
};

// Characters, not bytes: UTF-8 continuation bytes do not count.
std::size_t width_of(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }));
}

// A terminal's spaces are all of one width, and a script that cuts columns knows no thin ones.
std::string with_plain_spaces(std::string text)
{
    constexpr std::string_view kThinSpace = "\u2009";
    for (auto at = text.find(kThinSpace); at != std::string::npos; at = text.find(kThinSpace, at))
        text.replace(at, kThinSpace.size(), " ");
    return text;
}

std::string padded(const std::string& text, std::size_t width, bool to_the_right)
{
    const std::string spaces(width - std::min(width, width_of(text)), ' ');
    return to_the_right ? spaces + text : text + spaces;
}

// The first two columns are names, the last one a remark; what is between them are numbers.
std::string lay_out(const Table& table, Format format)
{
    const auto columns = table.head.size();
    std::vector<std::size_t> widths(columns);
    const auto widen = [&](const Row& row) {
        for (std::size_t i = 0; i < columns; ++i)
            widths[i] = std::max(widths[i], width_of(row[i]));
    };
    widen(table.head);
    std::ranges::for_each(table.rows, widen);

    const bool markdown = format == Format::markdown;
    const auto line_of = [&](const Row& row) {
        std::string line = markdown ? "|" : "";
        for (std::size_t i = 0; i < columns; ++i) {
            const bool number = i >= 2 && i + 1 < columns;
            const auto cell = !markdown && i + 1 == columns ? row[i] : padded(row[i], widths[i], number);
            line += markdown ? fmt::format(" {} |", cell) : fmt::format("{}{}", i == 0 ? "" : "  ", cell);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        return line + "\n";
    };
    std::string text = line_of(table.head);
    if (markdown) {
        text += "|";
        for (std::size_t i = 0; i < columns; ++i)
            text += i >= 2 && i + 1 < columns ? "--:|" : "--|";
        text += "\n";
    }
    for (const auto& row : table.rows)
        text += line_of(row);
    return with_plain_spaces(std::move(text));
}

std::string check_words(const MeasuredVariant& line)
{
    if (!line.correct)
        return line.remark;
    return *line.correct ? "right" : "WRONG: " + line.remark;
}

// Nothing but facts that change what a number means.
std::string notes_of(const MeasuredVariant& line)
{
    auto words = check_words(line);
    if (line.in_cache)
        words += words.empty() ? "in the L2 cache" : ", in the L2 cache";
    return words;
}

// Those whose parameters are the line's; where there are none, all with their parameters.
std::string published_words(const MeasuredVariant& line, const lesson::PublishedFigures& published)
{
    const auto figures = published.of(line.lesson, line.variant);
    const auto fits = [&](const lesson::PublishedFigure* figure) {
        return std::ranges::all_of(figure->parameters, [&](const auto& parameter) {
            const auto wanted = fmt::format("{}={}", parameter.first, parameter.second);
            return fmt::format(" {} ", line.parameters).find(fmt::format(" {} ", wanted)) != std::string::npos;
        });
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
    Table table { { "variant", "parameters", result.emulated ? "emulated" : "median", "minimum", "maximum", "rate", "speed-up" },
        {} };
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
            row.push_back(fmt::format("{:.2f}", speed_up(result, line)));
            if (result.emulated) {
                const auto seconds = std::chrono::duration<double>(line.time.median).count();
                row.push_back(text::rate(static_cast<double>(line.lane_instructions) / seconds, "/s"));
            }
        }
        if (published != nullptr)
            row.push_back(published_words(line, *published));
        row.push_back(notes_of(line));
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
    std::string text = "lesson,variant,parameters,median_ns,minimum_ns,maximum_ns,samples,merit,unit,speed_up,correct,in_cache,"
                       "thread_instructions,remark";
    text += published != nullptr ? ",published\n" : "\n";
    for (const auto& line : result.variants) {
        text += fmt::format("{},{},{},{},{},{},{},{:.6g},{},{:.4g},{},{},{},{}{}\n", quoted(line.lesson), quoted(line.variant),
            quoted(line.parameters), line.time.median.count(), line.time.minimum.count(), line.time.maximum.count(),
            line.time.samples, line.merit, quoted(line.unit), speed_up(result, line),
            line.correct ? (*line.correct ? "yes" : "no") : "", line.in_cache ? "yes" : "no", line.lane_instructions,
            quoted(line.remark), published != nullptr ? "," + quoted(published_words(line, *published)) : "");
    }
    return text;
}

std::string title_of(const BenchResult& result)
{
    return fmt::format("{} ({}){}", result.engine, result.engine_detail,
        result.emulated ? "; times are of an emulation and say nothing about a GPU" : "");
}

const MeasuredVariant* find_twin(const BenchResult& result, const MeasuredVariant& line)
{
    const auto found = std::ranges::find_if(result.variants, [&](const MeasuredVariant& other) {
        return other.lesson == line.lesson && other.variant == line.variant && other.parameters == line.parameters;
    });
    return found == result.variants.end() ? nullptr : &*found;
}

// Where the ranges of two timings overlap, their medians say little.
std::string verdict(const engine::TimingSummary& before, const engine::TimingSummary& after)
{
    if (after.minimum > before.maximum)
        return "slower";
    if (after.maximum < before.minimum)
        return "faster";
    return "within the spread";
}

} // namespace

std::string to_table(const BenchResult& result, Format format, const lesson::PublishedFigures* published)
{
    switch (format) {
    case Format::text:
    case Format::markdown:
        return title_of(result) + "\n\n" + lay_out(table_of(result, published), format);
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
        const auto* const twin = find_twin(after, line);
        if (twin == nullptr) {
            alone.push_back(fmt::format("only before: {} {} {}", line.lesson, line.variant, line.parameters));
        } else if (line.time.samples == 0 || twin->time.samples == 0) {
            alone.push_back(fmt::format("no time: {} {} {}", line.lesson, line.variant, line.parameters));
        } else {
            const auto ratio = static_cast<double>(twin->time.median.count()) / static_cast<double>(line.time.median.count());
            table.rows.push_back({ line.lesson + " " + line.variant, line.parameters, text::duration(line.time.median),
                text::duration(twin->time.median), fmt::format("{:.3f}", ratio), verdict(line.time, twin->time) });
        }
    }
    for (const auto& line : after.variants) {
        if (find_twin(before, line) == nullptr)
            alone.push_back(fmt::format("only after: {} {} {}", line.lesson, line.variant, line.parameters));
    }
    auto text = fmt::format("before: {}\nafter:  {}\n\n{}", title_of(before), title_of(after), lay_out(table, format));
    for (const auto& line : alone)
        text += line + "\n";
    return text;
}

} // namespace warpstage::bench
