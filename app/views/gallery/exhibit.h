// Views as figures for a slide: on a page of their own, with a caption.
#pragma once

#include "app/draw/caption.h"
#include "app/views/drawing.h"
#include "app/views/gallery/subject.h"
#include "app/views/view.h"

#include <functional>
#include <string>
#include <string_view>

namespace warpstage::views {

// A figure that is ready to be drawn in any size. Holds what it needs.
struct Exhibit {
    CaptionInput caption;
    std::function<DrawList(Size, const Style&)> draw;
};

inline constexpr float kSmallestPageWidth = 480.0F; // points
inline constexpr float kSmallestPageHeight = 360.0F;

// The page of a file: the figure on its ground, the caption below. `size` at least the smallest one times the style's scale.
[[nodiscard]] DrawList compose_page(const Exhibit& exhibit, Size size, const Style& style);

// The caption with what every figure of a recorded block says; the view adds the numbers and what it shows of the block.
[[nodiscard]] CaptionInput recorded_caption(const Subject& subject);

// The same for a figure of one request.
[[nodiscard]] CaptionInput request_caption(const Subject& subject, const ChosenRequest& request);
// "1 wavefront", "1 024 wavefronts".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

// What the stage shows in a view, as a figure for a slide: the same picture with its caption. Errors: there is nothing to draw
// yet, or the variant has no such picture.
[[nodiscard]] Result<Exhibit> exhibit_of(const View& view, const session::Snapshot& model);

} // namespace warpstage::views
