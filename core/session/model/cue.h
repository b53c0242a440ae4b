// The state of the walkthrough as the windows show it.
#pragma once

#include "core/lesson/cues/cue.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

enum class CueNumbers : std::uint8_t {
    shown,
    hidden, // a question is open: times, lanes and wavefronts are hidden until the next key
};

// The choices of a question for the audience.
struct CueChoices {
    std::vector<std::string> texts; // empty: the question has no choices
    std::optional<std::size_t> right; // nothing: not revealed yet
    std::optional<std::size_t> chosen;
    std::vector<std::uint32_t> votes; // of the audience, for each text; empty: not counted

    bool operator==(const CueChoices&) const = default;
};

struct CueView {
    std::size_t count = 0; // 0: the lesson has no cues
    std::optional<std::size_t> index; // nothing: before the first cue
    // Empty if the user has since chosen another variant or parameters.
    std::string words; // the open question, then the caption
    std::string figure; // of the cue
    CueChoices choices; // of its question, while it is open and later
    CueNumbers numbers = CueNumbers::shown;

    bool operator==(const CueView&) const = default;
};

} // namespace warpstage::session
