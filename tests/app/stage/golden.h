// Comparison of a frame with an approved one. WARPSTAGE_APPROVE=1 in the environment rewrites the approved pictures instead.
#pragma once

#include "app/stage/capture/png.h"

#include <gtest/gtest.h>

#include <string>

namespace warpstage::stage {

struct Difference {
    double mean = 0.0; // of all channels, in steps of 255
    double worst_tile = 0.0; // mean of the tile of 32 by 32 pixels that differs most
};

// Of pictures of the same size.
[[nodiscard]] Difference difference_of(const Image& a, const Image& b);

// Other versions of Mesa round otherwise and other versions of a font have other curves: small differences everywhere are well,
// a tile that shows something else is not.
[[nodiscard]] testing::AssertionResult matches_approved(const Image& frame, const std::string& name);

} // namespace warpstage::stage
