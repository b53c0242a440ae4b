#include "core/problem/access_pattern/access_threads.h"

#include "core/base/lane_mask.h"
#include "core/problem/expressions/evaluation.h"
#include "core/problem/variant_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace warpstage::problem {

namespace {

// The digits after a plain 0x prefix.
std::optional<std::string_view> mask_digits(std::string_view text)
{
    constexpr std::string_view kHexadecimal = "0123456789abcdefABCDEF";
    if (!text.starts_with("0x") && !text.starts_with("0X"))
        return std::nullopt;
    const auto digits = text.substr(2);
    if (digits.empty() || digits.find_first_not_of(kHexadecimal) != std::string_view::npos)
        return std::nullopt;
    return digits;
}

Result<LaneMask> parse_mask(std::string_view digits)
{
    LaneMask mask = 0;
    const auto [after, error] = std::from_chars(digits.data(), digits.data() + digits.size(), mask, 16);
    if (error != std::errc {})
        return Error { fmt::format("0x{} has more than 8 digits, but a warp has {} lanes.", digits, kMaxLanes) };
    return mask;
}

Result<Expression> parse_pattern(std::string_view text, std::span<const std::string_view> constants)
{
    auto expression = Expression::parse(text, Expression::Caret::exclusive_or);
    if (!expression)
        return expression;
    std::vector<std::string> known { "tid", "lane", "warp", "B" };
    known.insert(known.end(), constants.begin(), constants.end());
    if (auto checked = expression->check_names(known); !checked)
        return checked.error();
    return expression;
}

Result<std::vector<std::int64_t>> values_of(std::string_view text, const AccessLaunch& launch)
{
    Scope scope;
    std::vector<std::string_view> constants;
    for (const auto& [name, value] : launch.constants) {
        scope.numbers.emplace(name, value);
        constants.push_back(name);
    }
    const auto expression = parse_pattern(text, constants);
    if (!expression)
        return expression.error();
    for (const auto* const name : { "tid", "lane", "warp" })
        scope.numbers.emplace(name, std::int64_t { 0 });
    scope.numbers.emplace("B", launch.block);
    Evaluation evaluation { *expression, scope };
    auto* const tid = evaluation.variable("tid");
    auto* const lane = evaluation.variable("lane");
    auto* const warp = evaluation.variable("warp");
    std::vector<std::int64_t> values(launch.threads);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto thread = static_cast<std::int64_t>(i);
        if (tid != nullptr)
            *tid = thread;
        if (lane != nullptr)
            *lane = thread % launch.block % kMaxLanes;
        if (warp != nullptr)
            *warp = thread % launch.block / kMaxLanes;
        const auto value = evaluation.integer();
        if (!value)
            return Error { fmt::format("thread {}: {}", i, evaluation.error().message) };
        values[i] = *value;
    }
    return values;
}

Result<std::vector<std::int64_t>> participants(const AccessLaunch& launch)
{
    const auto digits = mask_digits(launch.active);
    if (!digits)
        return values_of(launch.active, launch);
    const auto mask = parse_mask(*digits);
    if (!mask)
        return mask.error();
    std::vector<std::int64_t> values(launch.threads);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = has_lane(*mask, static_cast<unsigned>(i % kMaxLanes)) ? 1 : 0;
    return values;
}

} // namespace

Result<std::vector<std::int32_t>> access_indices(const AccessLaunch& launch)
{
    const auto active = participants(launch);
    if (!active)
        return Error { fmt::format("Active threads: {}", active.error().message) };
    const auto values = values_of(launch.pattern, launch);
    if (!values)
        return Error { fmt::format("Pattern: {}", values.error().message) };
    std::vector<std::int32_t> indices(launch.threads, kInactive);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto index = (*values)[i];
        if ((*active)[i] == 0)
            continue;
        if (index < 0)
            return Error { fmt::format(
                "Pattern `{}`: thread {} would access element {}, but the first element is 0.", launch.pattern, i, index) };
        if (static_cast<std::uint64_t>(index) >= launch.elements)
            return Error { fmt::format("Pattern `{}`: thread {} would access element {}, but {} holds {} elements.",
                launch.pattern, i, index, launch.memory, launch.elements) };
        indices[i] = static_cast<std::int32_t>(index);
    }
    return indices;
}

std::size_t elements_touched(std::span<const std::int32_t> indices)
{
    const auto largest = std::max_element(indices.begin(), indices.end());
    return largest == indices.end() ? 0 : static_cast<std::size_t>(*largest + 1);
}

std::size_t active_threads(std::span<const std::int32_t> indices)
{
    return indices.size() - static_cast<std::size_t>(std::count(indices.begin(), indices.end(), kInactive));
}

Result<void> check_pattern(std::string_view text, std::span<const std::string_view> constants)
{
    const auto expression = parse_pattern(text, constants);
    return expression ? Result<void> {} : expression.error();
}

Result<void> check_active(std::string_view text, std::span<const std::string_view> constants)
{
    if (const auto digits = mask_digits(text)) {
        if (const auto mask = parse_mask(*digits); !mask)
            return mask.error();
        return {};
    }
    return check_pattern(text, constants);
}

const std::vector<std::string>& access_widths()
{
    static const std::vector<std::string> widths { "1", "2", "4", "8", "16" };
    return widths;
}

std::vector<Parameter> explorer_parameters(Result<void> (*check_active)(std::string_view))
{
    return {
        { .id = "active",
            .label = "active threads",
            .kind = Parameter::Kind::text,
            .initial = "0xffffffff",
            .choices = { "0xffffffff", "0x0000ffff", "tid % 2 == 0" },
            .check = check_active },
        { .id = "bytes",
            .label = "bytes per thread",
            .kind = Parameter::Kind::choice,
            .initial = "4",
            .choices = access_widths() },
        { .id = "operation",
            .label = "operation",
            .kind = Parameter::Kind::choice,
            .initial = "load",
            .choices = { "load", "store" } },
    };
}

bool explores(const Variant& variant)
{
    return variant.settings.size() == 1 && variant.settings.contains("kernel");
}

std::string explorer_kernel(const Variant& variant, std::string_view operation, std::string_view bytes)
{
    return fmt::format("{}_{}<{}>", setting(variant, "kernel"), operation, bytes);
}

} // namespace warpstage::problem
