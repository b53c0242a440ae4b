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

// The part of the stage that a cue points at.
enum class CueFigure : std::uint8_t { none, scene, variants, parameters, warps, banks, sectors, timings, source };

struct Cue {
    std::size_t variant = 0; // index into Lesson::variants
    std::map<std::string, std::string, std::less<>> parameters; // that differ from the lesson's initial settings
    CueFigure figure = CueFigure::none;
    std::uint32_t line = 0; // of kernels.cu; 0: none
    std::uint32_t access = 0; // the first, second, ... access of that line to the memory of the figure, counted from 1; 0: the
                              // one worth looking at
    std::optional<std::uint32_t> warp;
    std::string architecture; // "1.3", "GTX280": whose rules judge the run; empty: the machine's own
    std::string caption; // a sentence or two for the audience
    std::string question; // asked before: numbers stay hidden until the next key; empty: none
};

// "warps"; nothing for another word.
[[nodiscard]] std::optional<CueFigure> find_cue_figure(std::string_view word);
[[nodiscard]] std::vector<std::string> cue_figure_names();

} // namespace warpstage::lesson
