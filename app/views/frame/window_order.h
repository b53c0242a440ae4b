// What a click can ask of the window itself, beside the commands of the session.
#pragma once

#include "core/base/lane_mask.h"

#include <cstdint>
#include <string>
#include <variant>

namespace warpstage::views {

// What stands in the scene's place.
enum class Sheet : std::uint8_t { none, counters, comparison, memory, heat };

struct EditParameter {
    std::string id;
};
struct ToggleSheet {
    Sheet sheet = Sheet::none;
};

struct MarkLanes {
    LaneMask lanes = 0; // that met a bank or a cell; they stand out everywhere, the same again: none
};

using WindowOrder = std::variant<EditParameter, ToggleSheet, MarkLanes>;

} // namespace warpstage::views
