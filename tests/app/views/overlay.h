// The complete overlay of a window in one draw list; the stage keeps it view by view.
#pragma once

#include "app/views/frame/arrangement.h"
#include "app/views/frame/panel.h"
#include "core/session/walkthrough/hidden_answer.h"
#include "tests/app/views/view_of.h"

#include <array>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::views::testing {

// Windows, and factors of the text.
inline constexpr std::array<Size, 6> kSizes = { { { 1024, 768 }, { 1280, 720 }, { 1366, 768 }, { 1920, 1080 }, { 2560, 1440 },
    { 3840, 2160 } } };
inline constexpr std::array<float, 4> kScales = { 1.0F, 1.5F, 2.0F, 3.0F };

// The background of each notice, the newest first: the only boxes with an outline.
inline std::vector<Rect> notice_boxes(const DrawList& notices)
{
    std::vector<Rect> boxes;
    for (const Item& item : notices.items)
        if (const auto* box = std::get_if<Box>(&item); box != nullptr && box->outline)
            boxes.push_back(box->rect);
    return boxes;
}

struct Overlay {
    DrawList picture; // with the targets that can be reached
    std::vector<Placed> views;
    Rect scene;
};

inline void remove_covered(DrawList& list, const Placed& placed)
{
    const Rect& cover = placed.rect;
    std::erase_if(list.targets, [&](const Target& target) {
        const Rect& rect = target.rect;
        return placed.blocks == Blocks::everything
            || (placed.blocks == Blocks::own_place && rect.x < cover.right() && cover.x < rect.right() && rect.y < cover.bottom()
                && cover.y < rect.bottom());
    });
}

inline DrawList build_placed(const Placed& placed, const session::Snapshot& model, const WindowState& window, const Style& style)
{
    return build(placed, model, window, style);
}

inline Overlay compose_overlay(const session::Snapshot& whole, const WindowState& window, const Style& style)
{
    session::Snapshot model = whole;
    if (is_asking(whole)) {
        model = {};
        session::hide_answer(whole, model);
    }
    Arrangement arranged = arrange(model, scene_views(model), window, style);
    Overlay overlay { { window.size }, std::move(arranged.views), arranged.scene };
    for (const Placed& placed : overlay.views) {
        remove_covered(overlay.picture, placed);
        overlay.picture.append(build_placed(placed, model, window, style), { placed.rect.x, placed.rect.y });
    }
    return overlay;
}

// Only the bars and panels, each with its own list; without the part of the top bar that changes all the time.
struct Panel {
    Placed placed;
    DrawList picture;
};
inline std::vector<Panel> compose_panels(const session::Snapshot& model, const WindowState& window, const Style& style)
{
    std::vector<Panel> panels;
    for (const Placed& placed : arrange(model, {}, window, style).views)
        if ((placed.view->place == Place::bar && placed.view->id != "progress") || placed.view->place == Place::panel)
            panels.push_back({ placed, build_placed(placed, model, window, style) });
    return panels;
}

// One view of a given size, in a window of that size.
inline DrawList build_view(
    std::string_view id, const session::Snapshot& model, const WindowState& window, Rect rect, const Style& style)
{
    return build(view_of(id), model, window, { rect.width, rect.height }, style);
}

} // namespace warpstage::views::testing
