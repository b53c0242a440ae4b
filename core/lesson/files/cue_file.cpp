#include "core/lesson/files/cue_file.h"

#include "core/arch/architecture.h"
#include "core/base/lane_mask.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warpstage::lesson {

namespace {

constexpr std::size_t kMaxCues = 30;
constexpr std::size_t kMaxWordsBytes = 280; // maximum that fits at the foot of the scene at twice the text size
constexpr std::size_t kFewestChoices = 2;
constexpr std::size_t kMaxChoices = 4; // keys 1 to 4
constexpr std::size_t kMaxChoiceBytes = 100; // bytes
constexpr std::size_t kMaxSwept = 64; // values of a curve
constexpr std::int64_t kMaxWarps = 32; // per block
constexpr std::int64_t kMaxBlocks = 32; // resident on an SM
constexpr std::int64_t kFewestCycles = 64; // shown at once
constexpr std::int64_t kMaxCycles = 1'000'000;

// An integer from `lowest` to `highest`; empty if the key is absent, or invalid (a mistake is reported).
std::optional<std::uint32_t> whole(
    TomlReader& reader, const toml::table& table, std::string_view key, std::int64_t lowest, std::int64_t highest)
{
    const auto* const node = table.get(key);
    if (node == nullptr)
        return std::nullopt;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < lowest || *value > highest) {
        reader.fail(line_of(*node), fmt::format("`{}` must be an integer from {} to {}.", key, lowest, highest));
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*value);
}

std::string words(TomlReader& reader, const toml::table& table, std::string_view key)
{
    auto read = reader.optional_text(table, key);
    if (read.size() > kMaxWordsBytes)
        reader.fail(line_of(*table.get(key)),
            fmt::format("`{}` has {} characters; the maximum is {}.", key, read.size(), kMaxWordsBytes));
    return read;
}

// Two to four answers and the number of the correct one, counted from 1 as the keys that choose them.
void read_choices(TomlReader& reader, const toml::table& table, Cue& cue)
{
    const auto* const node = table.get("choices");
    if (const auto* const answer = table.get("answer"); answer != nullptr && node == nullptr)
        reader.fail(line_of(*answer), "`answer` requires `choices`.");
    if (node == nullptr)
        return;
    if (cue.question.empty())
        reader.fail(line_of(*node), "`choices` requires `predict`.");
    const auto* const list = node->as_array();
    if (list == nullptr || list->size() < kFewestChoices || list->size() > kMaxChoices) {
        reader.fail(line_of(*node), fmt::format("`choices` must be {} to {} strings.", kFewestChoices, kMaxChoices));
        return;
    }
    for (const auto& element : *list) {
        const auto choice = element.value_exact<std::string>();
        if (!choice || choice->empty() || choice->size() > kMaxChoiceBytes)
            reader.fail(line_of(element), fmt::format("A choice must be a string of 1 to {} characters.", kMaxChoiceBytes));
        else if (std::ranges::find(cue.choices, *choice) != cue.choices.end())
            reader.fail(line_of(element), fmt::format("The choice `{}` is listed twice.", *choice));
        cue.choices.push_back(choice.value_or(std::string {}));
    }
    if (!table.contains("answer"))
        reader.fail(line_of(*node), "`choices` requires `answer`, the number of the correct choice.");
    const auto answer = whole(reader, table, "answer", 1, static_cast<std::int64_t>(cue.choices.size()));
    cue.answer = answer.value_or(1) - 1;
}

void read_line(TomlReader& reader, const toml::table& table, FileCue& cue)
{
    const auto* const node = table.get("line");
    if (node == nullptr)
        return;
    cue.selection_line = line_of(*node);
    if (node->is_string()) {
        cue.source_text = reader.optional_text(table, "line");
        return;
    }
    const auto value = node->value_exact<std::int64_t>();
    constexpr std::int64_t kMaxLines = 100'000;
    if (!value || *value < 1 || *value > kMaxLines)
        reader.fail(line_of(*node), "`line` must be the number of a source line, or a string that the line contains.");
    else
        cue.cue.line = static_cast<std::uint32_t>(*value);
}

std::vector<FileDefault> read_parameters(TomlReader& reader, const toml::table& table, std::string_view key)
{
    std::vector<FileDefault> parameters;
    const auto* const values = reader.table(table, key);
    if (values == nullptr)
        return parameters;
    for (const auto& [name, value] : *values) {
        const auto written = scalar_of(value);
        if (!written)
            reader.fail(line_of(value), fmt::format("`{}` must be a string, a number or a boolean.", name.str()));
        else
            parameters.push_back({ std::string { name.str() }, *written, line_of(value) });
    }
    return parameters;
}

