#include "app/stage/overlay_view.h"

#include "app/stage/render/frame_time.h"

#include <algorithm>
#include <utility>

namespace warpstage::stage {

namespace {

constexpr std::chrono::seconds kMessageTime { 6 };
constexpr std::chrono::milliseconds kRestTime { 500 }; // of the mouse, until it is told what is there
constexpr std::int32_t kMostScroll = 10000; // lines

} // namespace

void OverlayView::toggle_sheet(views::Sheet sheet)
{
    m_state.sheet = m_state.sheet == sheet ? views::Sheet::none : sheet;
    // A sheet stands where the scene does, which a picture or a number alone leaves no place for.
    if (m_state.sheet != views::Sheet::none && m_state.view != views::View::nothing)
        m_state.view = views::View::panels;
    invalidate();
}

void OverlayView::toggle_view(views::View view)
{
    m_state.view = m_state.view == view ? views::View::panels : view;
    if (m_state.view != views::View::panels)
        m_state.sheet = views::Sheet::none;
    invalidate();
}

void OverlayView::toggle_picture(views::Picture picture)
{
    if (m_state.view != views::View::picture)
        m_state.chosen_picture = picture;
    toggle_view(views::View::picture);
}

void OverlayView::toggle_help()
{
    if (!m_state.help) {
        m_state.help = true;
        m_state.help_page = 0;
    } else if (m_state.help_page + 1 < m_help_pages) {
        ++m_state.help_page;
    } else {
        m_state.help = false;
    }
}

void OverlayView::show_tour(std::optional<std::size_t> step)
{
    m_state.tour = step;
    invalidate();
}

void OverlayView::mark(LaneMask lanes)
{
    m_state.marked = m_state.marked == lanes ? 0 : lanes;
    invalidate();
}

void OverlayView::toggle_ptx()
{
    m_state.ptx = !m_state.ptx;
    m_state.source_scroll = 0;
    invalidate();
}

void OverlayView::scroll_source(std::int32_t lines)
{
    m_state.source_scroll = std::clamp(m_state.source_scroll + lines, -kMostScroll, kMostScroll);
    invalidate();
}

void OverlayView::edit(std::optional<views::EditorLine> editor)
{
    if (m_state.editor == editor)
        return;
    m_state.editor = std::move(editor);
    invalidate();
}

void OverlayView::point_at(draw::Point pointer)
{
    m_pointer = pointer;
    m_pointer_since.reset();
    if (m_state.tip) {
        m_state.tip.reset();
        invalidate();
    }
}

void OverlayView::update_tip(Time now)
{
    if (!m_pointer)
        return;
    if (!m_pointer_since)
        m_pointer_since = now;
    if (m_state.tip || now - *m_pointer_since < kRestTime)
        return;
    for (auto region = m_tips.rbegin(); region != m_tips.rend(); ++region)
        if (region->rect.contains(*m_pointer)) {
            m_state.tip = region->tip;
            m_state.pointer = *m_pointer;
            invalidate();
            return;
        }
}

void OverlayView::say(std::string message, session::Severity severity)
{
    m_state.message = std::move(message);
    m_state.message_severity = severity;
    m_message_since.reset();
}

void OverlayView::toggle_notes()
{
    if (!m_state.notes)
        m_state.notes = 0;
    else if (*m_state.notes + 1 < m_notes_pages)
        ++*m_state.notes;
    else
        m_state.notes.reset();
}

void OverlayView::update(const std::shared_ptr<const session::Snapshot>& snapshot, draw::Size size, float frames_per_second,
    Time now, const draw::Style& style, Brush brush)
{
    if (!m_message_since)
        m_message_since = now;
    if (now - *m_message_since > kMessageTime)
        m_state.message.clear();
    m_state.size = size;
    m_state.frames_per_second = frames_per_second;
    update_tip(now);
    if (snapshot->setup->variant != std::exchange(m_scrolled_variant, snapshot->setup->variant))
        m_state.source_scroll = 0;
    if (composed_of(snapshot))
        return;

    const std::chrono::nanoseconds began = thread_time();
    if (panels_shown()) {
        views::Overlay overlay = views::compose_overlay(*snapshot, m_state, style);
        m_regions = std::move(overlay.regions);
        m_window_regions = std::move(overlay.window_regions);
        m_tips = std::move(overlay.tips);
        m_pictures = std::move(overlay.pictures);
        m_cells = std::move(overlay.cells);
        m_source = overlay.source;
        m_scene = overlay.scene;
        m_notes_pages = overlay.notes_pages;
        m_help_pages = overlay.help_pages;
        brush.painter.tessellate(overlay.picture, brush.mesh);
    } else {
        m_regions.clear();
        m_window_regions.clear();
        m_tips.clear();
        m_pictures.clear();
        m_cells.clear();
        m_source = {};
        m_scene = { 0, 0, size.width, size.height };
        brush.painter.tessellate(message_alone(style, brush.painter), brush.mesh);
    }
    const std::chrono::nanoseconds took = thread_time() - began;
    m_cost.all += took;
    if (m_cost.times++ > 0)
        m_cost.worst = std::max(m_cost.worst, took);
    m_composed_of =
        Composition { snapshot, size, frames_per_second, m_state.help, m_state.help_page, m_state.notes, m_state.message };
}

bool OverlayView::composed_of(const std::shared_ptr<const session::Snapshot>& snapshot) const
{
    if (!m_composed_of)
        return false;
    const Composition& old = *m_composed_of;
    return old.snapshot == snapshot && old.size.width == m_state.size.width && old.size.height == m_state.size.height
        && old.frames_per_second == m_state.frames_per_second && old.help == m_state.help && old.notes == m_state.notes
        && old.help_page == m_state.help_page && old.message == m_state.message;
}

// A saved picture is told even while the panels are hidden.
draw::DrawList OverlayView::message_alone(const draw::Style& style, const Painter& painter) const
{
    draw::DrawList list { m_state.size, {} };
    if (m_state.message.empty())
        return list;
    const float widest = m_state.size.width - 4 * style.margin;
    draw::Text text { { m_state.size.width / 2, m_state.size.height - 2.2F * style.margin }, m_state.message, draw::Face::regular,
        style.small, style.text, draw::Align::center, widest };
    const float width = painter.width_of(text) + 2 * style.margin;
    const float height = 2.2F * style.small;
    list.add(draw::Box { { text.anchor.x - width / 2, text.anchor.y - 0.36F * style.small - height / 2, width, height },
        style.panel.with_alpha(240), style.border, style.scale, style.radius });
    list.add(std::move(text));
    return list;
}

const views::WindowOrder* OverlayView::order_at(draw::Point point) const
{
    for (auto region = m_window_regions.rbegin(); region != m_window_regions.rend(); ++region)
        if (region->rect.contains(point))
            return &region->order;
    return nullptr;
}

std::optional<views::Picture> OverlayView::picture_at(draw::Point point) const
{
    for (auto region = m_pictures.rbegin(); region != m_pictures.rend(); ++region)
        if (region->rect.contains(point))
            return region->picture;
    return std::nullopt;
}

const session::Command* OverlayView::command_at(draw::Point point) const
{
    for (auto region = m_regions.rbegin(); region != m_regions.rend(); ++region)
        if (region->rect.contains(point))
            return &region->command;
    return nullptr;
}

} // namespace warpstage::stage
