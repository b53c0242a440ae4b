// Numbers as text.
#pragma once

#include "app/draw/standard.h"

namespace warpstage::draw {

// "1 024": a count with its thousands separated.
[[nodiscard]] std::string grouped_count(std::uint64_t count);
// "1 wavefront", "1 024 wavefronts".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);
// "wavefront", "wavefronts", in the language of the program. A noun that no catalog contains gets an s in the plural.
[[nodiscard]] std::string noun_for(std::string_view noun, std::uint64_t count);
// "12.5 %", "100 %".
[[nodiscard]] std::string percent(double share);
// "1.25", "12.5", "125": a factor with three digits.
[[nodiscard]] std::string factor(double value);

} // namespace warpstage::draw
