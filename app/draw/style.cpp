#include "app/draw/style.h"

#include "core/base/verify.h"

namespace warpstage::draw {

namespace {

constexpr Color hex(std::uint32_t rgb)
{
    return { static_cast<std::uint8_t>(rgb >> 16U), static_cast<std::uint8_t>(rgb >> 8U & 0xffU),
        static_cast<std::uint8_t>(rgb & 0xffU) };
}

struct ColorRow {
    Color Palette::*color;
    std::array<Color, 3> of_theme; // dark, light, high contrast
};

// Light: the hues of the dark theme, darkened until small text has a contrast of 4.5:1 on the panel and on the background. High
// contrast: brighter hues of the same family on black; small text has a contrast of 7:1, level AAA, which is readable in a bright
// room.
constexpr std::array kColors {
    ColorRow { &Palette::background, { hex(0x0b0e14), hex(0xf4f6fa), hex(0x000000) } },
    ColorRow { &Palette::panel, { hex(0x121826), hex(0xffffff), hex(0x000000) } },
    ColorRow { &Palette::border, { hex(0x243042), hex(0xcfd7e2), hex(0xa8b4c4) } },
    ColorRow { &Palette::text, { hex(0xe6edf3), hex(0x161e2a), hex(0xffffff) } },
    ColorRow { &Palette::secondary, { hex(0x93a1b3), hex(0x505c6e), hex(0xd6dfea) } },
    ColorRow { &Palette::dim, { hex(0x3a475a), hex(0xc0cad6), hex(0x5a6a80) } },
    ColorRow { &Palette::blue, { hex(0x56b4e9), hex(0x0070b0), hex(0x6cc6ff) } },
    ColorRow { &Palette::orange, { hex(0xe69f00), hex(0x966000), hex(0xffb71a) } },
    ColorRow { &Palette::vermilion, { hex(0xe4572e), hex(0xc2401a), hex(0xff8055) } },
    ColorRow { &Palette::green, { hex(0x2fbf94), hex(0x0a795b), hex(0x3fe0b0) } },
    ColorRow { &Palette::purple, { hex(0xcc79a7), hex(0x9c4a79), hex(0xf09acb) } },
    ColorRow { &Palette::yellow, { hex(0xf0e442), hex(0x746900), hex(0xfff24a) } },
};

} // namespace

Style make_style(Theme theme, float scale)
{
    VERIFY(scale > 0.0F);
    Style style;
    style.theme = theme;
    style.scale = scale;
    for (const ColorRow& row : kColors)
        style.*row.color = row.of_theme.at(static_cast<std::size_t>(theme));
    for (float Style::*length : { &Style::title, &Style::head, &Style::body, &Style::source, &Style::small, &Style::smallest,
             &Style::margin, &Style::radius })
        style.*length *= scale;
    return style;
}

Style make_hall_style(Theme theme, float picture_height, float text_size)
{
    VERIFY(text_size > 0.0F);
    // 45 lines of the second smallest text of the default style; the smallest text has the same size.
    constexpr float kSmall = 15.0F;
    constexpr float kGrowth = 0.55F;
    const float least = std::max(picture_height, 1.0F) / kHallLines * std::pow(text_size, kGrowth);
    Style style = make_style(theme, least / kSmall);
    style.small = least;
    style.smallest = least;
    style.body = 1.35F * least; // of captions: 32 pixels of 1080
    return style;
}

} // namespace warpstage::draw
