// One item of each kind that a draw list can contain.
#pragma once

#include "app/draw/draw_list.h"

#include <string>
#include <vector>

namespace warpstage::exporter::testing {

// 400 x 240 points.
[[nodiscard]] draw::DrawList sample_picture();

// Its texts as a reader finds them in a file, in the order of the list.
[[nodiscard]] std::vector<std::string> sample_texts();

} // namespace warpstage::exporter::testing
