#include "app/stage/overlay_view.h"

#include "app/stage/render/frame_time.h"
#include "app/views/sheets/compared_figures.h"
#include "app/views/sheets/paged_sheets.h"

namespace warpstage::stage {

namespace {

constexpr std::chrono::seconds kMessageTime { 6 };
constexpr std::chrono::milliseconds kRestTime { 500 }; // time that the mouse rests until a tip appears
constexpr std::int32_t kMaxScroll = 10000; // lines

// Messages such as "Saved" are shown even while the panels are hidden.
draw::DrawList message_alone(const views::WindowState& state, const draw::Style& style, const LayerPainter& layers)
{
    draw::DrawList list { state.size };
    if (state.message.text.empty())
        return list;
    const float widest = state.size.width - 4 * style.margin;
    draw::Text text { { state.size.width / 2, state.size.height - 2.2F * style.margin }, state.message.text, draw::Face::regular,
        style.small, style.text, draw::Align::center, widest };
    const float width = layers.width_of(text) + 2 * style.margin;
    const float height = 2.2F * style.small;
    list.add(draw::Box { { text.anchor.x - width / 2, text.anchor.y - 0.36F * style.small - height / 2, width, height },
        style.panel.with_alpha(240), style.border, style.scale, style.radius });
    list.add(std::move(text));
    return list;
}

// Turns the page of a sheet; closes it after the last page.
void turn_page(std::optional<std::size_t>& page, std::size_t pages)
{
    if (!page)
        page = 0;
    else if (*page + 1 < pages)
        ++*page;
    else
        page.reset();
}

} // namespace

void show_compared(StageState& state, views::ComparedFigure figure)
{
    state.overlay.show_compared(figure);
    if (state.snapshot != nullptr)
        std::ranges::move(views::request_compared(figure, *state.snapshot), std::back_inserter(state.commands));
}

void OverlayView::toggle_sheet(const views::View& sheet)
{
    m_state.sheet = m_state.sheet == &sheet ? nullptr : &sheet;
    // A sheet takes the place of the scene, which a maximized view or the headline figure leaves no room for.
    if (m_state.sheet != nullptr && m_state.display != views::Display::nothing)
        m_state.display = views::Display::panels;
}

void OverlayView::follow_cue(const session::CueView& cue)
{
    const views::View* target = views::view_of_cue(cue.figure);
    const bool asks = cue.numbers == session::CueNumbers::hidden;
    const bool revealed = std::exchange(m_cue_asks, asks) && !asks;
    // A cue of another lesson may have the same index. Empty words mean that the user has changed what the cue set.
    if (cue.index == m_cue && (cue.figure.empty() || cue.figure == m_cue_figure)) {
        if (revealed && target != nullptr)
            m_state.tab = views::tab_of(*target);
        return;
    }
    m_cue = cue.index;
    m_cue_figure = cue.figure;
    if (m_state.hall)
        m_state.hall->figure = nullptr;
    if (m_cue_sheet != nullptr && m_state.sheet == m_cue_sheet)
        m_state.sheet = nullptr;
    m_cue_sheet = target != nullptr && target->place == views::Place::sheet ? target : nullptr;
    if (m_cue_sheet != nullptr && m_state.sheet != m_cue_sheet)
        toggle_sheet(*m_cue_sheet);
    if (!cue.index)
        return;
    const bool hidden = asks && target != nullptr && target->while_asked != views::WhileAsked::shown;
    m_state.tab = hidden    ? views::Tab::source // the lines that the question is about
        : target != nullptr ? views::tab_of(*target)
                            : views::Tab::scene;
}

void OverlayView::follow_link(const session::LayoutSection& layout)
{
    if (std::exchange(m_layout_links, layout.links) < layout.links && m_state.sheet != &views::named::layout)
        toggle_sheet(views::named::layout);
}

void OverlayView::choose_tab(views::Tab tab)
{
    m_state.tab = tab;
    m_state.sheet = nullptr;
    m_state.display = views::Display::panels;
}

void OverlayView::next_tab()
{
    choose_tab(static_cast<views::Tab>((static_cast<std::size_t>(m_state.tab) + 1) % views::kTabs));
}

void OverlayView::toggle_display(views::Display display)
{
    m_state.display = m_state.display == display ? views::Display::panels : display;
    if (m_state.display != views::Display::panels)
        m_state.sheet = nullptr;
}

void OverlayView::toggle_maximized(const views::View& view)
{
    if (m_state.display != views::Display::maximized)
        m_state.maximized = &view;
    toggle_display(views::Display::maximized);
}

void OverlayView::toggle_help()
{
    turn_page(m_state.help, m_state.help ? views::help_sheet(*m_state.keys, 0, m_state.size, m_style).pages : 0);
}

void OverlayView::toggle_notes()
{
    const bool open = m_state.notes && m_lesson != nullptr;
    turn_page(m_state.notes, open ? views::notes_sheet(m_lesson->shown_notes(), 0, m_state.size, m_style).pages : 0);
}

void OverlayView::show_list(const std::shared_ptr<views::ListState>& list)
{
    if (list != nullptr)
        list->first = views::first_list_row(*list, views::list_capacity(*list, m_state.size, m_style));
    m_state.list = list;
}

void OverlayView::next_code_columns()
{
    using views::CodeColumns;
    show_code_columns(m_state.code == CodeColumns::source ? CodeColumns::ptx
            : m_state.code == CodeColumns::ptx            ? CodeColumns::machine
                                                          : CodeColumns::source);
}

void OverlayView::show_code_columns(views::CodeColumns columns)
{
    m_state.code = columns;
    m_state.source_scroll = 0;
}

void OverlayView::switch_pipeline_axis()
{
    m_state.pipeline_axis = m_state.pipeline_axis == views::StepAxis::order ? views::StepAxis::cycles : views::StepAxis::order;
}

void OverlayView::toggle_host_code()
{
    m_state.host_code = !m_state.host_code;
    m_state.source_scroll = 0;
}

void OverlayView::scroll_source(std::int32_t lines)
{
    m_state.source_scroll = std::clamp(m_state.source_scroll + lines, -kMaxScroll, kMaxScroll);
}

void OverlayView::point_at(draw::Point pointer)
{
    m_pointer = pointer;
    m_pointer_since.reset();
    m_state.tip.reset();
}

void OverlayView::hide_tip()
{
    m_pointer.reset();
    m_pointer_since.reset();
    m_state.tip.reset();
}

void OverlayView::update_tip(Time now)
{
    if (!m_pointer)
        return;
    if (!m_pointer_since)
        m_pointer_since = now;
    if (m_state.tip || now - *m_pointer_since < kRestTime)
        return;
    static_cast<void>(follow_tip());
}

// The tip for the item under the pointer; none if the item has no tip.
bool OverlayView::follow_tip()
{
    const draw::Tip* tip = find(*m_pointer, [&](const draw::DrawList& list) { return list.tip_at(*m_pointer); });
    auto shown = tip != nullptr ? std::optional(views::PointedTip { *tip, *m_pointer }) : std::nullopt;
    if (m_state.tip == shown)
        return false;
    m_state.tip = std::move(shown);
    return true;
}

void OverlayView::say(std::string message, session::Severity severity)
{
    m_state.message = { std::move(message), severity };
    m_message_since.reset();
}

void OverlayView::invalidate()
{
    m_composed.reset();
    m_arranged.reset();
    m_kept.clear();
}

void OverlayView::update(const std::shared_ptr<const session::Snapshot>& snapshot, draw::Size size, float frames_per_second,
    Time now, const draw::Style& style, LayerPainter& layers)
{
    const std::chrono::nanoseconds began = thread_time();
    if (!m_message_since)
        m_message_since = now;
    if (now - *m_message_since > kMessageTime)
        m_state.message = {};
    m_state.size = size;
    if (std::exchange(m_language, words::generation()) != words::generation())
        invalidate(); // every text is rebuilt
    m_state.frames_per_second = std::round(frames_per_second); // as shown
    update_tip(now);
    if (snapshot->setup->variant != std::exchange(m_scrolled_variant, snapshot->setup->variant))
        m_state.source_scroll = 0;
    // Another run, or a command of the session, shows its cycles.
    const auto& sm = *snapshot->sm;
    const auto run = sm.run ? sm.run->run : nullptr;
    const bool same_run = run == std::exchange(m_cycles_of, run);
    if (sm.cycles != std::exchange(m_session_cycles, sm.cycles) || !same_run)
        m_state.cycles.reset();
    m_style = style;
    m_lesson = snapshot->setup->lesson;
    follow_cue(*snapshot->cue);
    follow_link(*snapshot->layout);
    if (const Inputs inputs { *snapshot, m_state }; m_composed != inputs) {
        // Without panels, the stage draws some scenes by itself, and the overlay draws the others.
        if (panels_shown() || m_state.list != nullptr || views::scene_of(*snapshot).build != nullptr) {
            compose(*snapshot, style, layers);
            if (m_state.tip && follow_tip())
                compose(*snapshot, style, layers);
        } else {
            compose_message(style, layers);
        }
        m_composed = Inputs { *snapshot, m_state };
    }
    const std::chrono::nanoseconds took = thread_time() - began;
    m_cost.all += took;
    if (m_cost.frames++ > 0)
        m_cost.worst = std::max(m_cost.worst, took);
}

void OverlayView::compose(const session::Snapshot& model, const draw::Style& style, LayerPainter& layers)
{
    Arranged arranged { { views::narrowed(model, views::kArrangementReads), views::narrowed(m_state, views::kArrangementReads) },
        views::scene_views(model) };
    if (m_arranged != arranged) {
        m_arrangement = views::arrange(model, arranged.scene, m_state, style);
        m_arranged = std::move(arranged);
    }
    const std::size_t count = m_arrangement.views.size();
    m_kept.resize(count);
    layers.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const views::Placed& placed = m_arrangement.views[i];
        Kept now { placed, { views::narrowed(model, placed.view->reads), views::narrowed(m_state, placed.view->reads) }, {} };
        Kept& kept = m_kept[i];
        if (kept.placed == placed && kept.inputs == now.inputs)
            continue;
        now.list.size = m_state.size;
        now.list.append(views::build(placed, now.inputs.model, now.inputs.window, style), { placed.rect.x, placed.rect.y });
        kept = std::move(now);
        layers.set(i, kept.list);
        ++m_cost.views;
    }
}

