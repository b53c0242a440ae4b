// What the stage shows, as a figure for a slide: the same picture with its caption.
#pragma once

#include "app/views/frame/overlay.h"
#include "app/views/gallery/kind.h"

#include <string>

namespace warpstage::views {

struct StageExhibit {
    std::string kind; // "banks": for the file's name
    Exhibit exhibit;
    Size size; // of the page in points
};

// Errors: there is nothing to draw yet, or the variant has no such picture.
[[nodiscard]] Result<StageExhibit> stage_exhibit(const session::Snapshot& snapshot, Picture picture);

} // namespace warpstage::views
