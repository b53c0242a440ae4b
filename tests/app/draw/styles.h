// The default styles and size of figures in tests.
#pragma once

#include "app/draw/style.h"

namespace warpstage::draw {

inline constexpr Size kSlide { 1280, 720 };

inline const Style& light()
{
    static const Style style = make_style(Theme::light, 1.0F);
    return style;
}

inline const Style& dark()
{
    static const Style style = make_style(Theme::dark, 1.0F);
    return style;
}

} // namespace warpstage::draw
