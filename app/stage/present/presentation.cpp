#include "app/stage/present/presentation.h"

#include "app/views/sheets/tour.h"

namespace warpstage::stage {

namespace {

constexpr std::array<std::string_view, 3> kThemeNames { "Dark", "Light", "High contrast" }; // by draw::Theme

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
    , m_hall(options.hall)
{
    if (m_settings.display == views::Display::maximized)
        m_state.overlay.toggle_maximized(*m_settings.maximized);
    else if (m_settings.display != views::Display::panels)
        m_state.overlay.toggle_display(m_settings.display);
    if (m_settings.display != views::Display::panels && !options.display)
        m_state.overlay.say("As you left it. Escape brings all panels back.", session::Severity::information);
    if (!m_settings.tour_seen)
        m_state.overlay.show_tour(0);
}

void Presentation::remember()
{
    m_settings.display = m_state.overlay.display();
    if (m_state.overlay.maximized() != nullptr)
        m_settings.maximized = m_state.overlay.maximized();
    if (m_file.empty())
        return;
    const auto saved = save_settings(m_settings, m_file);
    if (!saved && !std::exchange(m_failure_shown, true)) // once is enough
        m_state.overlay.say(saved.error().message, session::Severity::attention);
}

void Presentation::set_text_size(float factor)
{
    m_settings.text_size = factor;
    m_state.overlay.say(
        "Letters: " + std::to_string(static_cast<int>(factor * 100.0F + 0.5F)) + " %. Ctrl + and Ctrl − change them.",
        session::Severity::information);
    remember();
}

void Presentation::next_theme()
{
    const std::size_t next = (static_cast<std::size_t>(m_settings.theme) + 1) % kThemeNames.size();
    m_settings.theme = static_cast<draw::Theme>(next);
    m_state.overlay.say(std::string { kThemeNames.at(next) } + ". T takes the next theme.", session::Severity::information);
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

void Presentation::toggle_hall()
{
    m_hall = !m_hall;
    m_state.overlay.say(m_hall ? "Hall mode: large text, three panels. F6: all panels. F7: another figure." : "All panels.",
        session::Severity::information);
}

void Presentation::end_tour()
{
    m_state.overlay.show_tour(std::nullopt);
    m_settings.tour_seen = true;
    remember();
}

bool Presentation::lead_tour(Key key)
{
    if (!m_state.overlay.tour() || m_state.overlay.help() || m_state.overlay.notes())
        return false;
    const std::size_t step = *m_state.overlay.tour();
    const bool forward = key == Key::right || key == Key::page_down || key == Key::enter || key == Key::space;
    const bool back = key == Key::left || key == Key::page_up;
    if (back)
        m_state.overlay.show_tour(step > 0 ? step - 1 : 0);
    else if (forward && step + 1 < views::kTourSteps)
        m_state.overlay.show_tour(step + 1);
    else
        end_tour();
    return forward || back || key == Key::escape;
}

} // namespace warpstage::stage
