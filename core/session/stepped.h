#pragma once

#include "core/session/command.h"

#include <cstddef>

namespace warpstage::session {

// The neighbour of `index` among `count`, around the end.
[[nodiscard]] inline std::size_t stepped(std::size_t index, std::size_t count, Direction direction)
{
    return (index + (direction == Direction::next ? 1 : count - 1)) % count;
}

} // namespace warpstage::session
