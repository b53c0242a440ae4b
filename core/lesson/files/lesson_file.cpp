#include "core/lesson/files/lesson_file.h"

#include "core/base/text.h"
#include "core/lesson/files/cue_file.h"
#include "core/lesson/files/described_file.h"
#include "core/lesson/files/toml_reader.h"
#include "core/simt/faults/fault_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::lesson {

namespace {

constexpr std::size_t kMaxVariants = 24; // the list scrolls; keys 1 to 9 choose the first ones

std::uint32_t chapter(TomlReader& reader, const toml::table& table)
{
    const auto* const node = reader.required(table, "number", 0);
    if (node == nullptr)
        return 0;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 1 || *value > 999) {
        reader.fail(line_of(*node), "`number` must be a chapter number, 1 to 999.");
        return 0;
    }
    return static_cast<std::uint32_t>(*value);
}

LessonGroup group_of(TomlReader& reader, const toml::table& table)
{
    const auto* const node = table.get("group");
    if (node == nullptr)
        return LessonGroup::other;
    const auto id = node->value_exact<std::string>();
    const auto row = std::ranges::find(kLessonGroups, id.value_or(std::string {}), &LessonGroupRow::id);
    if (row != kLessonGroups.end() && !row->id.empty())
        return row->group;
    std::vector<std::string> ids;
    for (const LessonGroupRow& known : kLessonGroups)
        if (!known.id.empty())
            ids.emplace_back(known.id);
    reader.fail(line_of(*node), fmt::format("`group` must be {}.", text::alternatives(ids)));
    return LessonGroup::other;
}

// A table of strings, numbers or booleans; empty if absent.
template <typename Take> void scalars(TomlReader& reader, const toml::table& parent, std::string_view key, const Take& take)
{
    const auto* const values = reader.table(parent, key);
    if (values == nullptr)
        return;
    for (const auto& [name, value] : *values) {
        const auto written = scalar_of(value);
        if (!written)
            reader.fail(line_of(value), fmt::format("`{}` must be a string, a number or a boolean.", name.str()));
        else
            take(std::string { name.str() }, *written, line_of(value));
    }
}

void refuse_unknown_checks(TomlReader& reader, const toml::table& table, const std::string& checks)
{
    const auto found = simt::find_checks(checks);
    if (!checks.empty() && !found)
        reader.fail(line_of(*table.get("checks")), fmt::format("`checks`: {}", found.error().message));
}

// The expected outcome of the variant; `checks` of the lesson if it has none.
void expectations(TomlReader& reader, const toml::table& table, const std::string& checks, problem::Variant& variant)
{
    const auto known = [&](std::string_view key, bool right, const std::string& value, const std::string& choices) {
        if (!value.empty() && !right)
            reader.fail(line_of(*table.get(key)), fmt::format("`{}` must be {}, not `{}`.", key, choices, value));
    };
    variant.expects = reader.optional_text(table, "expects");
    auto expectations = simt::trap_kind_names();
    expectations.emplace_back(problem::kWrongResult);
    known("expects", variant.expects == problem::kWrongResult || simt::find_trap_kind(variant.expects).has_value(),
        variant.expects, text::alternatives(expectations));
    variant.checks = table.contains("checks") ? reader.optional_text(table, "checks") : checks;
    if (table.contains("checks"))
        refuse_unknown_checks(reader, table, variant.checks);
    variant.schedule = reader.optional_text(table, "schedule");
    known("schedule", simt::find_scheduling(variant.schedule).has_value(), variant.schedule,
        "lock-step, independent or independent:SEED");
}

enum class Origin : std::uint8_t { built_in, described };

FileVariant read_variant(TomlReader& reader, const toml::table& table, const std::string& checks, Origin origin)
{
    const auto line = line_of(table);
    if (origin == Origin::described)
        reader.allow_keys(table,
            { "id", "label", "summary", "baseline", "expects", "checks", "schedule", "contents", "launch", "check", "work",
                "unit", "limit", "scene", "image", "bodies" });
    else
        reader.allow_keys(table, { "id", "label", "summary", "baseline", "settings", "expects", "checks", "schedule" });
    FileVariant read;
    read.line = line;
    read.variant.id = reader.id(table, line);
    read.variant.label = reader.text(table, "label", line);
    read.variant.summary = reader.text(table, "summary", line);
    read.baseline = reader.optional_text(table, "baseline");
    scalars(reader, table, "settings",
        [&](const std::string& name, const std::string& value, std::uint32_t) { read.variant.settings.emplace(name, value); });
    expectations(reader, table, checks, read.variant);
    return read;
}

std::vector<FileVariant> read_variants(TomlReader& reader, const toml::table& table, const std::string& checks, Origin origin)
{
    const auto* const node = table.get("variant");
    const auto* const tables = node == nullptr ? nullptr : node->as_array();
    if (tables == nullptr || tables->empty() || !tables->is_homogeneous<toml::table>()) {
        reader.fail(node == nullptr ? 0 : line_of(*node), "a lesson needs at least one [[variant]].");
        return {};
    }
    std::vector<FileVariant> read;
    for (const auto& element : *tables) {
        const auto next = read_variant(reader, *element.as_table(), checks, origin);
        if (read.size() == kMaxVariants)
            reader.fail(next.line, fmt::format("more than {} variants: split the lesson.", kMaxVariants));
        const auto same = [&](const FileVariant& earlier) {
            return earlier.variant.id == next.variant.id;
        };
        if (std::any_of(read.begin(), read.end(), same))
            reader.fail(next.line, fmt::format("two variants have the id `{}`.", next.variant.id));
        read.push_back(next);
    }
    return read;
}

