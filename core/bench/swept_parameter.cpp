#include "core/bench/swept_parameter.h"

#include "core/base/text.h"
#include "core/problem/expressions/number.h"

#include <fmt/format.h>

#include <optional>

namespace warpstage::bench {

namespace {

constexpr std::int64_t kMaxValues = 1024;

Error wrong(std::string_view text)
{
    return { fmt::format(
        "`--parameter` requires NAME=FROM..TO, NAME=FROM..TO:STEP or NAME=VALUE,VALUE,..., for example offset=0..32, not `{}`.",
        text) };
}

} // namespace

Result<SweptParameter> parse_swept(std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
        return wrong(text);
    SweptParameter swept { std::string { text::trim(text.substr(0, equals)) }, {} };
    const auto rest = text.substr(equals + 1);
    const auto dots = rest.find("..");
    if (dots == std::string_view::npos) {
        for (const auto value : text::split(rest, ','))
            swept.values.emplace_back(text::trim(value));
        if (swept.values.size() > kMaxValues)
            return Error { fmt::format("`--parameter` accepts at most {} values, not {}.", kMaxValues, swept.values.size()) };
        return swept;
    }
    const auto colon = rest.find(':', dots);
    const auto from = problem::parse_integer(text::trim(rest.substr(0, dots)));
    const auto to =
        problem::parse_integer(text::trim(rest.substr(dots + 2, colon == std::string_view::npos ? colon : colon - dots - 2)));
    const auto step = colon == std::string_view::npos ? std::optional<std::int64_t> { 1 }
                                                      : problem::parse_integer(text::trim(rest.substr(colon + 1)));
    if (!from || !to || !step)
        return wrong(text);
    if (*step < 1 || *to < *from)
        return Error { fmt::format("`--parameter` requires an ascending range with a step of at least 1, not `{}`.", text) };
    std::int64_t span = 0;
    if (__builtin_sub_overflow(*to, *from, &span) || span / *step >= kMaxValues)
        return Error { fmt::format("`--parameter` accepts at most {} values; `{}` has more.", kMaxValues, text) };
    for (std::int64_t i = 0; i <= span / *step; ++i)
        swept.values.push_back(std::to_string(*from + i * *step));
    return swept;
}

} // namespace warpstage::bench
