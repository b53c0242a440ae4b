#include "app/draw/words.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::draw {

std::string grouped_count(std::uint64_t count)
{
    return text::grouped(static_cast<std::int64_t>(count));
}

std::string counted(std::uint64_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", grouped_count(count), noun, count == 1 ? "" : "s");
}

std::string percent(double share)
{
    const double value = 100.0 * share;
    const bool whole = std::abs(value - std::round(value)) < 0.05;
    return fmt::format("{:.{}f}\u2009%", value, whole ? 0 : 1);
}

std::string factor(double value)
{
    return fmt::format("{:.{}f}", value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

} // namespace warpstage::draw
