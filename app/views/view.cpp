#include "app/views/view.h"

#include "app/views/frame/panel.h"
#include "core/base/verify.h"

namespace warpstage::views {

namespace {

// A timing that only records whether time steps are computed: the same handle each time.
const session::Section<session::TimingSection>& only_playing(bool playing)
{
    static const session::Section<session::TimingSection> playing_handle;
    static const session::Section<session::TimingSection> paused_handle = [] {
        session::TimingSection timing;
        timing.playing = false;
        return session::Section<session::TimingSection> { std::move(timing) };
    }();
    return playing ? playing_handle : paused_handle;
}

// Null: none.
const View* first_with(std::string_view word, std::string_view View::*member)
{
    const auto view = std::ranges::find(all_views(), word, member);
    return view == all_views().end() ? nullptr : &*view;
}

} // namespace

session::Snapshot narrowed(const session::Snapshot& model, Parts parts)
{
    session::Snapshot some;
    const auto copy = [&](Part part, auto session::Snapshot::*section) {
        if (parts.has(part))
            some.*section = model.*section;
    };
    copy(Part::setup, &session::Snapshot::setup);
    copy(Part::cue, &session::Snapshot::cue);
    copy(Part::device, &session::Snapshot::device);
    if (parts.has(Part::playing))
        some.timing = only_playing(model.timing->playing);
    copy(Part::timing, &session::Snapshot::timing);
    copy(Part::estimates, &session::Snapshot::estimates);
    copy(Part::time_axis, &session::Snapshot::time_axis);
    copy(Part::why, &session::Snapshot::why);
    copy(Part::run, &session::Snapshot::run);
    copy(Part::selection, &session::Snapshot::selection);
    copy(Part::playback, &session::Snapshot::playback);
    copy(Part::scene, &session::Snapshot::scene);
    copy(Part::counters, &session::Snapshot::counters);
    copy(Part::sm, &session::Snapshot::sm);
    copy(Part::step_counts, &session::Snapshot::step_counts);
    copy(Part::machine_code, &session::Snapshot::machine_code);
    copy(Part::layout, &session::Snapshot::layout);
    copy(Part::classroom, &session::Snapshot::classroom);
    copy(Part::notices, &session::Snapshot::notices);
    return some;
}

WindowState narrowed(const WindowState& window, Parts parts)
{
    WindowState some;
    const auto copy = [&](Part part, auto... members) {
        if (parts.has(part))
            ((some.*members = window.*members), ...);
    };
    some.size = window.size;
    some.keys = window.keys;
    some.hall = window.hall;
    copy(Part::frame_rate, &WindowState::frames_per_second);
    copy(Part::message, &WindowState::message);
    copy(Part::arrangement, &WindowState::display, &WindowState::maximized, &WindowState::sheet, &WindowState::tab);
    copy(Part::source_text, &WindowState::code, &WindowState::host_code, &WindowState::source_scroll);
    copy(Part::time_axis, &WindowState::time_spacing);
    copy(Part::compared, &WindowState::compared);
    copy(Part::cycles, &WindowState::cycles, &WindowState::pipeline_axis);
    copy(Part::badge, &WindowState::badge);
    copy(Part::marked, &WindowState::marked, &WindowState::colors_by_register);
    copy(Part::list, &WindowState::list);
    copy(Part::tip, &WindowState::tip);
    copy(Part::help, &WindowState::help);
    copy(Part::notes, &WindowState::notes);
    copy(Part::tour, &WindowState::tour);
    copy(Part::start, &WindowState::start);
    copy(Part::follow_code, &WindowState::follow_code);
    return some;
}

const View* find_view(std::string_view id)
{
    return first_with(id, &View::id);
}

const View& scene_of(const session::Snapshot& model)
{
    const auto scene =
        std::ranges::find_if(all_views(), [&](const View& view) { return view.place == Place::scene && view.shown(model); });
    VERIFY(scene != all_views().end()); // one of them is shown even if there is nothing to show
    return *scene;
}

const View* view_of_cue(std::string_view word)
{
    if (word.empty())
        return nullptr;
    if (const View* view = first_with(word, &View::cue))
        return view;
    const View* older = first_with(word, &View::older);
    return older != nullptr && !older->cue.empty() ? older : nullptr;
}

lesson::CueFigures cue_figures()
{
    lesson::CueFigures figures { { "scene" } };
    for (const View& view : all_views()) {
        if (!view.cue.empty() && view.cue != figures.front().word)
            figures.push_back({ std::string { view.cue }, view.cue_subject });
    }
    for (const View& view : all_views())
        if (!view.cue.empty() && !view.older.empty())
            figures.push_back({ std::string { view.older }, view.cue_subject });
    return figures;
}

const View* view_of_settings(std::string_view word)
{
    const View* view = word.empty() ? nullptr : first_with(word, &View::older);
    return view != nullptr ? view : find_view(word);
}

Result<const View*> find_figure(std::string_view id)
{
    std::vector<std::string> ids;
    for (const View& view : all_views()) {
        if (view.figure.prepare == nullptr)
            continue;
        if (view.id == id)
            return &view;
        ids.emplace_back(view.id);
    }
    if (const auto near = text::nearest(id, ids); !near.empty())
        return Error { fmt::format("Unknown figure `{}`. Did you mean `{}`?", id, near) };
    return Error { fmt::format("Unknown figure `{}`. Use {}.", id, text::alternatives(ids)) };
}

bool can_be_maximized(const View& view)
{
    return view.place == Place::panel || (view.place == Place::sheet && view.figure.prepare != nullptr);
}

Tab tab_of(const View& view)
{
    constexpr Size kPhone { 390, 844 };
    static const Style style = make_style(Theme::dark, 1.0F);
    for (std::size_t i = 0; i < kTabs && view.rect != nullptr; ++i) {
        const auto tab = static_cast<Tab>(i);
        const auto rect = view.rect(layout_stage(kPhone, style, { tab }));
        if (rect && rect->width > 0.0F)
            return tab;
    }
    return Tab::scene;
}

Rect Scope::inside() const
{
    return size.area().inset(panel_padding(window.size, style));
}

DrawList build(const View& view, const session::Snapshot& model, const WindowState& window, Size size, const Style& style)
{
    VERIFY(view.build != nullptr);
    const session::Snapshot some = narrowed(model, view.reads);
    const WindowState state = narrowed(window, view.reads);
    const Scope scope { some, state, size, style };
    auto list =
        view.while_asked == WhileAsked::hidden && is_asking(model) ? hidden_panel(scope, tr(view.title)) : view.build(scope);
    if (window.size.width < kLeastWindow.width * style.scale || window.size.height < kLeastWindow.height * style.scale)
        remove_outside(list);
    return list;
}

} // namespace warpstage::views