void OverlayView::compose_message(const draw::Style& style, LayerPainter& layers)
{
    m_arranged.reset();
    m_arrangement = { {}, { 0, 0, m_state.size.width, m_state.size.height } };
    m_kept.clear();
    layers.resize(1);
    layers.set(0, message_alone(m_state, style, layers));
}

// From the topmost view down, as far as clicks reach.
template <typename Find>
auto OverlayView::find(draw::Point point, const Find& find_in) const -> decltype(find_in(draw::DrawList {}))
{
    for (auto kept = m_kept.rbegin(); kept != m_kept.rend(); ++kept) {
        if (auto found = find_in(kept->list))
            return found;
        const views::Placed& placed = kept->placed;
        if (placed.blocks == views::Blocks::everything
            || (placed.blocks == views::Blocks::own_place && placed.rect.contains(point)))
            break;
    }
    return {};
}

const views::Action* OverlayView::action_at(draw::Point point) const
{
    return views::action_of(find(point, [&](const draw::DrawList& list) { return list.click_at(point); }));
}

const views::DragParameter* OverlayView::drag_at(draw::Point point) const
{
    return find(point, [&](const draw::DrawList& list) -> const views::DragParameter* {
        for (auto target = list.targets.rbegin(); target != list.targets.rend(); ++target) {
            const views::Action* action = views::action_of(target->click());
            const auto* drag = action == nullptr ? nullptr : std::get_if<views::DragParameter>(action);
            if (drag != nullptr && target->rect.contains(point))
                return drag;
        }
        return nullptr;
    });
}