// A table with one parameter and its values: { offset = [0, 1, 2] }.
void read_sweep(TomlReader& reader, const toml::table& table, Cue& cue)
{
    const auto* const sweep = reader.table(table, "sweep");
    if (sweep == nullptr)
        return;
    const auto* const values = sweep->size() == 1 ? sweep->begin()->second.as_array() : nullptr;
    if (values == nullptr || values->size() < 2 || values->size() > kMaxSwept) {
        reader.fail(line_of(*table.get("sweep")),
            fmt::format("`sweep` must be a table with one parameter and a list of 2 to {} values.", kMaxSwept));
        return;
    }
    cue.swept = sweep->begin()->first.str();
    for (const auto& element : *values) {
        const auto written = scalar_of(element);
        if (!written)
            reader.fail(line_of(element), "A value of `sweep` must be a string, a number or a boolean.");
        cue.swept_values.push_back(written.value_or(std::string {}));
    }
}

// Only for the virtual machine: every GPU has warps of 32 lanes.
void read_warp_width(TomlReader& reader, const toml::table& table, Cue& cue)
{
    const auto* const node = table.get("warp_width");
    if (node == nullptr)
        return;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 2 || *value > kMaxLanes || !std::has_single_bit(static_cast<std::uint64_t>(*value)))
        reader.fail(line_of(*node), "`warp_width` must be 2, 4, 8, 16 or 32.");
    else
        cue.warp_width = static_cast<std::uint32_t>(*value);
}

void read_figure(TomlReader& reader, std::uint32_t line, const std::string& word, const CueFigures& figures, Cue& cue)
{
    const auto known = std::ranges::find(figures, word, &CueFigure::word);
    if (known != figures.end())
        cue.subject = known->subject;
    if (known != figures.end() || figures.empty()) {
        cue.figure = word;
        return;
    }
    std::vector<std::string> words;
    for (const CueFigure& figure : figures)
        words.push_back(figure.word);
    reader.fail(line, fmt::format("`figure` must be {}, not `{}`.", text::alternatives(words), word));
}

FileCue read_cue(TomlReader& reader, const toml::table& table, const CueFigures& figures)
{
    reader.allow_keys(table,
        { "variant", "parameters", "timed", "figure", "line", "warp", "access", "architecture", "warp_width", "beside",
            "resident_blocks", "cycles", "sweep", "caption", "predict", "choices", "answer" });
    FileCue read;
    read.line = line_of(table);
    read.variant = reader.text(table, "variant", read.line);
    if (reader.required(table, "caption", read.line) != nullptr)
        read.cue.caption = words(reader, table, "caption");
    read.cue.question = words(reader, table, "predict");
    read_choices(reader, table, read.cue);
    read.parameters = read_parameters(reader, table, "parameters");
    read.timed = read_parameters(reader, table, "timed");
    read_line(reader, table, read);
    read.cue.warp = whole(reader, table, "warp", 0, kMaxWarps - 1);
    read.cue.access = whole(reader, table, "access", 1, kMaxWarps).value_or(0);
    read_warp_width(reader, table, read.cue);
    read_sweep(reader, table, read.cue);
    read.beside = reader.optional_text(table, "beside");
    read.cue.resident_blocks = whole(reader, table, "resident_blocks", 1, kMaxBlocks).value_or(0);
    read.cue.cycles = whole(reader, table, "cycles", kFewestCycles, kMaxCycles).value_or(0);
    if (table.contains("access") && !table.contains("line"))
        reader.fail(line_of(*table.get("access")), "`access` requires `line`.");
    if (const auto figure = reader.optional_text(table, "figure"); !figure.empty()) {
        read_figure(reader, line_of(*table.get("figure")), figure, figures, read.cue);
    }
    read.cue.architecture = reader.optional_text(table, "architecture");
    if (!read.cue.architecture.empty()) {
        if (const auto known = arch::parse_architecture(read.cue.architecture); !known)
            reader.fail(line_of(*table.get("architecture")), known.error().message);
    }
    return read;
}

} // namespace

std::vector<FileCue> read_cues(TomlReader& reader, const toml::table& file, const CueFigures& figures)
{
    std::vector<FileCue> cues;
    for (const auto* const table : reader.tables(file, "cue")) {
        cues.push_back(read_cue(reader, *table, figures));
        if (cues.size() == kMaxCues + 1)
            reader.fail(cues.back().line, fmt::format("more than {} cues: split the lesson.", kMaxCues));
    }
    return cues;
}

} // namespace warpstage::lesson
