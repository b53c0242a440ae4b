#include "app/stage/present/tour.h"

#include "app/views/sheets/tour.h"

namespace warpstage::stage {

namespace {

constexpr std::chrono::milliseconds kDoneShown { 1500 };

} // namespace

Tour::Facts Tour::facts_of(const session::Snapshot& shown)
{
    const auto& view = shown.playback->run.view;
    return { shown.setup->variant, shown.selection->warp, shown.run->architecture, view.controlled,
        view.controlled ? view.step : std::nullopt, shown.cue->index };
}

bool Tour::is_done(std::size_t step, const Facts& before, const Facts& now)
{
    switch (step) {
    case 0:
        return now.variant != before.variant;
    case 1:
        return now.warp != before.warp;
    case 2:
        return now.architecture != before.architecture;
    case 3:
        return now.controlled && (!before.controlled || now.step != before.step);
    default:
        return now.cue != before.cue;
    }
}

// Later numbers are for the device again, not for the GPU that the step asked for.
void Tour::restore_architecture()
{
    if (m_step == m_state.overlay.window().tour->index && m_state.snapshot != nullptr
        && m_state.snapshot->run->architecture != m_before.architecture)
        m_state.commands.emplace_back(
            session::SelectArchitecture { m_before.architecture.substr(0, m_before.architecture.find(" (")) });
}

void Tour::go_on()
{
    restore_architecture();
    const std::size_t next = m_state.overlay.window().tour->index + 1;
    m_done.reset();
    if (next < views::kTourSteps)
        m_state.overlay.show_tour(views::TourStep { next });
    else
        m_presentation.end_tour();
}

bool Tour::press(Key key)
{
    const OverlayView& overlay = m_state.overlay;
    if (!overlay.window().tour || overlay.window().help || overlay.window().notes || key != Key::enter)
        return false;
    go_on();
    return true;
}

void Tour::follow(Time now)
{
    OverlayView& overlay = m_state.overlay;
    if (!overlay.window().tour || overlay.window().start != nullptr || m_state.snapshot == nullptr) {
        m_step.reset();
        m_done.reset();
        return;
    }
    const Facts facts = facts_of(*m_state.snapshot);
    const std::size_t step = overlay.window().tour->index;
    if (m_step != step) {
        m_step = step;
        m_before = facts;
        m_done.reset();
    }
    if (m_done) {
        if (now - *m_done >= kDoneShown)
            go_on();
    } else if (is_done(step, m_before, facts)) {
        m_done = now;
        overlay.show_tour(views::TourStep { step, true });
    }
}

} // namespace warpstage::stage
