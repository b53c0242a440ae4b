#include "app/views/frame/arrangement.h"

#include "app/views/frame/hall.h"
#include "app/views/frame/panel.h"
#include "app/views/start/start_page.h"

namespace warpstage::views {

namespace {

// Between the bars, from side to side.
Rect whole_area(const StageLayout& layout, Size window)
{
    const float gap = layout.scene.y - layout.top_bar.bottom();
    const float bottom = (layout.footer ? layout.footer->y : layout.tabs ? layout.tabs->y : window.height) - gap;
    return { gap, layout.scene.y, std::max(window.width - 2 * gap, 0.0F), std::max(bottom - layout.scene.y, 0.0F) };
}

// The scene without panels and bars.
bool scene_alone(const WindowState& window)
{
    return window.display == Display::nothing && window.sheet == nullptr && !window.help && !window.notes && !window.tour
        && window.start == nullptr && window.follow_code == nullptr && window.list == nullptr;
}

constexpr float kMaxText = 1.8F; // factor of the text of a maximized panel

// The text of a panel grows with its area, more slowly than the area: there is also more to read.
float text_factor(const View& view, const StageLayout& layout, Rect area)
{
    const auto usual = view.rect != nullptr ? view.rect(layout) : std::nullopt;
    if (!usual || usual->width <= 0.0F || usual->height <= 0.0F)
        return 1.0F;
    constexpr float kGrowth = 0.8F;
    return std::clamp(kGrowth * std::min(area.width / usual->width, area.height / usual->height), 1.0F, kMaxText);
}

class Arranger {
public:
    Arranger(const session::Snapshot& model, const WindowState& window, const Style& style)
        : m_model(model)
        , m_window(window)
        , m_style(style)
        , m_layout(layout_stage(window.size, style, { window.tab }))
        , m_scene(stands_alone(window) ? whole_area(m_layout, window.size) : m_layout.scene)
    {
    }

    Arrangement run(const std::vector<const View*>& scene)
    {
        if (list_alone(m_window)) // the panels stay hidden
            return { { { &named::list, everything(), Blocks::everything } }, everything() };
        if (m_window.follow_code != nullptr) {
            place(named::follow, everything(), Blocks::everything);
            place(named::notices, toast_area(m_layout, m_window.size, m_style));
            return { std::move(m_views), Rect {} };
        }
        if (m_window.start != nullptr) {
            place(m_window.start->launch != nullptr ? named::launch : named::start, everything(), Blocks::everything);
            place(named::notices, toast_area(m_layout, m_window.size, m_style));
            place_popups();
            return { std::move(m_views), {} };
        }
        if (scene_alone(m_window))
            return run_scene_alone(scene);
        if (m_window.hall && !stands_alone(m_window))
            return run_hall(scene);
        place_bars();
        if (stands_alone(m_window)) {
            place_cue_caption();
            place_fault();
            const View& alone = m_window.display == Display::number ? named::number : maximized();
            place(alone, m_scene, Blocks::own_place);
            m_views.back().text = text_factor(alone, m_layout, m_scene);
        } else {
            if (m_layout.tabs)
                place_tab_caption();
            place_panels();
            if (const View* sheet = shown_sheet()) {
                place_sheet(*sheet);
            } else if (!hides_scene()) {
                place_cue_caption();
                place_fault();
                place_scene(scene);
            }
        }
        place(m_fault_shown ? named::other_notices : named::notices, toast_area(m_layout, m_window.size, m_style));
        place_popups();
        return { std::move(m_views), stands_alone(m_window) || hides_scene() ? Rect {} : m_scene };
    }

private:
    // Panels are in its place.
    [[nodiscard]] bool hides_scene() const { return m_layout.tabs && m_window.tab != Tab::scene; }

    // Null: none. On a tab, a sheet that waits for the answer leaves its place to the source.
    [[nodiscard]] const View* shown_sheet() const
    {
        const View* sheet = m_window.sheet != nullptr ? m_window.sheet : target_without_place();
        const bool waits = sheet != nullptr && sheet->while_asked != WhileAsked::shown && is_asking(m_model);
        return waits && hides_scene() ? nullptr : sheet;
    }

    // The words of the cue are below the panels of every tab.
    void place_tab_caption()
    {
        if (!hides_scene() || shown_sheet() != nullptr)
            return;
        const float height = place_cue_caption();
        if (height > 0.0F)
            m_layout = layout_stage(m_window.size, m_style, { m_window.tab, height });
    }

    Arrangement run_scene_alone(const std::vector<const View*>& scene)
    {
        m_scene = everything().inset(m_style.margin);
        place_scene(scene);
        place(named::notices, toast_area(m_layout, m_window.size, m_style));
        if (m_window.tip)
            place(named::tip, everything());
        return { std::move(m_views), m_scene };
    }

