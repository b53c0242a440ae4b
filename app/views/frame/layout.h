// Positions of the stage's panels. They depend only on the size of the window and the scale, not on the content, so that nothing
// moves when values change.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// A panel that does not fit at this size and scale is omitted, in this order: the parameters' suggestions, the source panel's
// columns (by its own width), the source panel, the parameters, the line of keys, the variants (the top bar names the chosen
// one), the warps.
//
// A window that is narrow or low, such as a phone's, has tabs: all panels of one tab, or the scene.
enum class Tab : std::uint8_t { scene, variants, access, source };
inline constexpr std::size_t kTabs = 4;

struct TabPlaces {
    Tab tab = Tab::scene;
    float strip = 0.0F; // height below the panels that they leave free
};

struct StageLayout {
    Rect top_bar;
    Rect access; // banks or sectors
    Rect scene; // free of panels
    std::optional<Rect> variants;
    std::optional<Rect> warps;
    std::optional<Rect> parameters;
    std::optional<Rect> source;
    std::optional<Rect> timeline; // beside the source, if the source is shown
    std::optional<Rect> footer;
    std::optional<Rect> tabs; // at the lower edge; the panels of the others are empty
};

// `places`: for a window with tabs.
[[nodiscard]] StageLayout layout_stage(Size size, const Style& style, TabPlaces places = {});
// Position of messages: below all panels, in place of the line of keys, or over the top bar if there is no line of keys; with
// tabs over the cue in the top bar.
[[nodiscard]] Rect toast_area(const StageLayout& layout, Size window, const Style& style);
// The parts of the top bar of a window with tabs: below each other, or beside each other if the bar has one row.
struct NarrowBar {
    Rect lesson;
    Rect cue; // and compute capability and device
};
[[nodiscard]] NarrowBar narrow_bar(Size bar, const Style& style);
// Inner area of a panel, in a window of this size.
[[nodiscard]] float panel_padding(Size window, const Style& style);

} // namespace warpstage::views
