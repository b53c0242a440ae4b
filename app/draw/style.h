// Colours, sizes and spacing in one place. Okabe-Ito hues: distinguishable without red-green vision; no meaning by colour alone.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::draw {

enum class Theme : std::uint8_t { dark, light, high_contrast }; // the last: white on black, for a bad projector

// Whether what is drawn shines on a dark ground.
[[nodiscard]] constexpr bool is_dark(Theme theme)
{
    return theme != Theme::light;
}

struct Palette {
    Color background, panel, border, text, secondary, dim;
    Color blue; // active lanes, plain bars
    Color orange; // the chosen one, attention
    Color vermilion; // conflict, excess, fault
    Color green; // ideal, limit
    Color purple, yellow; // further passes
};

struct Style : Palette {
    Theme theme = Theme::dark;
    float scale = 1.0F; // 1.5 to 2 in a lecture hall; all sizes below are multiplied by it already
    float title = 24.0F, head = 18.0F, body = 18.0F, source = 17.0F, small = 15.0F, smallest = 13.0F;
    float margin = 16.0F;
    float radius = 10.0F;
};

[[nodiscard]] Style make_style(Theme theme, float scale);

// Text for the last row of a hall: none is smaller than this part of the picture's height.
inline constexpr float kHallLines = 45.0F;
// Larger text (`text_size` > 1) leaves less room than it does elsewhere, so it grows more slowly.
[[nodiscard]] Style make_hall_style(Theme theme, float picture_height, float text_size);

} // namespace warpstage::draw
