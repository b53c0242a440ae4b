// Colors, sizes and spacing in one place. Okabe-Ito hues: distinguishable without red-green vision; color alone never carries a
// meaning.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::draw {

enum class Theme : std::uint8_t { dark, light, high_contrast }; // the last one: white on black, for a weak projector

// Whether the theme has a dark background.
[[nodiscard]] constexpr bool is_dark(Theme theme)
{
    return theme != Theme::light;
}

struct Palette {
    Color background, panel, border, text, secondary, dim;
    Color blue; // active lanes, plain bars
    Color orange; // selection, attention
    Color vermilion; // conflict, excess, fault
    Color green; // ideal, limit
    Color purple, yellow; // further wavefronts
};

struct Style : Palette {
    Theme theme = Theme::dark;
    float scale = 1.0F; // 1.5 to 2 in a lecture hall; all sizes below already include it
    float title = 24.0F, head = 18.0F, body = 18.0F, source = 17.0F, small = 15.0F, smallest = 13.0F;
    float margin = 16.0F;
    float radius = 10.0F;
    float least_target = 0.0F; // height of rows that a finger touches; 0: rows for a mouse
};

[[nodiscard]] Style make_style(Theme theme, float scale);

// Text for the last row of a hall: at least this share of the picture's height.
inline constexpr float kHallLines = 45.0F;
// Larger text (`text_size` > 1) needs more space here than elsewhere, so it grows more slowly.
[[nodiscard]] Style make_hall_style(Theme theme, float picture_height, float text_size);

} // namespace warpstage::draw
