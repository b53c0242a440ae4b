// Video instructions: arithmetic on the bytes and halves of words (PTX ISA, "Video Instructions" and "Scalar Video
// Instructions"). They are rare, so nothing here is written for speed.
#pragma once

#include "core/simt/operation.h"

#include <array>
#include <cstdint>

namespace warpstage::simt {

enum class VideoAction : std::uint8_t {
    add,
    subtract,
    absolute_difference,
    minimum,
    maximum,
    average,
    shift_left,
    shift_right,
    multiply_add,
    compare,
};

// A byte, a half or the whole of a word. SIMD forms count the parts of b after those of a.
struct VideoPart {
    std::uint8_t index = 0; // in units of its size
    std::uint8_t bytes = 4;
};

struct VideoForm {
    VideoAction action = VideoAction::add;
    bool accumulates = false; // .add: the results are added to the third source; SIMD forms without it are merged into it
    bool takes_minimum = false; // .min: the smaller of the result and the third source; scalar forms
    bool takes_maximum = false; // .max
    VideoPart d {}; // scalar forms: what the result replaces in the third source; the whole word: no merge
    std::uint8_t shift = 0; // multiply_add: bits by which the sum is shifted to the right, 0, 7 or 15
    std::uint8_t count = 1; // parts that are worked on: 1, 2 or 4
    std::uint8_t mask = 1; // SIMD: bit i: part i is written or added
    bool signed_a = false;
    bool signed_b = false;
    bool signed_d = false;
    bool saturates = false;
    bool wraps = false; // shifts: by the low 5 bits; else by at most 32
    bool accepts_less = false; // compare: true for a < b
    bool accepts_equal = false;
    bool accepts_greater = false;
    bool adds_one = false; // multiply_add
    std::array<VideoPart, 4> a {}; // by part
    std::array<VideoPart, 4> b {};
};

// The result of one lane.
[[nodiscard]] std::uint32_t video_result(const VideoForm& form, std::uint32_t a, std::uint32_t b, std::uint32_t c);

// Handler of operations whose displacement is the address of a VideoForm: rows a, b and c to row d.
bool run_video(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