    Arrangement run_hall(const std::vector<const View*>& scene)
    {
        const HallPlaces places = place_hall(m_model, m_window, m_style);
        m_scene = places.figure;
        m_layout.footer.reset(); // the bar has what else is at its right end
        place(named::hall_bar, places.top_bar);
        if (places.source)
            place(named::source, *places.source);
        if (places.caption)
            place(named::hall_caption, *places.caption);
        place_fault();
        if (places.view == nullptr)
            place_scene(scene);
        else
            place(*places.view, m_scene, Blocks::own_place);
        place(m_fault_shown ? named::other_notices : named::notices, hall_toast(m_model, m_window, places.top_bar, m_style));
        place_popups();
        return { std::move(m_views), places.view == nullptr ? m_scene : Rect {} };
    }

    void place(const View& view, Rect rect, Blocks blocks = Blocks::nothing) { m_views.push_back({ &view, rect, blocks }); }

    [[nodiscard]] const View& maximized() const
    {
        return present(m_window.maximized != nullptr ? *m_window.maximized : named::banks, m_model);
    }

    void place_bars()
    {
        if (m_layout.tabs) {
            place(named::narrow_bar, m_layout.top_bar);
            place(named::tabs, *m_layout.tabs);
            return;
        }
        place(named::top_bar, m_layout.top_bar);
        place(named::progress, m_layout.top_bar);
        if (m_layout.footer)
            place(named::key_line, *m_layout.footer);
    }

    void place_panels()
    {
        for (const View& view : all_views())
            if (view.place == Place::panel && &present(view, m_model) == &view)
                if (const auto rect = view.rect(m_layout); rect && rect->width > 0.0F)
                    place(view, *rect);
        leave_out_hidden();
        const View* target = m_model.cue->words.empty() ? nullptr : view_of_cue(m_model.cue->figure);
        const auto placed = std::ranges::find(m_views, target, &Placed::view);
        if (target != nullptr && placed != m_views.end())
            place(named::cue_target, placed->rect);
    }

    // On a tab, the panel that can be seen while a question is open takes the place of one that cannot.
    void leave_out_hidden()
    {
        if (!m_layout.tabs || !hides_scene() || !is_asking(m_model))
            return;
        const auto hidden = [](const Placed& placed) {
            return placed.view->place == Place::panel && placed.view->while_asked != WhileAsked::shown;
        };
        const auto seen = std::ranges::find_if(
            m_views, [&](const Placed& placed) { return placed.view->place == Place::panel && !hidden(placed); });
        if (seen == m_views.end())
            return;
        if (std::ranges::any_of(m_views, hidden))
            seen->rect = m_layout.scene;
        std::erase_if(m_views, hidden);
    }

    // A panel that the cue points at and that a small window leaves out takes the place of the scene; null: none.
    [[nodiscard]] const View* target_without_place() const
    {
        const View* target = m_layout.tabs || m_model.cue->words.empty() ? nullptr : view_of_cue(m_model.cue->figure);
        if (target == nullptr || target->place != Place::panel || target->rect(m_layout))
            return nullptr;
        return &present(*target, m_model);
    }

    // Returns the height that it takes.
    float place_cue_caption()
    {
        // A small window has no room to keep for words that are not shown.
        const bool kept = m_layout.footer || !m_model.cue->words.empty();
        const float height = kept ? cue_caption_height(m_model, m_scene, m_style) : 0.0F;
        if (height <= 0.0F)
            return 0.0F;
        place(named::cue_caption, { m_scene.x, m_scene.bottom() - height, m_scene.width, height });
        const float taken = height + m_style.margin / 2;
        m_scene.height -= taken;
        return taken;
    }

    // Together with the words of the cue that points at it.
    void place_sheet(const View& sheet)
    {
        const Rect scene = std::exchange(m_scene, sheet_area(sheet, m_layout, m_style));
        std::erase_if(m_views,
            [&](const Placed& placed) { return placed.view->place == Place::panel && m_scene.contains(placed.rect.center()); });
        // A panel that is partly below the sheet keeps the rest of its place.
        for (Placed& placed : m_views) {
            Rect& rect = placed.rect;
            if (placed.view->place != Place::panel || rect.right() <= m_scene.x || rect.x >= m_scene.right()
                || rect.y >= m_scene.bottom() || rect.bottom() <= m_scene.bottom())
                continue;
            const float top = m_scene.bottom() + m_style.margin;
            rect.height = std::max(rect.bottom() - top, 0.0F);
            rect.y = top;
        }
        if (const View* target = view_of_cue(m_model.cue->figure); target != nullptr && &present(*target, m_model) == &sheet)
            place_cue_caption();
        place(sheet, m_scene, Blocks::own_place);
        m_scene = scene;
    }