FileStart read_start(TomlReader& reader, const toml::table& table)
{
    const auto* const start = reader.table(table, "start");
    if (start == nullptr)
        return {};
    reader.allow_keys(*start, { "variant", "figure", "of", "tile" });
    return { reader.optional_text(*start, "variant"), reader.optional_text(*start, "of"), reader.optional_text(*start, "figure"),
        reader.optional_text(*start, "tile"), line_of(*start) };
}

std::vector<FileRole> read_roles(TomlReader& reader, const toml::table& table)
{
    std::vector<FileRole> read;
    for (const auto* const written : reader.tables(table, "role")) {
        const auto line = line_of(*written);
        reader.allow_keys(*written, { "id", "kind", "memory", "label", "lines" });
        FileRole role;
        role.role = { reader.id(*written, line), Role::Kind::load, {}, reader.optional_text(*written, "label"), {} };
        if (const auto kind = reader.text(*written, "kind", line); kind == "store")
            role.role.kind = Role::Kind::store;
        else if (kind != "load")
            reader.fail(line, fmt::format("`kind` must be load or store, not `{}`.", kind));
        if (const auto memory = reader.optional_text(*written, "memory"); memory == "shared")
            role.role.memory = ptx::StateSpace::shared;
        else if (memory == "global")
            role.role.memory = ptx::StateSpace::global;
        else if (!memory.empty())
            reader.fail(line, fmt::format("`memory` must be shared or global, not `{}`.", memory));
        scalars(reader, *written, "lines", [&](const std::string& variant, const std::string& text, std::uint32_t at) {
            role.lines.push_back({ variant, text, at });
        });
        if (role.lines.size() < 2)
            reader.fail(line, "a role needs `lines` of at least two variants.");
        if (std::ranges::any_of(read, [&](const FileRole& other) { return other.role.id == role.role.id; }))
            reader.fail(line, fmt::format("two roles have the id `{}`.", role.role.id));
        read.push_back(std::move(role));
    }
    return read;
}

std::string read_checks(TomlReader& reader, const toml::table& table)
{
    auto checks = reader.optional_text(table, "checks");
    refuse_unknown_checks(reader, table, checks);
    return checks;
}

// Keys that describe a problem cannot be combined with `problem`.
void read_problem_name(TomlReader& reader, const toml::table& table, LessonFile& file)
{
    const auto* const node = table.get("problem");
    if (node == nullptr)
        return;
    file.problem = reader.text(table, "problem", 0);
    file.problem_line = line_of(*node);
    for (const auto key : kDescribingKeys) {
        if (const auto* const other = table.get(key); other != nullptr)
            reader.fail(
                line_of(*other), fmt::format("`{}` is for lessons without `problem`: remove one of these two keys.", key));
    }
}

} // namespace

ReadLessonFile read_lesson_toml(std::string_view text, std::string_view name, const CueFigures& figures)
{
    TomlReader reader { name };
    const toml::parse_result parsed = parse_toml(text, name);
    if (!parsed) {
        reader.fail(parsed.error().source().begin.line, fmt::format("{}.", parsed.error().description()));
        return { {}, reader.mistakes() };
    }
    const auto& table = parsed.table();
    reader.allow_keys(table,
        { "id", "number", "group", "title", "summary", "problem", "checks", "start", "defaults", "gpu_defaults", "parameter",
            "buffer", "texture", "check", "merit", "limit", "scene", "image", "bodies", "variant", "role", "cue" });

    LessonFile file;
    file.id = reader.id(table, 0);
    file.number = chapter(reader, table);
    file.group = group_of(reader, table);
    file.title = reader.text(table, "title", 0);
    file.summary = reader.text(table, "summary", 0);
    read_problem_name(reader, table, file);
    const auto checks = read_checks(reader, table);
    file.start = read_start(reader, table);
    scalars(reader, table, "defaults", [&](const std::string& parameter, const std::string& value, std::uint32_t line) {
        file.defaults.push_back({ parameter, value, line });
    });
    scalars(reader, table, "gpu_defaults", [&](const std::string& parameter, const std::string& value, std::uint32_t line) {
        file.gpu_defaults.push_back({ parameter, value, line });
    });
    file.variants = read_variants(reader, table, checks, table.contains("problem") ? Origin::built_in : Origin::described);
    file.roles = read_roles(reader, table);
    file.cues = read_cues(reader, table, figures);
    if (!table.contains("problem"))
        file.description = read_description(reader, table);
    return { std::move(file), reader.mistakes() };
}

Result<LessonFile> parse_lesson_file(std::string_view text, std::string_view name)
{
    auto read = read_lesson_toml(text, name);
    if (!read.mistakes.empty())
        return Error { read.mistakes.front() };
    return std::move(read.file);
}

} // namespace warpstage::lesson
