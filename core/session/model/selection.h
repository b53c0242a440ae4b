// The selection in the recorded run.
#pragma once

#include "core/analysis/recording/word_history.h"
#include "core/session/model/run.h"
#include "core/session/selection/cell.h"
#include "core/session/selection/element.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace warpstage::session {

// The selection.
struct SelectionSection {
    std::optional<ChosenAccess> chosen_access;
    std::uint32_t warp = 0; // whose lanes are shown
    std::uint32_t line = 0; // chosen source line; 0: none
    std::optional<std::uint32_t> lane; // marked lane
    std::optional<ChosenCell> cell; // marked cell, with the lanes of the chosen access that access it

    std::shared_ptr<const analysis::WordHistory> history; // of the cell; null: no cell is marked
    std::optional<ChosenElement> element; // of a matrix; nothing: none is marked

    bool operator==(const SelectionSection&) const = default;
};

} // namespace warpstage::session
