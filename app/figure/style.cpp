#include "app/figure/style.h"

#include "core/base/verify.h"

namespace warpstage::figure {

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

} // namespace

Style make_style(Theme theme, float scale)
{
    VERIFY(scale > 0.0F);
    Style style = theme == Theme::dark ? dark_colors() : light_colors();
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

} // namespace warpstage::figure
