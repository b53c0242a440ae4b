#include "core/lesson/lesson_file.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

// The parser as part of this file and without exceptions: nothing to link, and nothing can leave the folder.
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace warpstage::lesson {

namespace {

constexpr std::size_t kMostVariants = 24; // the list scrolls; the keys 1 to 9 choose the first ones

std::uint32_t line_of(const toml::node& node)
{
    return node.source().begin.line;
}

// Reads a lesson file and keeps the first thing that is wrong with it.
class Reader {
public:
    explicit Reader(std::string_view name)
        : m_name(name)
    {
    }

    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    [[nodiscard]] const Error& error() const { return *m_error; }

    void fail(std::uint32_t line, std::string_view what)
    {
        if (!m_error)
            m_error = Error { line == 0 ? fmt::format("{}: {}", m_name, what) : fmt::format("{}:{}: {}", m_name, line, what) };
    }

    void allow_keys(const toml::table& table, std::span<const std::string_view> keys)
    {
        const std::vector<std::string> known { keys.begin(), keys.end() };
        for (const auto& [key, node] : table) {
            const auto word = key.str();
            if (std::find(keys.begin(), keys.end(), word) != keys.end())
                continue;
            const auto near = text::nearest(word, known);
            fail(line_of(node),
                near.empty() ? fmt::format("unknown key `{}`: take {}.", word, text::alternatives(known))
                             : fmt::format("unknown key `{}`: did you mean `{}`?", word, near));
        }
    }

    // The node of a key that must be there. `table_line` is where to look for it.
    const toml::node* required(const toml::table& table, std::string_view key, std::uint32_t table_line)
    {
        const auto* const node = table.get(key);
        if (node == nullptr)
            fail(table_line, fmt::format("the key `{}` is missing.", key));
        return node;
    }

    std::string text(const toml::table& table, std::string_view key, std::uint32_t table_line)
    {
        const auto* const node = required(table, key, table_line);
        if (node == nullptr)
            return {};
        const auto value = node->value_exact<std::string>();
        if (!value || text::trim(*value).empty())
            fail(line_of(*node), fmt::format("`{}` must be a text in quotes that is not empty.", key));
        return value.value_or(std::string {});
    }

    // What --lesson and --variant take on the command line.
    std::string id(const toml::table& table, std::uint32_t table_line)
    {
        auto value = text(table, "id", table_line);
        const auto allowed = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        };
        if (!std::all_of(value.begin(), value.end(), allowed))
            fail(line_of(*table.get("id")),
                fmt::format("`id` may hold small letters, digits, - and _: `{}` holds others.", value));
        return value;
    }

    std::uint32_t number(const toml::table& table)
    {
        const auto* const node = required(table, "number", 0);
        if (node == nullptr)
            return 0;
        const auto value = node->value_exact<std::int64_t>();
        if (!value || *value < 1 || *value > 999) {
            fail(line_of(*node), "`number` must be the number of the chapter, 1 to 999.");
            return 0;
        }
        return static_cast<std::uint32_t>(*value);
    }

    // A table whose values are texts, numbers or booleans; absent is empty.
    template <typename Take> void scalars(const toml::table& table, std::string_view key, const Take& take)
    {
        const auto* const node = table.get(key);
        if (node == nullptr)
            return;
        const auto* const values = node->as_table();
        if (values == nullptr) {
            fail(line_of(*node), fmt::format("`{}` must be a table.", key));
            return;
        }
        for (const auto& [name, value] : *values) {
            const auto written = scalar(value);
            if (!written)
                fail(line_of(value), fmt::format("`{}` must be a text, a number, true or false.", name.str()));
            else
                take(std::string { name.str() }, *written, line_of(value));
        }
    }

    FileVariant variant(const toml::table& table)
    {
        constexpr std::array<std::string_view, 4> kKeys { "id", "label", "summary", "settings" };
        const auto line = line_of(table);
        allow_keys(table, kKeys);
        FileVariant read;
        read.line = line;
        read.variant.id = id(table, line);
        read.variant.label = text(table, "label", line);
        read.variant.summary = text(table, "summary", line);
        scalars(table, "settings", [&](const std::string& name, const std::string& value, std::uint32_t) {
            read.variant.settings.emplace(name, value);
        });
        return read;
    }

    std::vector<FileVariant> variants(const toml::table& table)
    {
        const auto* const node = table.get("variant");
        const auto* const tables = node == nullptr ? nullptr : node->as_array();
        if (tables == nullptr || tables->empty() || !tables->is_homogeneous<toml::table>()) {
            fail(node == nullptr ? 0 : line_of(*node), "a lesson needs at least one [[variant]].");
            return {};
        }
        std::vector<FileVariant> read;
        for (const auto& element : *tables) {
            const auto next = variant(*element.as_table());
            if (read.size() == kMostVariants)
                fail(next.line,
                    fmt::format(
                        "more than {} variants: nobody finds one among so many; make two lessons of them.", kMostVariants));
            const auto same = [&](const FileVariant& earlier) {
                return earlier.variant.id == next.variant.id;
            };
            if (std::any_of(read.begin(), read.end(), same))
                fail(next.line, fmt::format("two variants have the id `{}`.", next.variant.id));
            read.push_back(next);
        }
        return read;
    }

private:
    static std::optional<std::string> scalar(const toml::node& node)
    {
        if (const auto word = node.value_exact<std::string>())
            return word;
        if (const auto integer = node.value_exact<std::int64_t>())
            return fmt::format("{}", *integer);
        if (const auto real = node.value_exact<double>())
            return fmt::format("{}", *real);
        if (const auto truth = node.value_exact<bool>())
            return *truth ? "true" : "false";
        return std::nullopt;
    }

    std::string m_name;
    std::optional<Error> m_error;
};

} // namespace

Result<LessonFile> parse_lesson_file(std::string_view text, std::string_view name)
{
    constexpr std::array<std::string_view, 8> kKeys { "id", "number", "title", "summary", "problem", "defaults", "gpu_defaults",
        "variant" };
    Reader reader { name };
    const toml::parse_result parsed = toml::parse(text, name);
    if (!parsed) {
        reader.fail(parsed.error().source().begin.line, fmt::format("{}.", parsed.error().description()));
        return reader.error();
    }
    const auto& table = parsed.table();
    reader.allow_keys(table, kKeys);

    LessonFile file;
    file.id = reader.id(table, 0);
    file.number = reader.number(table);
    file.title = reader.text(table, "title", 0);
    file.summary = reader.text(table, "summary", 0);
    file.problem = reader.text(table, "problem", 0);
    if (const auto* const node = table.get("problem"); node != nullptr)
        file.problem_line = line_of(*node);
    reader.scalars(table, "defaults", [&](const std::string& parameter, const std::string& value, std::uint32_t line) {
        file.defaults.push_back({ parameter, value, line });
    });
    reader.scalars(table, "gpu_defaults", [&](const std::string& parameter, const std::string& value, std::uint32_t line) {
        file.gpu_defaults.push_back({ parameter, value, line });
    });
    file.variants = reader.variants(table);
    if (reader.failed())
        return reader.error();
    return file;
}

} // namespace warpstage::lesson
