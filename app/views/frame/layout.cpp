#include "app/views/frame/layout.h"

namespace warpstage::views {

namespace {

// Lengths at scale 1. A window of 1280x720 at scale 2 has only 640x360 units.
constexpr float kLowHeight = 600.0F; // below: narrower bars and padding
constexpr float kFooterHeight = 34.0F;
constexpr float kTallContent = 520.0F; // minimum for all panels
constexpr float kMiddleContent = 350.0F; // minimum for the parameters
constexpr float kNineVariants = 297.0F; // one line for each variant that has a key, and the axis of their times
constexpr float kSmallestSourceWidth = 640.0F; // of source and timeline together
constexpr float kSmallestSceneWidth = 300.0F;
constexpr float kCompactWidth = 580.0F; // below: no column on the left
constexpr float kHighWindow = 440.0F; // below: no line of keys
constexpr float kTabsWidth = 800.0F; // a narrower window has tabs, unless it is too low for them,
constexpr float kTabsLeastHeight = 340.0F;
constexpr float kLowTabsWidth = 1000.0F; // and so has one of less width that is as low as a phone on its side
constexpr float kLowTabsLeastHeight = 270.0F;
constexpr float kTwoRowsWidth = 560.0F; // a narrower bar of a window with tabs has two rows
constexpr float kNarrowRow = 46.0F;
constexpr float kTwoPanels = 330.0F; // minimum height for two panels on top of each other
constexpr float kTwoColumns = 600.0F; // minimum width for two panels of a tab beside each other

Rect scaled(Rect rect, float scale)
{
    return { rect.x * scale, rect.y * scale, std::max(rect.width, 0.0F) * scale, std::max(rect.height, 0.0F) * scale };
}

void place_left(StageLayout& layout, Rect column, float gap)
{
    if (column.height < kMiddleContent) {
        layout.variants = column;
        return;
    }
    const float height = column.height >= kTallContent ? std::clamp(0.37F * column.height, 150.0F, 440.0F)
                                                       : std::clamp(column.height - kNineVariants - gap, 88.0F, 190.0F);
    layout.variants = Rect { column.x, column.y, column.width, column.height - height - gap };
    layout.parameters = Rect { column.x, layout.variants->bottom() + gap, column.width, height };
}

void place_right(StageLayout& layout, Rect column, float gap)
{
    const float warps = 0.46F * (column.height - gap);
    layout.warps = Rect { column.x, column.y, column.width, warps };
    layout.access = { column.x, column.y + warps + gap, column.width, column.height - gap - warps };
}

// Of the chosen tab, in the place of the scene.
void place_tab(StageLayout& layout, Tab tab, float gap)
{
    const Rect all = layout.scene;
    const bool beside = all.height < kTwoPanels && all.width >= kTwoColumns;
    // Above and below each other, or beside each other.
    const auto split = [&](float share, std::optional<Rect>& first, std::optional<Rect>& second) {
        const float part = share * ((beside ? all.width : all.height) - gap);
        first = beside ? Rect { all.x, all.y, part, all.height } : Rect { all.x, all.y, all.width, part };
        second = beside ? Rect { all.x + part + gap, all.y, all.width - part - gap, all.height }
                        : Rect { all.x, all.y + part + gap, all.width, all.height - part - gap };
    };
    std::optional<Rect> rest;
    switch (tab) {
    case Tab::scene:
        break;
    case Tab::variants:
        if (beside || all.height >= kMiddleContent)
            split(beside ? 0.55F : 0.64F, layout.variants, layout.parameters);
        else
            layout.variants = all;
        break;
    case Tab::access:
        if (beside || all.height >= kTwoPanels)
            split(0.46F, layout.warps, rest);
        layout.access = rest.value_or(all);
        break;
    case Tab::source:
        if (beside || all.height >= kTwoPanels)
            split(0.66F, layout.source, layout.timeline);
        else
            layout.source = all;
        break;
    }
}

// A narrow window: a bar of one or two rows, one tab, and the row of tabs.
StageLayout place_tabs(Size window, TabPlaces places)
{
    constexpr float kGap = 8.0F;
    const float bar = window.width < kTwoRowsWidth ? 2 * kNarrowRow : kNarrowRow;
    const float tabs = window.height < kLowHeight ? 44.0F : 52.0F;
    StageLayout layout;
    layout.top_bar = { 0, 0, window.width, bar };
    layout.tabs = Rect { 0, window.height - tabs, window.width, tabs };
    layout.scene = { kGap, bar + kGap, window.width - 2 * kGap, window.height - bar - tabs - 2 * kGap - places.strip };
    place_tab(layout, places.tab, kGap);
    return layout;
}

// A window in which little fits beside the scene, such as 1024x768 at scale 3.
void place_compactly(StageLayout& layout, Size window, float top, float content, float gap)
{
    const float right = std::max(0.46F * window.width, std::min(200.0F, 0.6F * window.width));
    const Rect column { window.width - gap - right, top, right, content };
    layout.access = column;
    if (content >= kTwoPanels)
        place_right(layout, column, gap);
    layout.scene = { gap, top, window.width - right - 3 * gap, content };
}

bool has_tabs(Size size)
{
    return (size.width < kTabsWidth && size.height >= kTabsLeastHeight)
        || (size.width >= kTwoRowsWidth && size.width < kLowTabsWidth && size.height < kHighWindow
            && size.height >= kLowTabsLeastHeight);
}

// At scale 1.
StageLayout place_all(Size size, float margin, TabPlaces places)
{
    const auto [width, height] = size;
    if (has_tabs(size))
        return place_tabs(size, places);
    const bool low = height < kLowHeight;
    const float gap = height < kHighWindow ? 10.0F : margin;
    const float bar = low ? 44.0F : 56.0F;
    const float footer = height >= kHighWindow ? kFooterHeight : 0.0F;
    const float usual = 0.15F * width + 120.0F;
    const float left = std::clamp(std::max(usual, std::min(288.0F, 0.2825F * width)), 190.0F, 560.0F); // for names of variants
    const float right = std::clamp(0.25F * width + 80.0F - std::max(left - usual, 0.0F), 240.0F, 900.0F);

    StageLayout layout;
    layout.top_bar = { 0, 0, width, bar };
    if (footer > 0.0F)
        layout.footer = Rect { 0, height - footer, width, footer };
    const float top = bar + gap;
    const float content = height - footer - gap - top;
    const bool compact = width < kCompactWidth;
    if (compact) {
        place_compactly(layout, { width, height }, top, content, gap);
    } else {
        place_right(layout, { width - gap - right, top, right, content }, gap);
        layout.scene = { gap + left + gap, top, width - left - right - 4 * gap, content };
    }
    float beside = content;
    // Source and timeline are below the scene and the column on its left.
    const float below = layout.scene.right() - gap;
    if (!compact && content >= kTallContent && layout.scene.width >= kSmallestSceneWidth && below >= kSmallestSourceWidth) {
        const float source = std::clamp(0.29F * content, 160.0F, 520.0F);
        const float timeline = std::clamp(0.32F * below, 230.0F, 760.0F);
        beside = content - source - gap;
        const float y = top + beside + gap;
        layout.source = Rect { gap, y, below - timeline - gap, source };
        layout.timeline = Rect { layout.source->right() + gap, y, timeline, source };
        layout.scene.height = beside;
    }
    if (!compact)
        place_left(layout, { gap, top, left, beside }, gap);
    return layout;
}

} // namespace

StageLayout layout_stage(Size size, const Style& style, TabPlaces places)
{
    places.strip /= style.scale;
    StageLayout layout = place_all({ size.width / style.scale, size.height / style.scale }, style.margin / style.scale, places);
    for (Rect* rect : { &layout.top_bar, &layout.access, &layout.scene })
        *rect = scaled(*rect, style.scale);
    for (std::optional<Rect>* rect :
        { &layout.variants, &layout.warps, &layout.parameters, &layout.source, &layout.timeline, &layout.footer, &layout.tabs })
        if (*rect)
            *rect = scaled(**rect, style.scale);
    return layout;
}

Rect toast_area(const StageLayout& layout, Size window, const Style& style)
{
    if (layout.tabs) {
        return narrow_bar(layout.top_bar.size(), style).cue.inset(3.0F * style.scale);
    }
    const Rect bar = layout.footer.value_or(layout.top_bar);
    if (!layout.footer)
        return bar.inset(std::min(3.0F * style.scale, bar.height / 4));
    const float gap = style.margin; // between the panels and the line of keys
    const float top = bar.y - 0.8F * gap;
    return { gap, top, std::max(window.width - 2 * gap, 1.0F), std::max(window.height - top - 0.2F * gap, 1.0F) };
}

NarrowBar narrow_bar(Size bar, const Style& style)
{
    constexpr float kLessonShare = 0.42F;
    if (bar.height > 1.5F * kNarrowRow * style.scale)
        return { { 0, 0, bar.width, bar.height / 2 }, { 0, bar.height / 2, bar.width, bar.height / 2 } };
    const float lesson = kLessonShare * bar.width;
    return { { 0, 0, lesson, bar.height }, { lesson, 0, bar.width - lesson, bar.height } };
}

float panel_padding(Size window, const Style& style)
{
    return (window.height / style.scale < kLowHeight ? 10.0F : 14.0F) * style.scale;
}

} // namespace warpstage::views
