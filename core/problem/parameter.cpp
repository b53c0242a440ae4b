#include "core/problem/parameter.h"

#include "core/base/text.h"
#include "core/problem/expressions/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpstage::problem {

namespace {

const Parameter* find_parameter(const std::vector<Parameter>& parameters, std::string_view id)
{
    for (const auto& parameter : parameters) {
        if (parameter.id == id)
            return &parameter;
    }
    return nullptr;
}

Error unknown_parameter(const std::vector<Parameter>& parameters, std::string_view id)
{
    std::vector<std::string> ids;
    for (const auto& parameter : parameters)
        ids.push_back(parameter.id);
    if (const auto near = text::nearest(id, ids); !near.empty())
        return { fmt::format("Unknown parameter `{}`. Did you mean `{}`?", id, near) };
    return { fmt::format("Unknown parameter `{}`. Use {}.", id, text::alternatives(ids)) };
}

// The nearest multiple of `value` within the range.
std::int64_t nearest_multiple(const Parameter& parameter, std::int64_t value)
{
    const auto multiple = parameter.multiple_of;
    const auto below = value / multiple * multiple;
    const auto nearest = value - below < multiple - (value - below) ? below : below + multiple;
    if (static_cast<double>(nearest) > parameter.maximum)
        return nearest - multiple;
    return static_cast<double>(nearest) < parameter.minimum ? nearest + multiple : nearest;
}

Result<double> checked_integer(const Parameter& parameter, std::string_view text)
{
    const auto number = parse_integer(text);
    if (!number)
        return Error { fmt::format("Parameter {} must be an integer such as 20480, 2^22 or 1e6, not `{}`.", parameter.id, text) };
    const auto value = static_cast<double>(*number);
    if (value < parameter.minimum || value > parameter.maximum)
        return Error { fmt::format("Parameter {} must be between {:.0f} and {:.0f}, not {}.", parameter.id, parameter.minimum,
            parameter.maximum, text) };
    if (*number % parameter.multiple_of != 0)
        return Error { fmt::format("Parameter {} must be a multiple of {}, not {}; the nearest is {}.", parameter.id,
            parameter.multiple_of, text, nearest_multiple(parameter, *number)) };
    return value;
}

Result<double> checked_real(const Parameter& parameter, std::string_view text)
{
    const auto number = parse_real(text);
    if (!number)
        return Error { fmt::format(
            "Parameter {} must be a number such as {}, not `{}`.", parameter.id, parameter.initial, text) };
    if (*number < parameter.minimum || *number > parameter.maximum)
        return Error { fmt::format(
            "Parameter {} must be between {} and {}, not {}.", parameter.id, parameter.minimum, parameter.maximum, text) };
    return *number;
}

// The number of a choice is its value if it is numeric ("256"), so integer() can return it.
Result<double> checked_choice(const Parameter& parameter, std::string_view text)
{
    for (const auto& choice : parameter.choices) {
        if (choice == text)
            return parse_real(text).value_or(std::numeric_limits<double>::infinity());
    }
    const auto near = text::nearest(text, parameter.choices);
    const auto hint = near.empty() ? std::string {} : fmt::format(". Did you mean `{}`?", near);
    return Error { fmt::format("Parameter {} must be {}, not `{}`{}", parameter.id, text::alternatives(parameter.choices), text,
        hint.empty() ? "." : hint) };
}

// A text parameter has no number.
Result<double> checked_text(const Parameter& parameter, std::string_view text)
{
    if (text.empty())
        return Error { fmt::format("Parameter {} must not be empty; the default is `{}`.", parameter.id, parameter.initial) };
    if (parameter.check != nullptr) {
        if (auto accepted = parameter.check(text); !accepted)
            return Error { fmt::format("Parameter {}: {}", parameter.id, accepted.error().message) };
    }
    return std::numeric_limits<double>::infinity();
}

Result<double> checked(const Parameter& parameter, std::string_view text)
{
    switch (parameter.kind) {
    case Parameter::Kind::integer:
        return checked_integer(parameter, text);
    case Parameter::Kind::real:
        return checked_real(parameter, text);
    case Parameter::Kind::choice:
        return checked_choice(parameter, text);
    case Parameter::Kind::text:
        return checked_text(parameter, text);
    }
    VERIFY_NOT_REACHED();
}

} // namespace

const Parameter* find_role(const std::vector<Parameter>& parameters, Parameter::Role role)
{
    const auto found = std::ranges::find(parameters, role, &Parameter::role);
    return found == parameters.end() ? nullptr : &*found;
}

Settings Settings::initial(const std::vector<Parameter>& parameters)
{
    Settings settings;
    for (const auto& parameter : parameters)
        VERIFY(settings.set(parameters, parameter.id, parameter.initial).ok());
    return settings;
}

Result<void> Settings::set(const std::vector<Parameter>& parameters, std::string_view id, std::string_view value)
{
    const auto* const parameter = find_parameter(parameters, id);
    if (parameter == nullptr)
        return unknown_parameter(parameters, id);
    const auto text = text::trim(value);
    const auto number = checked(*parameter, text);
    if (!number)
        return number.error();
    m_values.insert_or_assign(std::string { id }, Value { std::string { text }, *number });
    return {};
}

const Settings::Value& Settings::value_of(std::string_view id) const
{
    const auto found = m_values.find(id);
    VERIFY(found != m_values.end());
    return found->second;
}

std::int64_t Settings::integer(std::string_view id) const
{
    const double number = value_of(id).number;
    VERIFY(std::isfinite(number));
    return static_cast<std::int64_t>(number);
}

double Settings::real(std::string_view id) const
{
    return value_of(id).number;
}

const std::string& Settings::choice(std::string_view id) const
{
    return value_of(id).text;
}

const std::string& Settings::text(std::string_view id) const
{
    return value_of(id).text;
}

} // namespace warpstage::problem
