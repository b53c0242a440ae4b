// What the stage shows, as a figure for a slide: the same picture with its caption.
#pragma once

#include "app/figure/gallery/kind.h"
#include "app/figure/overlay.h"

#include <string>

namespace warpstage::figure {

struct StageExhibit {
    std::string kind; // "banks": for the file's name
    Exhibit exhibit;
    Size size; // of the page in points
};

// Errors: there is nothing to draw yet, or the variant has no such picture.
[[nodiscard]] Result<StageExhibit> stage_exhibit(const session::Snapshot& snapshot, Picture picture);

} // namespace warpstage::figure
