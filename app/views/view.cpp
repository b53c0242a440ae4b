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
    copy(Part::run, &session::Snapshot::run);
    copy(Part::selection, &session::Snapshot::selection);
    copy(Part::playback, &session::Snapshot::playback);
    copy(Part::scene, &session::Snapshot::scene);
    copy(Part::counters, &session::Snapshot::counters);
    copy(Part::sm, &session::Snapshot::sm);
    copy(Part::step_counts, &session::Snapshot::step_counts);
    copy(Part::machine_code, &session::Snapshot::machine_code);
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
    copy(Part::marked, &WindowState::marked);
    copy(Part::list, &WindowState::list);
    copy(Part::tip, &WindowState::tip);
    copy(Part::help, &WindowState::help);
    copy(Part::notes, &WindowState::notes);
    copy(Part::tour, &WindowState::tour);
    copy(Part::start, &WindowState::start);
    copy(Part::follow_code, &WindowState::follow_code);
    return some;
}

bool can_be_maximized(const View& view)
{
    return (view.place == Place::panel || view.place == Place::sheet) && view.figure.prepare != nullptr;
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
