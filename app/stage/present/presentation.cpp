#include "app/stage/present/presentation.h"

namespace warpstage::stage {

namespace {

constexpr std::array<std::string_view, 3> kThemeNames { marked("Dark theme."), marked("Light theme."),
    marked("High contrast theme.") }; // indexed by draw::Theme

StageSettings settings_of(const StageOptions& options)
{
    StageSettings settings = options.settings.empty() ? StageSettings { .tour_seen = true } : load_settings(options.settings);
    settings.theme = options.theme.value_or(settings.theme);
    settings.display = options.display.value_or(settings.display);
    return settings;
}

} // namespace

Presentation::Presentation(StageState& state, const StageOptions& options)
    : m_state(state)
    , m_file(options.settings)
    , m_settings(settings_of(options))
    , m_system_reduced_motion(options.reduced_motion)
    , m_hall(options.hall)
{
    if (m_settings.display == views::Display::maximized)
        m_state.overlay.toggle_maximized(*m_settings.maximized);
    else if (m_settings.display != views::Display::panels)
        m_state.overlay.toggle_display(m_settings.display);
    if (m_settings.display != views::Display::panels && !options.display)
        m_state.overlay.say(tr("View restored. Esc shows all panels."), session::Severity::information);
    if (!m_settings.tour_seen && options.tour)
        m_state.overlay.show_tour(views::TourStep {});
}

void Presentation::remember()
{
    m_settings.display = m_state.overlay.display();
    if (m_state.overlay.window().maximized != nullptr)
        m_settings.maximized = m_state.overlay.window().maximized;
    if (m_file.empty())
        return;
    const auto saved = save_settings(m_settings, m_file);
    if (!saved && !std::exchange(m_failure_shown, true)) // reported once
        m_state.overlay.say(saved.error().message, session::Severity::attention);
}

Look Presentation::look(const LookSize& size)
{
    const bool large = m_state.overlay.display() == views::Display::number;
    const bool hall = m_hall || crowds_out_source(m_settings.text_size, size);
    if (hall != m_state.overlay.window().hall.has_value())
        m_state.overlay.set_hall(hall ? std::optional(views::Hall {}) : std::nullopt);
    return { m_settings.theme, m_settings.text_size, large ? Digits::large : Digits::usual, hall };
}

void Presentation::set_text_size(float factor)
{
    m_settings.text_size = factor;
    m_state.overlay.say(trf("Text size: {} %.", static_cast<int>(factor * 100.0F + 0.5F)), session::Severity::information);
    remember();
}

void Presentation::next_theme()
{
    const std::size_t next = (static_cast<std::size_t>(m_settings.theme) + 1) % kThemeNames.size();
    m_settings.theme = static_cast<draw::Theme>(next);
    m_state.overlay.say(std::string { tr(kThemeNames.at(next)) }, session::Severity::information);
    remember();
}

void Presentation::toggle_reduced_motion()
{
    m_settings.reduced_motion = !reduced_motion();
    m_state.overlay.say(
        *m_settings.reduced_motion ? tr("Reduced motion: lessons start paused. Space resumes.") : tr("Full motion."),
        session::Severity::information);
    remember();
}

void Presentation::toggle_display(views::Display display)
{
    m_state.overlay.toggle_display(display);
    remember();
}

void Presentation::toggle_maximized(const views::View& view)
{
    m_state.overlay.toggle_maximized(view);
    remember();
}

bool Presentation::begin_hall()
{
    if (std::exchange(m_hall_chosen, true) || m_hall)
        return false;
    toggle_hall();
    return true;
}

void Presentation::toggle_hall()
{
    m_hall = !m_hall;
    m_hall_chosen = true;
    m_state.overlay.say(m_hall ? tr("Hall mode: large text, three panels. F6: all panels. F7: next figure.") : tr("All panels."),
        session::Severity::information);
}

void Presentation::end_tour()
{
    m_state.overlay.show_tour(std::nullopt);
    m_settings.tour_seen = true;
    remember();
}

bool Presentation::escape_again()
{
    // While the message is shown.
    const char* const again = tr("Press Esc again to leave full screen.");
    if (std::exchange(m_escaped, true) && m_state.overlay.window().message.text == again) {
        m_escaped = false;
        m_state.overlay.say({}, session::Severity::information);
        return true;
    }
    m_state.overlay.say(std::string { again }, session::Severity::information);
    return false;
}

} // namespace warpstage::stage
