// How the stage obeys keys and pointer.
#include "app/stage/capture/picture_folder.h"
#include "app/stage/input/commands.h"
#include "app/stage/stage.h"
#include "app/views/gallery/exhibit.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

namespace warpstage::stage {

namespace {

constexpr float kKeyZoomSteps = 2.0F;
constexpr float kTremble = 4.0F; // points at scale 1: a press that has moved no farther is a click

} // namespace

void Stage::receive(const Event& event)
{
    std::visit([this](const auto& happened) { on(happened); }, event);
}

void Stage::on(const KeyPress& press)
{
    if (std::exchange(m_dark, false))
        return; // whatever was pressed, the picture is back
    if (m_overlay.editor() && press.control == Control::up) {
        edit(press.key);
        return;
    }
    if (lead_tour(press))
        return;
    const KeyBinding* binding = binding_of(press.key, press.shift, press.control);
    if (binding == nullptr || m_snapshot == nullptr)
        return;
    switch (binding->action) {
    case Action::select_variant:
    case Action::next_variant:
    case Action::previous_variant:
    case Action::next_cue:
    case Action::previous_cue:
    case Action::next_lesson:
    case Action::previous_lesson:
    case Action::toggle_pause:
    case Action::restart:
    case Action::toggle_engine:
    case Action::toggle_published:
    case Action::toggle_playback:
    case Action::step_back:
    case Action::step_forward:
    case Action::first_step:
    case Action::last_step:
    case Action::next_stride:
    case Action::previous_stride:
    case Action::faster:
    case Action::slower:
    case Action::next_compared:
    case Action::next_architecture:
    case Action::previous_architecture:
    case Action::next_access:
    case Action::previous_access:
    case Action::next_warp:
    case Action::previous_warp:
        if (auto command = command_for(*binding, *m_snapshot))
            m_commands.push_back(*std::move(command));
        return;
    case Action::count_hardware:
        // The same key closes what it opened; what was counted is kept until something changes.
        m_overlay.toggle_sheet(views::view_of("counters"));
        if (m_overlay.sheet() != nullptr && m_snapshot->counters->hardware == nullptr)
            m_commands.emplace_back(session::CountHardware {});
        return;
    case Action::toggle_comparison:
        m_overlay.toggle_sheet(views::view_of("compare"));
        if (m_overlay.sheet() != nullptr && !m_snapshot->run->compared)
            m_commands.emplace_back(session::StepCompared { session::Direction::next });
        return;
    case Action::toggle_memory:
        m_overlay.toggle_sheet(views::view_of("memory"));
        return;
    case Action::toggle_heat:
        m_overlay.toggle_sheet(views::view_of("heat"));
        if (m_overlay.sheet() != nullptr && m_snapshot->counters->heat == nullptr)
            m_commands.emplace_back(session::MapKernel {});
        return;
    case Action::toggle_ptx:
        m_overlay.toggle_ptx();
        return;
    case Action::edit_parameter:
        open_editor_at_pointer();
        return;
    case Action::save_figure:
        save_figure();
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
    case Action::next_coloring:
        if (press.shift == Shift::down)
            m_trails_shown = !m_trails_shown;
        else
            m_coloring = next_coloring(m_coloring);
        return;
    case Action::toggle_full_screen:
        if (m_window != nullptr)
            m_window->toggle_full_screen();
        return;
    case Action::toggle_overlay:
        m_overlay.toggle_display(views::Display::nothing);
        remember();
        return;
    case Action::toggle_picture:
        toggle_picture();
        return;
    case Action::toggle_number:
        m_overlay.toggle_display(views::Display::number);
        remember();
        return;
    case Action::toggle_dark:
        m_dark = true;
        return;
    case Action::toggle_laser:
        m_marker.toggle_laser();
        if (m_pointed)
            m_marker.move(m_pointer, window_points());
        return;
    case Action::toggle_pen:
        m_marker.toggle_pen();
        return;
    case Action::larger_letters:
        change_letters(larger_letters(m_settings.letters));
        return;
    case Action::smaller_letters:
        change_letters(smaller_letters(m_settings.letters));
        return;
    case Action::usual_letters:
        change_letters(1.0F);
        return;
    case Action::next_theme:
        next_theme();
        return;
    case Action::toggle_clip:
        toggle_clip();
        return;
    case Action::copy_picture:
        copy_picture();
        return;
    case Action::start_tour:
        m_overlay.show_tour(0);
        return;
    case Action::toggle_profile:
        m_profile_shown = !m_profile_shown;
        return;
    case Action::screenshot:
        save_picture();
        return;
    case Action::toggle_help:
        m_overlay.toggle_help();
        return;
    case Action::toggle_notes:
        m_overlay.toggle_notes();
        return;
    case Action::toggle_console:
        m_console_asked_for = true;
        return;
    case Action::leave:
        leave();
        return;
    }
}

Stage::Mode Stage::mode() const
{
    if (m_dark)
        return Mode::dark;
    if (m_overlay.editor())
        return Mode::editor;
    if (m_marker.anything())
        return Mode::marker;
    if (m_overlay.help())
        return Mode::help;
    if (m_overlay.notes())
        return Mode::notes;
    if (m_overlay.tour())
        return Mode::tour;
    if (m_overlay.sheet() != nullptr)
        return Mode::sheet;
    return m_overlay.display() != views::Display::panels ? Mode::view : Mode::plain;
}

// One thing at a time, the last one first: as often as needed it leads back to all panels.
void Stage::leave()
{
    switch (mode()) {
    case Mode::dark:
        m_dark = false;
        return;
    case Mode::editor:
        m_overlay.edit(std::nullopt);
        return;
    case Mode::marker:
        m_marker.clear();
        return;
    case Mode::help:
        m_overlay.close_help();
        return;
    case Mode::notes:
        m_overlay.close_notes();
        return;
    case Mode::tour:
        end_tour();
        return;
    case Mode::sheet:
        m_overlay.toggle_sheet(*m_overlay.sheet());
        return;
    case Mode::view:
        m_overlay.toggle_display(m_overlay.display());
        remember();
        return;
    case Mode::plain:
        m_overlay.mark(m_overlay.marked());
        if (m_window != nullptr && m_window->full_screen())
            m_window->toggle_full_screen();
        return;
    }
}

std::filesystem::path Stage::picture_folder() const
{
    return m_options.pictures.empty() ? default_picture_folder() : m_options.pictures;
}

// The picture under the mouse, else the access: as pixels and as vectors, on paper's ground.
void Stage::save_figure()
{
    const auto refuse = [&](const std::string& words) {
        m_overlay.say(words, session::Severity::attention);
    };
    if (!m_options.save_figure)
        return refuse("Figures cannot be saved here: F12 saves the window.");
    const views::View* under = m_pointed ? m_overlay.figure_at(m_pointer) : nullptr;
    const views::View& view = views::present(under != nullptr ? *under : views::view_of("banks"), *m_snapshot);
    const auto made = views::exhibit_of(view, *m_snapshot);
    if (!made)
        return refuse(made.error().message);
    const std::filesystem::path folder = picture_folder();
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
        return refuse("The folder " + folder.string() + " cannot be made: " + failed.message() + ".");
    constexpr std::array<std::string_view, 3> kEndings { ".png", ".svg", ".pdf" };
    const std::array<std::string, 4> parts { m_snapshot->setup->lesson->id,
        m_snapshot->setup->variants[m_snapshot->setup->variant].id, std::string { view.id }, m_snapshot->run->architecture };
    const auto stem = new_figure_stem(folder, parts, kEndings, std::chrono::system_clock::now());
    const auto page = views::compose_page(*made, view.figure.size, draw::make_style(draw::Theme::light, 1.0F));
    const std::string title = parts[2] + " · " + m_snapshot->setup->lesson->title + " · " + parts[1];
    for (const std::string_view ending : kEndings) {
        const auto path = stem.string() + std::string(ending);
        if (auto saved = m_options.save_figure(page, path, title, draw::caption_words(made->caption)); !saved)
            return refuse(saved.error().message);
    }
    m_overlay.say("Saved " + short_path(stem) + " as .png, .svg and .pdf", session::Severity::information);
}

void Stage::save_picture()
{
    const std::filesystem::path folder = picture_folder();
    const std::string lesson = m_snapshot->setup->lesson != nullptr ? m_snapshot->setup->lesson->id : std::string();
    const std::string variant = m_snapshot->setup->variant < m_snapshot->setup->variants.size()
        ? m_snapshot->setup->variants[m_snapshot->setup->variant].id
        : std::string();
    const std::filesystem::path path = new_picture_path(folder, lesson, variant, std::chrono::system_clock::now());
    const Result<void> saved = screenshot(path);
    if (saved)
        m_overlay.say("Saved " + short_path(path), session::Severity::information);
    else
        m_overlay.say(saved.error().message, session::Severity::attention);
}

void Stage::obey(const draw::Action& action)
{
    if (const auto* edited = std::get_if<draw::EditParameter>(&action)) {
        open_editor(edited->id);
    } else if (const auto* marked = std::get_if<draw::MarkLanes>(&action)) {
        m_overlay.mark(marked->lanes);
    } else {
        if (draw::command_of<session::SelectLane>(action) != nullptr) // one lane instead of a bank's
            m_overlay.mark(m_overlay.marked());
        m_scrubbing = draw::command_of<session::SeekPlayback>(action) != nullptr;
        m_commands.push_back(std::get<session::Command>(action));
    }
}

void Stage::on(const PointerPress& press)
{
    m_pointer = press.position;
    m_pointed = true;
    m_overlay.point_at(m_pointer);
    if (press.button == Button::other) {
        m_orbiting = press.press == Press::down && m_overlay.scene().contains(press.position);
        return;
    }
    if (press.press == Press::up) {
        if (const auto place = std::exchange(m_pressed, std::nullopt))
            if (const auto cell = cell_under(*place))
                choose(*cell);
        m_dragging = false;
        m_scrubbing = false;
        m_marker.pen_up();
        return;
    }
    if (std::exchange(m_dark, false))
        return;
    if (m_marker.pen()) {
        m_marker.pen_down(m_pointer, window_points());
        return;
    }
    if (m_overlay.editor()) {
        m_overlay.edit(std::nullopt);
        return;
    }
    if (m_overlay.help() || m_overlay.notes() || m_overlay.tour()) {
        if (m_overlay.help())
            m_overlay.close_help();
        else if (m_overlay.notes())
            m_overlay.close_notes();
        else
            static_cast<void>(lead_tour({ Key::right, Shift::up, Control::up }));
        return;
    }
    if (const draw::Action* action = m_overlay.action_at(press.position)) {
        obey(*action);
    } else if (m_overlay.scene().contains(press.position)) {
        m_dragging = true;
        m_pressed = press.position;
    } else if (const auto cell = cell_under(press.position)) { // of a sheet that is larger than the scene
        choose(*cell);
    }
}

void Stage::on(const PointerMove& move)
{
    // A hand that clicks trembles.
    const draw::Point from = m_pressed.value_or(m_pointer);
    if (std::hypot(move.position.x - from.x, move.position.y - from.y) > kTremble * m_style.scale)
        m_pressed.reset();
    if (m_dragging && !m_pressed)
        m_camera.pan({ move.position.x - from.x, move.position.y - from.y });
    if (m_orbiting)
        m_camera.orbit({ move.position.x - m_pointer.x, move.position.y - m_pointer.y });
    m_pointer = move.position;
    m_pointed = true;
    m_overlay.point_at(m_pointer);
    m_marker.move(m_pointer, window_points());
    const draw::Action* under = m_overlay.action_at(m_pointer);
    if (m_scrubbing && under != nullptr && draw::command_of<session::SeekPlayback>(*under) != nullptr)
        m_commands.push_back(std::get<session::Command>(*under));
    if (m_window != nullptr) {
        const bool clickable = !m_dragging && !m_overlay.help() && (under != nullptr || cell_under(m_pointer));
        m_window->set_pointer(m_marker.laser() ? Window::Pointer::hidden
                : clickable                    ? Window::Pointer::hand
                                               : Window::Pointer::arrow);
    }
}

void Stage::on(const Wheel& wheel)
{
    constexpr float kLinesAStep = 3.0F;
    if (m_overlay.source_at(wheel.position))
        m_overlay.scroll_source(static_cast<std::int32_t>(-wheel.steps * kLinesAStep));
    else if (m_overlay.scene().contains(wheel.position))
        m_camera.zoom(wheel.steps, from_scene_middle(wheel.position));
}

void Stage::on(const ContentScale& screen)
{
    m_content_scale = std::clamp(screen.scale, 0.5F, 4.0F);
}

draw::Point Stage::from_scene_middle(draw::Point position) const
{
    const draw::Rect scene = m_overlay.scene();
    return { position.x - scene.x - scene.width / 2, position.y - scene.y - scene.height / 2 };
}

} // namespace warpstage::stage
