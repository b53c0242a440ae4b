// How the stage obeys keys and pointer.
#include "app/stage/capture/picture_folder.h"
#include "app/stage/input/commands.h"
#include "app/stage/stage.h"

namespace warpstage::stage {

namespace {

constexpr float kKeyZoomSteps = 2.0F;

} // namespace

void Stage::receive(const Event& event)
{
    std::visit([this](const auto& happened) { on(happened); }, event);
}

void Stage::on(const KeyPress& press)
{
    const KeyBinding* binding = binding_of(press.key, press.shift);
    if (binding == nullptr || m_snapshot == nullptr)
        return;
    switch (binding->action) {
    case Action::select_variant:
    case Action::next_variant:
    case Action::previous_variant:
    case Action::next_lesson:
    case Action::previous_lesson:
    case Action::toggle_pause:
    case Action::restart:
    case Action::toggle_engine:
    case Action::next_access:
    case Action::previous_access:
    case Action::next_warp:
    case Action::previous_warp:
        if (auto command = command_for(*binding, *m_snapshot))
            m_commands.push_back(*std::move(command));
        return;
    case Action::zoom_in:
        m_camera.zoom(kKeyZoomSteps, {});
        return;
    case Action::zoom_out:
        m_camera.zoom(-kKeyZoomSteps, {});
        return;
    case Action::reset_view:
        m_camera.reset();
        return;
    case Action::toggle_full_screen:
        if (m_window != nullptr)
            m_window->toggle_full_screen();
        return;
    case Action::toggle_overlay:
        m_overlay.toggle_panels();
        return;
    case Action::screenshot:
        save_picture();
        return;
    case Action::toggle_help:
        m_overlay.toggle_help();
        return;
    case Action::toggle_console:
        m_console_asked_for = true;
        return;
    case Action::leave:
        leave();
        return;
    }
}

void Stage::leave()
{
    if (m_overlay.help())
        m_overlay.toggle_help();
    else if (m_window != nullptr && m_window->full_screen())
        m_window->toggle_full_screen();
}

void Stage::save_picture()
{
    const std::filesystem::path folder = m_options.pictures.empty() ? default_picture_folder() : m_options.pictures;
    const std::string lesson = m_snapshot->lesson != nullptr ? m_snapshot->lesson->id : std::string();
    const std::string variant =
        m_snapshot->variant < m_snapshot->variants.size() ? m_snapshot->variants[m_snapshot->variant].id : std::string();
    const std::filesystem::path path = new_picture_path(folder, lesson, variant, std::chrono::system_clock::now());
    const Result<void> saved = screenshot(path);
    if (saved)
        m_overlay.say("Saved " + short_path(path), session::Severity::information);
    else
        m_overlay.say(saved.error().message, session::Severity::attention);
}

void Stage::on(const PointerPress& press)
{
    m_pointer = press.position;
    if (press.press == Press::up) {
        m_dragging = false;
        return;
    }
    if (m_overlay.help()) {
        m_overlay.toggle_help();
        return;
    }
    if (const session::Command* command = m_overlay.command_at(press.position))
        m_commands.push_back(*command);
    else
        m_dragging = m_overlay.scene().contains(press.position);
}

void Stage::on(const PointerMove& move)
{
    if (m_dragging)
        m_camera.pan({ move.position.x - m_pointer.x, move.position.y - m_pointer.y });
    m_pointer = move.position;
    if (m_window != nullptr) {
        const bool clickable = !m_dragging && !m_overlay.help() && m_overlay.command_at(m_pointer) != nullptr;
        m_window->set_pointer(clickable ? Window::Pointer::hand : Window::Pointer::arrow);
    }
}

void Stage::on(const Wheel& wheel)
{
    if (m_overlay.scene().contains(wheel.position))
        m_camera.zoom(wheel.steps, from_scene_middle(wheel.position));
}

figure::Point Stage::from_scene_middle(figure::Point position) const
{
    const figure::Rect scene = m_overlay.scene();
    return { position.x - scene.x - scene.width / 2, position.y - scene.y - scene.height / 2 };
}

} // namespace warpstage::stage
