// The walk through a lesson's cues as the windows show it.
#pragma once

#include "core/lesson/cues/cue.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::session {

enum class CueNumbers : std::uint8_t {
    shown,
    hidden, // the question is asked: times, lanes, wavefronts stay hidden until the next key
};

struct CueView {
    std::size_t count = 0; // 0: the lesson has none
    std::optional<std::size_t> index; // nothing: before the first
    // Empty where somebody has chosen another variant or other parameters since.
    std::string words; // the question while it is asked, then the caption
    std::string figure; // of the cue
    CueNumbers numbers = CueNumbers::shown;

    bool operator==(const CueView&) const = default;
};

} // namespace warpstage::session
