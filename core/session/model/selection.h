// What the audience looks at in the recorded run.
#pragma once

#include "core/session/model/run.h"
#include "core/session/selection/cell.h"

#include <cstdint>
#include <optional>

namespace warpstage::session {

// What the audience looks at.
struct SelectionSection {
    std::optional<ChosenAccess> chosen_access;
    std::uint32_t warp = 0; // whose lanes are shown
    std::uint32_t line = 0; // chosen source line; 0: none
    std::optional<std::uint32_t> lane; // that is marked
    std::optional<ChosenCell> cell; // likewise, with the lanes of the chosen access that touch it

    bool operator==(const SelectionSection&) const = default;
};

} // namespace warpstage::session
