// What a lecturer does to the window itself: size of letters, colours, a clip, the clipboard, the tour, pen and light.
#include "app/stage/capture/picture_folder.h"
#include "app/stage/stage.h"
#include "app/views/sheets/tour.h"

#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace warpstage::stage {

namespace {

std::string_view name_of(draw::Theme theme)
{
    switch (theme) {
    case draw::Theme::dark:
        return "Dark";
    case draw::Theme::light:
        return "Light";
    case draw::Theme::high_contrast:
        return "High contrast";
    }
    return {};
}

} // namespace

draw::Size Stage::window_points() const
{
    const gl::PixelSize size = m_surface->size();
    return { static_cast<float>(size.width), static_cast<float>(size.height) };
}

void Stage::remember()
{
    m_settings.display = m_overlay.display();
    if (m_overlay.maximized() != nullptr)
        m_settings.maximized = m_overlay.maximized();
    if (m_options.settings.empty())
        return;
    const auto saved = save_settings(m_settings, m_options.settings);
    if (!saved && !std::exchange(m_settings_told, true)) // once is enough
        m_overlay.say(saved.error().message, session::Severity::attention);
}

void Stage::change_letters(float letters)
{
    m_settings.letters = letters;
    m_overlay.say("Letters: " + std::to_string(static_cast<int>(letters * 100.0F + 0.5F)) + " %. Ctrl + and Ctrl − change them.",
        session::Severity::information);
    remember();
}

void Stage::next_theme()
{
    constexpr std::array kTour { draw::Theme::dark, draw::Theme::light, draw::Theme::high_contrast };
    for (std::size_t i = 0; i < kTour.size(); ++i)
        if (kTour.at(i) == m_settings.theme) {
            m_settings.theme = kTour.at((i + 1) % kTour.size());
            break;
        }
    m_overlay.say(std::string { name_of(m_settings.theme) } + ". T takes the next theme.", session::Severity::information);
    remember();
}

void Stage::toggle_picture()
{
    const views::View* under = m_pointed ? m_overlay.figure_at(m_pointer) : nullptr;
    m_overlay.toggle_maximized(under != nullptr ? *under : views::view_of("banks"));
    remember();
}

void Stage::paint_marker()
{
    if (!m_marker.anything())
        return;
    const views::MarkerState state = m_marker.state(m_now, window_points());
    m_graphics->painter->tessellate(views::marker_picture(state, m_style), m_graphics->marker);
    m_graphics->painter->draw(m_graphics->marker, m_surface->size());
}

void Stage::end_tour()
{
    m_overlay.show_tour(std::nullopt);
    m_settings.tour_seen = true;
    remember();
}

// Whether the tour took the key; any other than its own ends it and means what it always does.
bool Stage::lead_tour(const KeyPress& press)
{
    if (!m_overlay.tour() || m_overlay.help() || m_overlay.notes() || press.control == Control::down)
        return false;
    const std::size_t step = *m_overlay.tour();
    switch (static_cast<std::uint32_t>(press.key)) {
    case static_cast<std::uint32_t>(Key::right):
    case static_cast<std::uint32_t>(Key::page_down):
    case static_cast<std::uint32_t>(Key::enter):
    case static_cast<std::uint32_t>(Key::space):
        if (step + 1 < views::kTourSteps)
            m_overlay.show_tour(step + 1);
        else
            end_tour();
        return true;
    case static_cast<std::uint32_t>(Key::left):
    case static_cast<std::uint32_t>(Key::page_up):
        m_overlay.show_tour(step > 0 ? step - 1 : 0);
        return true;
    case static_cast<std::uint32_t>(Key::escape):
        end_tour();
        return true;
    default:
        end_tour();
        return false;
    }
}

void Stage::toggle_clip()
{
    if (m_clip) {
        m_overlay.say(m_clip->finish(), session::Severity::information);
        m_clip.reset();
        return;
    }
    constexpr std::array<std::string_view, 2> kEndings { "", ".mp4" };
    const bool known = m_snapshot->setup->lesson != nullptr && m_snapshot->setup->variant < m_snapshot->setup->variants.size();
    const std::array<std::string, 4> parts { known ? m_snapshot->setup->lesson->id : std::string(),
        known ? m_snapshot->setup->variants[m_snapshot->setup->variant].id : std::string(), "clip",
        m_snapshot->run->architecture };
    auto clip = Clip::begin(new_figure_stem(picture_folder(), parts, kEndings, std::chrono::system_clock::now()));
    if (!clip) {
        m_overlay.say(clip.error().message, session::Severity::attention);
        return;
    }
    m_clip = *std::move(clip); // says so when it has ended: words now would be in the picture
}

void Stage::record_frame(Time now)
{
    if (m_copying && m_copying->ended())
        m_copying.reset();
    if (!m_clip || !m_clip->wants_frame(now))
        return;
    if (const auto added = m_clip->add(read_pixels(), now); !added) {
        m_overlay.say(added.error().message, session::Severity::attention);
        m_clip.reset();
    }
}

void Stage::copy_picture()
{
    const auto path = std::filesystem::temp_directory_path() / ("warpstage-copied-" + std::to_string(::getpid()) + ".png");
    if (const auto saved = screenshot(path); !saved) {
        m_overlay.say(saved.error().message, session::Severity::attention);
        return;
    }
    auto copying = copy_to_clipboard(path);
    if (!copying) {
        m_overlay.say(copying.error().message, session::Severity::attention);
        return;
    }
    m_copying = *copying;
    m_overlay.say("The picture is on the clipboard.", session::Severity::information);
}

} // namespace warpstage::stage
