// One cue of a lesson: settings to select, where to look, and the caption.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

// What a figure shows, so that a cue that points at it also requests and selects it.
enum class FigureSubject : std::uint8_t {
    other,
    shared_access,
    global_access,
    sm_run,
    step_counts,
    published,
    causes,
    waves,
    rounding
};

// A part of the stage that cues may highlight, defined by the user interface.
struct CueFigure {
    std::string word;
    FigureSubject subject = FigureSubject::other;
};
// Empty: unknown, any word is accepted.
using CueFigures = std::vector<CueFigure>;

struct Cue {
    std::size_t variant = 0; // index into Lesson::variants
    std::map<std::string, std::string, std::less<>> parameters; // those that differ from the lesson's initial settings
    // Values for which times on a GPU are estimated, if they differ from the shown ones.
    std::map<std::string, std::string, std::less<>> timed;
    std::string figure; // part of the stage to highlight: a word of CueFigures; empty: none
    FigureSubject subject = FigureSubject::other; // of that figure
    std::uint32_t line = 0; // of kernels.cu; 0: none
    std::uint32_t access = 0; // the first, second, ... access of that line to the memory of the figure, counted from 1; 0: the
                              // most instructive one
    std::optional<std::uint32_t> warp;
    std::string architecture; // "1.3", "GTX280": architecture used for the analysis; empty: the device's
    std::uint32_t warp_width = 0; // lanes per warp in the recorded run: 2, 4, 8, 16; 0: 32, as on every GPU
    std::optional<std::size_t> beside; // a variant whose run of the SM model is shown beside this one
    std::uint32_t resident_blocks = 0; // of the SM model; 0: the maximum
    std::string swept; // parameter of the curve of estimated throughput; empty: no curve
    std::vector<std::string> swept_values; // as a parameter's value is written
    std::uint32_t cycles = 0; // of the SM model, to show at once; 0: all
    std::string caption; // a sentence or two for the audience
    std::string question; // shown first: numbers stay hidden until the next key; empty: no question
    std::vector<std::string> choices; // choices for the answer; empty: the caption is the answer
    std::size_t answer = 0; // index of the correct one
};

} // namespace warpstage::lesson
