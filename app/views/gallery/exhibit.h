// Views as figures for a slide: on a page of their own, with a caption.
#pragma once

#include "app/draw/caption.h"
#include "app/views/drawing.h"
#include "app/views/gallery/subject.h"
#include "app/views/view.h"

namespace warpstage::views {

// Of a figure and what it draws.
template <typename Input>
[[nodiscard]] Exhibit exhibit_of_figure(CaptionInput caption, DrawList (*figure)(const Input&, Size, const Style&), Input input)
{
    return { std::move(caption), [figure, input = std::move(input)](Size size, const Style& style) {
                return figure(input, size, style);
            } };
}

inline constexpr float kSmallestPageWidth = 480.0F; // points
inline constexpr float kSmallestPageHeight = 360.0F;

// The page of a file: the figure on its ground, the caption below. `size` at least the smallest one times the style's scale.
[[nodiscard]] DrawList compose_page(const Exhibit& exhibit, Size size, const Style& style);

// The caption with what every figure of a recorded block says; the view adds the numbers. `part`: what of the block, "warp 3";
// `line`: of the source, 0 where the figure is about no single one.
[[nodiscard]] CaptionInput recorded_caption(const Subject& subject, const std::string& part = {}, std::uint32_t line = 0);

// "warp 3, request 1 of 128".
[[nodiscard]] std::string request_words(const ChosenRequest& request);
// The same for a figure of one request.
[[nodiscard]] CaptionInput request_caption(const Subject& subject, const ChosenRequest& request);

// What the stage shows in a view, as a figure for a slide: the same picture with its caption. Errors: there is nothing to draw
// yet, or the variant has no such picture.
[[nodiscard]] Result<Exhibit> exhibit_of(const View& view, const session::Snapshot& model);

} // namespace warpstage::views
