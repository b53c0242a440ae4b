// One station of a lesson's walk: what is chosen there, where to look, what is said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

struct Cue {
    std::size_t variant = 0; // index into Lesson::variants
    std::map<std::string, std::string, std::less<>> parameters; // that differ from the lesson's initial settings
    std::string figure; // the part of the stage that it points at: a word of CueFigures; empty: none
    std::uint32_t line = 0; // of kernels.cu; 0: none
    std::uint32_t access = 0; // the first, second, ... access of that line to the memory of the figure, counted from 1; 0: the
                              // one worth looking at
    std::optional<std::uint32_t> warp;
    std::string architecture; // "1.3", "GTX280": whose rules judge the run; empty: the machine's own
    std::uint32_t warp_width = 0; // lanes of a warp in the recorded run: 2, 4, 8, 16; 0: the 32 of every GPU
    std::optional<std::size_t> beside; // a variant whose run of the SM model stands beside this one's
    std::uint32_t resident_blocks = 0; // of the SM model; 0: as many as fit
    std::uint32_t cycles = 0; // of the SM model, to show at once; 0: all
    std::string caption; // a sentence or two for the audience
    std::string question; // asked before: numbers stay hidden until the next key; empty: none
};

// The parts of the stage that cues may point at, in the words of whoever shows the lessons. Empty: not known here, any word is
// taken.
using CueFigures = std::vector<std::string>;

} // namespace warpstage::lesson
