// How large and in which colors the stage writes, for its theme, text size, and size.
#pragma once

#include "app/stage/standard.h"

namespace warpstage::stage {

enum class Digits : std::uint8_t { usual, large }; // large: for the headline figure

struct Look {
    draw::Theme theme = draw::Theme::dark;
    float text_size = 1.0F; // factor of the usual size
    Digits digits = Digits::usual;
    bool hall = false; // text for the last row
};

// The place that the look is for.
struct LookSize {
    draw::Size points;
    float content_scale = 1.0F; // of the system's own text
    float scale = 1.0F; // that the user chose when the program was started
    bool touch = false; // rows are as high as a finger needs
};

[[nodiscard]] draw::Style style_of(const Look& look, const LookSize& size);
// Whether text of this size, without hall mode, leaves no room for the source panel.
[[nodiscard]] bool crowds_out_source(float text_size, const LookSize& size);

} // namespace warpstage::stage
