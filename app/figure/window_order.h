// What a click can ask of the window itself, beside the commands of the session.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace warpstage::figure {

// What stands in the scene's place.
enum class Sheet : std::uint8_t { none, counters, comparison, memory, heat };

struct EditParameter {
    std::string id;
};
struct ToggleSheet {
    Sheet sheet = Sheet::none;
};

using WindowOrder = std::variant<EditParameter, ToggleSheet>;

} // namespace warpstage::figure
