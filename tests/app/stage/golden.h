// Comparison of a frame with an approved image. WARPSTAGE_APPROVE=1 in the environment rewrites the approved images instead.
#pragma once

#include "app/stage/capture/png.h"

#include <gtest/gtest.h>

#include <string>

namespace warpstage::stage {

struct Difference {
    double mean = 0.0; // of all channels, in steps of 255
    double worst_tile = 0.0; // mean of the tile of 32 by 32 pixels with the largest difference
};

// The images must have the same size.
[[nodiscard]] Difference difference_of(const Image& a, const Image& b);

// Other versions of Mesa round differently and other versions of a font have other outlines: small differences everywhere are
// accepted, a tile with different content is not.
[[nodiscard]] testing::AssertionResult matches_approved(const Image& frame, const std::string& name);

} // namespace warpstage::stage
