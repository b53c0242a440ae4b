#include "core/lesson/files/toml_reader.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::lesson {

std::uint32_t line_of(const toml::node& node)
{
    return node.source().begin.line;
}

std::optional<std::string> scalar_of(const toml::node& node)
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

void TomlReader::fail(std::uint32_t line, std::string_view what)
{
    m_mistakes.push_back(line == 0 ? fmt::format("{}: {}", m_name, what) : fmt::format("{}:{}: {}", m_name, line, what));
}

void TomlReader::allow_keys(const toml::table& table, std::initializer_list<std::string_view> keys)
{
    const std::vector<std::string> known { keys.begin(), keys.end() };
    for (const auto& [key, node] : table) {
        const auto word = key.str();
        if (std::find(keys.begin(), keys.end(), word) != keys.end())
            continue;
        const auto near = text::nearest(word, known);
        fail(line_of(node),
            near.empty() ? fmt::format("unknown key `{}`. Use {}.", word, text::alternatives(known))
                         : fmt::format("unknown key `{}`. Did you mean `{}`?", word, near));
    }
}

const toml::node* TomlReader::required(const toml::table& table, std::string_view key, std::uint32_t table_line)
{
    const auto* const node = table.get(key);
    if (node == nullptr)
        fail(table_line, fmt::format("the key `{}` is missing.", key));
    return node;
}

std::string TomlReader::text(const toml::table& table, std::string_view key, std::uint32_t table_line)
{
    return required(table, key, table_line) == nullptr ? std::string {} : optional_text(table, key);
}

std::string TomlReader::optional_text(const toml::table& table, std::string_view key)
{
    const auto* const node = table.get(key);
    if (node == nullptr)
        return {};
    auto value = node->value_exact<std::string>();
    if (!value || text::trim(*value).empty())
        fail(line_of(*node), fmt::format("`{}` must be a non-empty string.", key));
    // A terminal would execute them.
    const auto is_control = [](char c) {
        return (c >= '\0' && c < ' ' && c != '\n' && c != '\t') || c == '\x7f';
    };
    if (value && std::any_of(value->begin(), value->end(), is_control))
        fail(line_of(*node), fmt::format("`{}` must not contain control characters.", key));
    return value.value_or(std::string {});
}

std::string TomlReader::id(const toml::table& table, std::uint32_t table_line)
{
    auto value = text(table, "id", table_line);
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (!std::all_of(value.begin(), value.end(), allowed))
        fail(line_of(*table.get("id")),
            fmt::format("`id` may contain only lower-case letters, digits, - and _: `{}` is invalid.", value));
    return value;
}

double TomlReader::real(const toml::table& table, std::string_view key)
{
    const auto* const node = table.get(key);
    if (node == nullptr)
        return 0.0;
    const auto value = node->value<double>();
    if (!value || !node->is_number()) {
        fail(line_of(*node), fmt::format("`{}` must be a number such as 1e-6.", key));
        return 0.0;
    }
    return *value;
}

std::optional<problem::Expression> TomlReader::expression(const toml::node& node, std::string_view key)
{
    const auto written = node.is_number() || node.is_string() ? scalar_of(node) : std::nullopt;
    if (!written) {
        fail(line_of(node), fmt::format("`{}` must be a number or an expression in quotes such as \"n / 4\".", key));
        return std::nullopt;
    }
    auto parsed = problem::Expression::parse(*written);
    if (!parsed) {
        fail(line_of(node), fmt::format("`{}`: {}", key, parsed.error().message));
        return std::nullopt;
    }
    return *std::move(parsed);
}

std::optional<problem::Expression> TomlReader::expression(
    const toml::table& table, std::string_view key, std::uint32_t table_line)
{
    const auto* const node = required(table, key, table_line);
    return node == nullptr ? std::nullopt : expression(*node, key);
}

std::vector<problem::Expression> TomlReader::expressions(const toml::table& table, std::string_view key, std::uint32_t table_line)
{
    constexpr std::size_t kDimensions = 3;
    const auto* const node = required(table, key, table_line);
    if (node == nullptr)
        return {};
    std::vector<problem::Expression> read;
    const auto add = [&](const toml::node& element) {
        if (auto one = expression(element, key))
            read.push_back(*std::move(one));
    };
    const auto* const array = node->as_array();
    if (array == nullptr) {
        add(*node);
        return read;
    }
    if (array->empty() || array->size() > kDimensions)
        fail(line_of(*node), fmt::format("`{}` must have one to three numbers, as in 16 or [8, 8], not {}.", key, array->size()));
    for (const auto& element : *array)
        add(element);
    return read;
}

std::vector<const toml::table*> TomlReader::tables(const toml::table& table, std::string_view key)
{
    const auto* const node = table.get(key);
    if (node == nullptr)
        return {};
    std::vector<const toml::table*> read;
    const auto* const array = node->as_array();
    if (array == nullptr || !array->is_homogeneous<toml::table>()) {
        fail(line_of(*node), fmt::format("`{}` must be an array of tables, each written [[{}]].", key, key));
        return read;
    }
    for (const auto& element : *array)
        read.push_back(element.as_table());
    return read;
}

const toml::table* TomlReader::table(const toml::table& parent, std::string_view key)
{
    const auto* const node = parent.get(key);
    if (node == nullptr)
        return nullptr;
    if (node->as_table() == nullptr)
        fail(line_of(*node), fmt::format("`{}` must be a table.", key));
    return node->as_table();
}

} // namespace warpstage::lesson
