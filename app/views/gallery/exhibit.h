// Views as figures for slides: on their own page, with a caption.
#pragma once

#include "app/draw/caption.h"
#include "app/views/drawing.h"
#include "app/views/gallery/subject.h"
#include "app/views/view.h"

namespace warpstage::views {

// Of a figure and its content.
template <typename Input>
[[nodiscard]] Exhibit exhibit_of_figure(CaptionInput caption, DrawList (*figure)(const Input&, Size, const Style&), Input input)
{
    return { std::move(caption), [figure, input = std::move(input)](Size size, const Style& style) {
                return figure(input, size, style);
            } };
}

inline constexpr float kSmallestPageWidth = 480.0F; // points
inline constexpr float kSmallestPageHeight = 360.0F;

// The page of a file: the figure on its background, the caption below. `size`: at least the smallest size times the style's
// scale.
[[nodiscard]] DrawList compose_page(const Exhibit& exhibit, Size size, const Style& style);

// The caption with the facts that every figure of a recorded block states; the view adds the numbers. `part`: part of the block,
// "warp 3"; `line`: of the source, 0 if the figure is not about a single line.
[[nodiscard]] CaptionInput recorded_caption(const Subject& subject, const std::string& part = {}, std::uint32_t line = 0);

// "warp 3, request 1 of 128".
[[nodiscard]] std::string request_words(const ChosenRequest& request);
// The same for a figure of one request.
[[nodiscard]] CaptionInput request_caption(const Subject& subject, const ChosenRequest& request);

// The current content of a view in this window as a figure for a slide, with its caption. Errors: there is nothing to draw yet,
// or the variant has no such figure.
[[nodiscard]] Result<Exhibit> exhibit_of(const View& view, const session::Snapshot& model, const WindowState& window = {});

} // namespace warpstage::views