std::optional<OverlayView::CyclesAt> OverlayView::cycles_at(draw::Point point) const
{
    return find(point, [&](const draw::DrawList& list) -> std::optional<CyclesAt> {
        for (const draw::Target& target : list.targets) {
            const views::Action* action = views::action_of(target.click());
            const auto* cycles = action == nullptr ? nullptr : std::get_if<views::ZoomCycles>(action);
            if (cycles != nullptr && target.rect.contains(point))
                return CyclesAt { *cycles, target.rect };
        }
        return std::nullopt;
    });
}

std::optional<draw::Cell> OverlayView::cell_at(draw::Point point) const
{
    return find(point, [&](const draw::DrawList& list) { return list.cell_at(point); });
}

const views::View* OverlayView::figure_at(draw::Point point) const
{
    for (auto placed = m_arrangement.views.rbegin(); placed != m_arrangement.views.rend(); ++placed)
        if (views::can_be_maximized(*placed->view) && placed->rect.contains(point))
            return placed->view;
    return nullptr;
}

const views::View* OverlayView::view_at(draw::Point point) const
{
    using views::Place;
    for (auto placed = m_arrangement.views.rbegin(); placed != m_arrangement.views.rend(); ++placed) {
        const Place place = placed->view->place;
        const bool alone = placed->blocks == views::Blocks::own_place && place == Place::none; // the headline figure
        if ((place == Place::panel || place == Place::sheet || place == Place::bar || alone) && !placed->view->title.empty()
            && placed->rect.contains(point))
            return placed->view;
    }
    return nullptr;
}

std::size_t OverlayView::rows_shown() const
{
    return m_state.list != nullptr ? views::list_capacity(*m_state.list, m_state.size, m_style) : 0;
}

bool OverlayView::source_at(draw::Point point) const
{
    return std::ranges::any_of(m_arrangement.views, [&](const views::Placed& placed) {
        return placed.view->reads.has(views::Part::source_text) && placed.rect.contains(point);
    });
}

} // namespace warpstage::stage
