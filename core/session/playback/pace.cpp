#include "core/session/playback/pace.h"

#include "core/base/words.h"

#include <cstddef>

namespace warpstage::session {

namespace {

// In the order of kPaces.
constexpr std::array<std::string_view, kPaces.size()> kPaceNames { marked("1 step/s"), marked("5 steps/s"), marked("10 steps/s"),
    marked("25 steps/s"), marked("fastest") };
constexpr std::array<double, kPaces.size()> kRates { 1.0, 5.0, 10.0, 25.0, 0.0 };

} // namespace

std::string_view name_of(Pace pace)
{
    return kPaceNames.at(static_cast<std::size_t>(pace));
}

double per_second(Pace pace)
{
    return kRates.at(static_cast<std::size_t>(pace));
}

} // namespace warpstage::session
