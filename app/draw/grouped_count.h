// A count with its thousands apart.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <string>

namespace warpstage::draw {

[[nodiscard]] inline std::string grouped_count(std::uint64_t count)
{
    return text::grouped(static_cast<std::int64_t>(count));
}

} // namespace warpstage::draw