    // The fault that stopped the recorded block has its own place and covers nothing.
    void place_fault()
    {
        const float height = fault_height(m_model, m_scene.size(), m_style);
        m_fault_shown = height > 0.0F;
        if (!m_fault_shown)
            return;
        place(named::fault, { m_scene.x, m_scene.bottom() - height, m_scene.width, height });
        m_scene.height -= height + m_style.margin / 2;
    }

    void place_scene(const std::vector<const View*>& scene)
    {
        if (const float height = total_height(m_model, m_style); height > 0.0F && 4.0F * height < m_scene.height) {
            place(named::total, { m_scene.x, m_scene.y, m_scene.width, height });
            m_scene.y += height;
            m_scene.height -= height;
        }
        for (const View* view : scene) {
            if (view->build == nullptr)
                continue;
            Rect rect = m_scene;
            if (view == &named::hazard && m_model.run->recording && m_model.run->recording->trap)
                m_fault_shown = true;
            if (view == &named::array_caption) {
                rect.height = array_caption_height(m_style);
                m_scene.y += rect.height;
                m_scene.height -= rect.height;
            } else if (view == &named::tile_reuse) {
                const float height = tile_reuse_height(m_style);
                if (3.0F * height > m_scene.height)
                    continue;
                rect = { m_scene.x, m_scene.bottom() - height, m_scene.width, height };
                m_scene.height -= height + m_style.margin / 2;
            } else if (view == &named::drift) {
                rect.height = 1.6F * m_style.small;
            }
            place(*view, rect);
        }
    }

    [[nodiscard]] Rect everything() const { return m_window.size.area(); }

    void place_popups()
    {
        const bool help = m_window.help.has_value();
        if (m_window.tip && !help && m_window.list == nullptr)
            place(named::tip, everything());
        place_sheet_over_all();
        if (!m_window.badge.empty() && m_layout.footer)
            place_badge();
        if (m_window.list != nullptr)
            place(named::list, everything(), Blocks::everything);
    }

    // At the right end of the line of keys.
    void place_badge()
    {
        const Size size = badge_size(m_window.badge, m_style);
        place(named::badge,
            { m_window.size.width - m_style.margin / 2 - size.width, m_layout.footer->center().y - size.height / 2, size.width,
                size.height });
    }

    // Only one of them at a time.
    void place_sheet_over_all()
    {
        const bool help = m_window.help.has_value();
        const bool tour = m_window.tour && m_window.start == nullptr;
        const View* popup = help ? &named::help : m_window.notes ? &named::notes : tour ? &named::tour : nullptr;
        if (popup == nullptr)
            return;
        if (popup->while_asked == WhileAsked::hidden && is_asking(m_model)) // the question stays visible
            place(*popup, m_scene, Blocks::own_place);
        else // the tour asks for actions, including clicks
            place(*popup, everything(), popup == &named::tour ? Blocks::nothing : Blocks::everything);
    }

    const session::Snapshot& m_model;
    const WindowState& m_window;
    const Style& m_style;
    StageLayout m_layout;
    std::vector<Placed> m_views;
    Rect m_scene; // the remaining area
    bool m_fault_shown = false; // drawn by its own view or by the scene
};

} // namespace

std::vector<const View*> scene_views(const session::Snapshot& model)
{
    std::vector<const View*> views { &scene_of(model) };
    for (const View& view : all_views())
        if (view.place == Place::scene_strip && view.shown(model))
            views.push_back(&view);
    return views;
}

Arrangement arrange(
    const session::Snapshot& model, const std::vector<const View*>& scene, const WindowState& window, const Style& style)
{
    return Arranger(model, window, style).run(scene);
}

DrawList build(const Placed& placed, const session::Snapshot& model, const WindowState& window, const Style& style)
{
    const Size size = placed.rect.size();
    if (placed.text == 1.0F)
        return build(*placed.view, model, window, size, style);
    Style larger = make_style(style.theme, placed.text * style.scale);
    larger.least_target = style.least_target;
    return build(*placed.view, model, window, size, larger);
}

const View& present(const View& view, const session::Snapshot& model)
{
    if (view.shown == nullptr || view.rect == nullptr || view.shown(model))
        return view;
    for (const View& other : all_views())
        if (other.rect == view.rect && other.shown != nullptr && other.shown(model))
            return other;
    return view;
}

bool list_alone(const WindowState& window)
{
    return window.list != nullptr && window.display == Display::nothing && window.sheet == nullptr && !window.help
        && !window.notes && !window.tour;
}

bool stands_alone(const WindowState& window)
{
    return window.display == Display::maximized || window.display == Display::number;
}

} // namespace warpstage::views
