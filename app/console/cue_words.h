// What the presenter reads of the lesson's walk: where it stands and what the next key press will show. Knows no Qt.
#pragma once

#include "core/session/snapshot.h"

#include <cstddef>
#include <string>

namespace warpstage::console {

struct CueCard {
    std::string title; // "Cue 3 of 8 · the question is asked"
    std::string words; // as the audience reads them
    std::string detail; // variant, parameters, where to look; or what the answer will be

    bool operator==(const CueCard&) const = default;
};

struct CueCards {
    CueCard now;
    CueCard next;
};

// Of a snapshot whose lesson has cues.
[[nodiscard]] CueCards cue_cards(const session::Snapshot& snapshot);

// "3 ? Half of the block has never added anything ..." with the mark where it asks first.
[[nodiscard]] std::string cue_line(const lesson::Lesson& lesson, std::size_t index);
// "reduce2 · block = 128 · banks, line 42 · as GTX280"
[[nodiscard]] std::string cue_detail(const lesson::Lesson& lesson, std::size_t index);

} // namespace warpstage::console
