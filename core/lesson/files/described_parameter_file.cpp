#include "core/lesson/files/described_parameter_file.h"

#include "core/problem/expressions/expression.h"
#include "core/problem/expressions/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace warpstage::lesson {

namespace {

using problem::Parameter;

std::vector<std::string> choices(TomlReader& reader, const toml::table& table)
{
    const auto* const node = table.get("choices");
    if (node == nullptr)
        return {};
    std::vector<std::string> read;
    const auto* const array = node->as_array();
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i)
        read.push_back(scalar_of((*array)[i]).value_or(std::string {}));
    constexpr std::size_t kMaxValues = 100;
    if (read.size() > kMaxValues) {
        reader.fail(line_of(*node), fmt::format("`choices` has {} values; the maximum is {}.", read.size(), kMaxValues));
        return {};
    }
    if (read.empty() || std::ranges::find(read, std::string {}) != read.end()) {
        reader.fail(line_of(*node), "`choices` must be a list of strings or numbers, as in [64, 128, 256].");
        return {};
    }
    return read;
}

std::optional<double> bound(TomlReader& reader, const toml::table& table, std::string_view key)
{
    const auto* const node = reader.required(table, key, line_of(table));
    if (node == nullptr)
        return std::nullopt;
    const auto written = scalar_of(*node);
    if (const auto whole = written ? problem::parse_integer(*written) : std::nullopt)
        return static_cast<double>(*whole);
    if (const auto real = written ? problem::parse_real(*written) : std::nullopt)
        return *real;
    reader.fail(line_of(*node), fmt::format("`{}` must be a number such as 1024 or \"2^22\".", key));
    return std::nullopt;
}

// Without `kind`: choice if `choices` is given without bounds, else integer.
bool kind(TomlReader& reader, const toml::table& table, Parameter& read)
{
    const bool bounded = table.contains("minimum") || table.contains("maximum");
    const auto line = line_of(table);
    auto word = reader.optional_text(table, "kind");
    if (word.empty())
        word = bounded || read.choices.empty() ? "integer" : "choice";
    if (word == "choice") {
        read.kind = Parameter::Kind::choice;
        if (read.choices.empty())
            reader.fail(line, fmt::format("parameter `{}` is of kind choice and requires `choices`.", read.id));
        return !read.choices.empty();
    }
    if (word != "integer" && word != "real") {
        reader.fail(line, fmt::format("`kind` must be integer, real or choice, not `{}`.", word));
        return false;
    }
    read.kind = word == "real" ? Parameter::Kind::real : Parameter::Kind::integer;
    const auto minimum = bound(reader, table, "minimum");
    const auto maximum = bound(reader, table, "maximum");
    if (!minimum || !maximum)
        return false;
    read.minimum = *minimum;
    read.maximum = *maximum;
    constexpr double kMaxInteger = 9007199254740992.0; // 2^53: above it, a double is not exact
    for (const double limit : { read.minimum, read.maximum }) {
        const bool valid = read.kind == Parameter::Kind::real ? std::isfinite(limit)
                                                              : std::trunc(limit) == limit && std::abs(limit) <= kMaxInteger;
        if (!valid) {
            reader.fail(line,
                fmt::format("`minimum` and `maximum` of the {} parameter `{}` must be {}, not {}.", word, read.id,
                    read.kind == Parameter::Kind::real ? "finite" : "integers up to 2^53", limit));
            return false;
        }
    }
    if (read.minimum > read.maximum) {
        reader.fail(line, fmt::format("parameter `{}` has a minimum greater than its maximum.", read.id));
        return false;
    }
    if (const auto* const node = table.get("multiple_of"); node != nullptr) {
        read.multiple_of = node->value_exact<std::int64_t>().value_or(0);
        if (read.multiple_of < 1 || static_cast<std::int64_t>(read.minimum) % read.multiple_of != 0) {
            reader.fail(line_of(*node), "`multiple_of` must be an integer, and `minimum` a multiple of it.");
            return false;
        }
    }
    return true;
}

// Whether the initial value and the suggested values are valid.
bool initial(TomlReader& reader, const toml::table& table, Parameter& read, std::uint32_t line)
{
    const auto* const node = reader.required(table, "initial", line);
    if (node == nullptr)
        return false;
    read.initial = scalar_of(*node).value_or(std::string {});
    const std::vector<Parameter> alone { read };
    problem::Settings settings;
    if (auto set = settings.set(alone, read.id, read.initial); !set) {
        reader.fail(line_of(*node), set.error().message);
        return false;
    }
    for (const auto& choice : read.choices) {
        if (auto set = settings.set(alone, read.id, choice); !set) {
            reader.fail(line_of(*table.get("choices")), set.error().message);
            return false;
        }
    }
    return true;
}

// `warpstage tune` tries the choices, so at least one is required.
bool tunable(TomlReader& reader, const toml::table& table, const Parameter& read)
{
    const auto* const node = table.get("tunable");
    if (node == nullptr)
        return false;
    const auto value = node->value_exact<bool>();
    if (!value)
        reader.fail(line_of(*node), "`tunable` must be true or false.");
    else if (*value && read.choices.empty())
        reader.fail(line_of(*node), fmt::format("parameter `{}` is tunable and requires `choices`.", read.id));
    return value.value_or(false);
}

// A described lesson names its parameters as the other lessons do.
Parameter::Role role_of(const Parameter& parameter)
{
    static constexpr std::array<std::pair<std::string_view, Parameter::Role>, 4> kNames {
        { { "n", Parameter::Role::problem_size }, { "block", Parameter::Role::block_size },
            { "type", Parameter::Role::element_type }, { "seed", Parameter::Role::seed } }
    };
    const auto* const named = std::ranges::find(kNames, parameter.id, &std::pair<std::string_view, Parameter::Role>::first);
    return named == kNames.end() ? Parameter::Role::other : named->second;
}

std::optional<Parameter> parameter(TomlReader& reader, const toml::table& table, const std::vector<Parameter>& others)
{
    const auto line = line_of(table);
    reader.allow_keys(
        table, { "id", "label", "unit", "kind", "minimum", "maximum", "multiple_of", "initial", "choices", "tunable" });
    Parameter read;
    read.id = reader.text(table, "id", line);
    read.label = reader.text(table, "label", line);
    read.unit = reader.optional_text(table, "unit");
    if (!read.id.empty() && (!problem::is_name(read.id) || read.id == "i"))
        reader.fail(line,
            fmt::format("a parameter id must consist of letters, digits and underscores, and must not be `i`: `{}` is invalid.",
                read.id));
    if (std::ranges::any_of(others, [&](const Parameter& other) { return other.id == read.id; }))
        reader.fail(line, fmt::format("two parameters have the id `{}`.", read.id));
    read.choices = choices(reader, table);
    if (!kind(reader, table, read) || !initial(reader, table, read, line))
        return std::nullopt;
    read.tunable = tunable(reader, table, read);
    read.role = role_of(read);
    return read;
}

} // namespace

std::vector<Parameter> read_parameters(TomlReader& reader, const toml::table& file)
{
    std::vector<Parameter> parameters;
    for (const auto* table : reader.tables(file, "parameter")) {
        if (auto read = parameter(reader, *table, parameters))
            parameters.push_back(*std::move(read));
    }
    return parameters;
}

} // namespace warpstage::lesson
