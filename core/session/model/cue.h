// The walk through a lesson's cues as the windows show it.
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
    hidden, // the question is asked: times, lanes, wavefronts stay hidden until the next key
};

// The answers to a question that an audience chooses from.
struct CueChoices {
    std::vector<std::string> texts; // empty: the question has none
    std::optional<std::size_t> right; // nothing: not revealed yet
    std::optional<std::size_t> chosen;
    std::vector<std::uint32_t> votes; // of the audience, for each text; empty: nobody has counted

    bool operator==(const CueChoices&) const = default;
};

struct CueView {
    std::size_t count = 0; // 0: the lesson has none
    std::optional<std::size_t> index; // nothing: before the first
    // Empty where somebody has chosen another variant or other parameters since.
    std::string words; // the question while it is asked, then the caption
    std::string figure; // of the cue
    CueChoices choices; // of its question, while it is asked and after
    CueNumbers numbers = CueNumbers::shown;

    bool operator==(const CueView&) const = default;
};

} // namespace warpstage::session
