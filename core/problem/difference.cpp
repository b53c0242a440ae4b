#include "core/problem/difference.h"

#include <fmt/format.h>

#include <limits>

namespace warpstage::problem {

std::string Difference::words() const
{
    const auto place =
        columns == 0 ? fmt::format("{}[{}]", buffer, index) : fmt::format("{}[{}][{}]", buffer, index / columns, index % columns);
    auto text = fmt::format("{}{}{} is {}, expected {}", place, when.empty() ? "" : " ", when, found, expected);
    if (compared > 1)
        text += fmt::format("; {} of {} elements differ", count, compared);
    return text;
}

void set_numbers(Difference& difference, double found, double expected)
{
    constexpr int kFewest = 6;
    for (int digits = kFewest; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
        difference.found = fmt::format("{:.{}g}", found, digits);
        difference.expected = fmt::format("{:.{}g}", expected, digits);
        if (difference.found != difference.expected)
            return;
    }
}

} // namespace warpstage::problem
