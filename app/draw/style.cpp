#include "app/draw/style.h"

#include "core/base/verify.h"

namespace warpstage::draw {

namespace {

Style dark_colors()
{
    Style style;
    style.theme = Theme::dark;
    style.background = { 0x0b, 0x0e, 0x14 };
    style.panel = { 0x12, 0x18, 0x26 };
    style.border = { 0x24, 0x30, 0x42 };
    style.text = { 0xe6, 0xed, 0xf3 };
    style.secondary = { 0x93, 0xa1, 0xb3 };
    style.dim = { 0x3a, 0x47, 0x5a };
    style.blue = { 0x56, 0xb4, 0xe9 };
    style.orange = { 0xe6, 0x9f, 0x00 };
    style.vermilion = { 0xe4, 0x57, 0x2e };
    style.green = { 0x2f, 0xbf, 0x94 };
    style.purple = { 0xcc, 0x79, 0xa7 };
    style.yellow = { 0xf0, 0xe4, 0x42 };
    return style;
}

// The hues of the dark theme, darkened until small text reaches 4.5:1 on the panel and on the background.
Style light_colors()
{
    Style style;
    style.theme = Theme::light;
    style.background = { 0xf4, 0xf6, 0xfa };
    style.panel = { 0xff, 0xff, 0xff };
    style.border = { 0xcf, 0xd7, 0xe2 };
    style.text = { 0x16, 0x1e, 0x2a };
    style.secondary = { 0x50, 0x5c, 0x6e };
    style.dim = { 0xc0, 0xca, 0xd6 };
    style.blue = { 0x00, 0x70, 0xb0 };
    style.orange = { 0x96, 0x60, 0x00 };
    style.vermilion = { 0xc2, 0x40, 0x1a };
    style.green = { 0x0a, 0x79, 0x5b };
    style.purple = { 0x9c, 0x4a, 0x79 };
    style.yellow = { 0x74, 0x69, 0x00 };
    return style;
}

// Brighter hues of the same family on black: small text reaches 7:1, level AAA, which survives a room that is not dark.
Style high_contrast_colors()
{
    Style style;
    style.theme = Theme::high_contrast;
    style.background = { 0x00, 0x00, 0x00 };
    style.panel = { 0x00, 0x00, 0x00 };
    style.border = { 0xa8, 0xb4, 0xc4 };
    style.text = { 0xff, 0xff, 0xff };
    style.secondary = { 0xd6, 0xdf, 0xea };
    style.dim = { 0x5a, 0x6a, 0x80 };
    style.blue = { 0x6c, 0xc6, 0xff };
    style.orange = { 0xff, 0xb7, 0x1a };
    style.vermilion = { 0xff, 0x80, 0x55 };
    style.green = { 0x3f, 0xe0, 0xb0 };
    style.purple = { 0xf0, 0x9a, 0xcb };
    style.yellow = { 0xff, 0xf2, 0x4a };
    return style;
}

Style colors_of(Theme theme)
{
    switch (theme) {
    case Theme::dark:
        return dark_colors();
    case Theme::light:
        return light_colors();
    case Theme::high_contrast:
        return high_contrast_colors();
    }
    VERIFY_NOT_REACHED();
}

} // namespace

Style make_style(Theme theme, float scale)
{
    VERIFY(scale > 0.0F);
    Style style = colors_of(theme);
    style.scale = scale;
    style.title *= scale;
    style.head *= scale;
    style.body *= scale;
    style.source *= scale;
    style.small *= scale;
    style.smallest *= scale;
    style.margin *= scale;
    style.radius *= scale;
    return style;
}

} // namespace warpstage::draw
