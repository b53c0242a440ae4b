#include "app/stage/input/pointer.h"

#include "app/views/setup/dragging.h"

namespace warpstage::stage {

namespace {

constexpr float kTremble = 4.0F; // points at scale 1: a press that moves less is a click
constexpr float kFingerTremble = 10.0F;

// Whether a click goes to a step of the timeline, so that a drag follows it.
bool seeks(const views::Action* action)
{
    const auto* seek = action == nullptr ? nullptr : views::command_of<session::SeekPlayback>(*action);
    return seek != nullptr && seek->step.value() != nullptr;
}

} // namespace

void Pointer::on(const PointerPress& press)
{
    m_position = press.position;
    m_state.overlay.point_at(press.position);
    if (press.button == Button::other)
        on_other(press);
    else if (press.press == Press::up)
        release();
    else if (scrolls(press.position))
        m_finger = Finger { press.position.y };
    else
        this->press(press.position);
}

// Right button: a drag in the scene rotates it, a click opens the menu of the view below.
void Pointer::on_other(const PointerPress& press)
{
    m_orbiting = press.press == Press::down && m_state.overlay.scene().contains(press.position);
    if (press.press == Press::down) {
        m_lists.close();
        m_other_pressed = press.position;
    } else if (std::exchange(m_other_pressed, std::nullopt)) {
        const views::View* view = m_state.overlay.view_at(press.position);
        if (view == nullptr && m_state.snapshot != nullptr && m_state.overlay.scene().contains(press.position))
            view = &views::scene_of(*m_state.snapshot);
        if (view != nullptr)
            m_lists.open_menu(*view, press.position);
    }
}

bool Pointer::scrolls(draw::Point at) const
{
    return touches() && !m_presentation.blank() && (m_lists.is_open() || m_state.overlay.source_at(at));
}

void Pointer::scroll_to(float y)
{
    const draw::Style& style = m_screen.style();
    const float row = m_lists.is_open() ? style.least_target : 1.4F * style.source;
    m_finger->moved = m_finger->moved || std::abs(y - m_finger->y) > kFingerTremble * style.scale;
    const auto rows = static_cast<std::int32_t>((m_finger->y - y) / row);
    if (!m_finger->moved || rows == 0)
        return;
    m_finger->y -= static_cast<float>(rows) * row;
    if (m_lists.is_open())
        m_lists.scroll(rows);
    else
        m_state.overlay.scroll_source(rows);
}

void Pointer::release()
{
    if (const auto finger = std::exchange(m_finger, std::nullopt)) {
        if (!finger->moved)
            press(*m_position);
    }
    follow();
    if (const auto dragged = std::exchange(m_parameter, std::nullopt)) {
        if (dragged->wanted.empty() && dragged->drag.opens_list)
            m_lists.open_values(dragged->from.id);
        else if (dragged->wanted != dragged->sent) // the last value does not wait
            m_state.commands.emplace_back(session::SetParameter { dragged->from.id, dragged->wanted });
    }
    if (const auto place = std::exchange(m_pressed, std::nullopt))
        if (const auto cell = m_scene.cell_under(*place))
            choose(*cell);
    m_drag = Drag::none;
    m_cycles.reset();
    m_presentation.marker().pen_up();
}

void Pointer::press(draw::Point at)
{
    if (m_lists.is_open() && !m_presentation.blank()) {
        const views::Action* action = m_state.overlay.action_at(at);
        const auto* row = action != nullptr ? std::get_if<views::ChooseRow>(action) : nullptr;
        if (row == nullptr)
            m_lists.close();
        else if (row->row)
            m_lists.choose(*row->row);
        return;
    }
    if (close_what_covers())
        return;
    begin_drag(at);
    if (auto cycles = m_state.overlay.cycles_at(at))
        m_cycles = CyclesDrag { *cycles, at.x };
    if (const views::Action* action = m_state.overlay.action_at(at)) {
        perform(*action);
    } else if (m_state.overlay.scene().contains(at)) {
        m_drag = Drag::camera;
        m_pressed = at;
    } else if (const auto cell = m_scene.cell_under(at)) { // of a sheet larger than the scene
        choose(*cell);
    }
}

void Pointer::begin_drag(draw::Point at)
{
    const views::DragParameter* drag = m_state.overlay.drag_at(at);
    if (drag == nullptr || m_state.snapshot == nullptr)
        return;
    const auto& parameters = m_state.snapshot->setup->parameters;
    const auto found = std::ranges::find(parameters, drag->id, &session::ParameterView::id);
    if (found != parameters.end())
        m_parameter = ParameterDrag { *found, *drag, at.x, {}, {} };
}

void Pointer::follow()
{
    if (!m_parameter || m_state.snapshot == nullptr || m_parameter->wanted == m_parameter->sent)
        return;
    const auto& setup = *m_state.snapshot->setup;
    const auto shown = std::ranges::find(setup.parameters, m_parameter->from.id, &session::ParameterView::id);
    if (shown == setup.parameters.end())
        return;
    const bool arrived = m_parameter->sent.empty() || (shown->value == m_parameter->sent && m_state.snapshot->run->recording);
    if (!arrived)
        return;
    m_parameter->sent = m_parameter->wanted;
    m_state.commands.emplace_back(session::SetParameter { m_parameter->from.id, m_parameter->sent });
}

// Closes what takes clicks at any position.
bool Pointer::close_what_covers()
{
    OverlayView& overlay = m_state.overlay;
    if (m_presentation.restore_screen())
        return true;
    if (m_presentation.marker().pen() && overlay.window().start == nullptr)
        m_presentation.marker().pen_down(*m_position, m_screen.points());
    else if (overlay.window().help)
        overlay.close_help();
    else if (overlay.window().notes)
        overlay.close_notes();
    else if (overlay.window().follow_code != nullptr)
        overlay.show_follow_code(nullptr);
    else if (overlay.display() == views::Display::nothing && touches()) // without keys
        m_presentation.toggle_display(views::Display::nothing);
    else
        return false;
    return true;
}

void Pointer::perform(const views::Action& action)
{
    if (const auto* edited = std::get_if<views::EditParameter>(&action)) {
        m_lists.open_values(edited->id);
    } else if (const auto* run = std::get_if<views::RunCommand>(&action)) {
        if (const CommandRow* command = find_command(run->id))
            m_state.invocations.push_back({ command });
    } else if (const auto* chosen = std::get_if<views::ChooseStart>(&action)) {
        m_pages.start.activate(chosen->index);
    } else if (const auto* field = std::get_if<views::ChooseField>(&action)) {
        m_pages.launch.choose(field->row);
    } else if (const auto* tab = std::get_if<views::ChooseTab>(&action)) {
        m_state.overlay.choose_tab(static_cast<views::Tab>(tab->index));
    } else if (const auto* compared = std::get_if<views::ChooseCompared>(&action)) {
        show_compared(m_state, static_cast<views::ComparedFigure>(compared->index));
    } else if (const auto* marked = std::get_if<views::MarkLanes>(&action)) {
        m_state.overlay.mark(marked->lanes);
    } else if (std::holds_alternative<session::Command>(action)) {
        if (views::command_of<session::SelectLane>(action) != nullptr) // replaces the marked lanes of a bank
            m_state.overlay.mark(m_state.overlay.window().marked);
        m_drag = seeks(&action) ? Drag::timeline : Drag::none;
        m_state.commands.push_back(std::get<session::Command>(action));
    }
}

void Pointer::choose(const draw::Cell& cell)
{
    m_state.overlay.mark(m_state.overlay.window().marked); // its lanes replace the marked lanes of a bank
    m_state.commands.emplace_back(session::SelectCell { cell.buffer, cell.element });
}

void Pointer::on(const PointerMove& move)
{
    if (m_finger) {
        scroll_to(move.position.y);
        return;
    }
    const draw::Point last = m_position.value_or(draw::Point {});
    // The first report says where the pointer rests, for example under a window that has just opened.
    const bool has_moved = m_position && (move.position.x != last.x || move.position.y != last.y);
    // The pointer may move slightly during a click.
    const draw::Point from = m_pressed.value_or(last);
    if (std::hypot(move.position.x - from.x, move.position.y - from.y) > kTremble * m_screen.style().scale)
        m_pressed.reset();
    if (m_drag == Drag::camera && !m_pressed)
        m_scene.camera().pan({ move.position.x - from.x, move.position.y - from.y });
    const draw::Point other = m_other_pressed.value_or(last);
    if (std::hypot(move.position.x - other.x, move.position.y - other.y) > kTremble * m_screen.style().scale)
        m_other_pressed.reset();
    if (m_orbiting && !m_other_pressed)
        m_scene.camera().orbit({ move.position.x - last.x, move.position.y - last.y });
    m_position = move.position;
    m_state.overlay.point_at(move.position);
    m_presentation.marker().move(move.position, m_screen.points());
    if (m_parameter) {
        const float moved = (move.position.x - m_parameter->x) / std::max(m_parameter->drag.pitch, 1.0F);
        const auto value = views::dragged_value(m_parameter->from, std::lround(moved));
        if (value && (*value != m_parameter->from.value || !m_parameter->wanted.empty()))
            m_parameter->wanted = *value;
        follow();
    }
    if (m_cycles && std::abs(move.position.x - m_cycles->x) > kTremble * m_screen.style().scale) {
        m_drag = Drag::none;
        m_state.overlay.show_cycles(
            views::moved(m_cycles->from.cycles, (m_cycles->x - move.position.x) / std::max(m_cycles->from.area.width, 1.0F)));
    }
    const views::Action* below = m_state.overlay.action_at(move.position);
    if (m_drag == Drag::timeline && seeks(below))
        m_state.commands.push_back(std::get<session::Command>(*below));
    if (const auto* row = below != nullptr ? std::get_if<views::ChooseRow>(below) : nullptr; row != nullptr && row->row)
        m_lists.hover(*row->row);
    if (const auto* entry = has_moved && below != nullptr ? std::get_if<views::ChooseStart>(below) : nullptr)
        m_pages.start.choose(entry->index);
    show_cursor(below);
}

void Pointer::show_cursor(const views::Action* below)
{
    if (m_window == nullptr)
        return;
    const bool clickable =
        m_drag != Drag::camera && !m_state.overlay.window().help && (below != nullptr || m_scene.cell_under(*m_position));
    m_window->set_pointer(m_presentation.marker().laser() ? WindowControl::Pointer::hidden
            : clickable                                   ? WindowControl::Pointer::hand
                                                          : WindowControl::Pointer::arrow);
}

void Pointer::on(const Wheel& wheel)
{
    constexpr float kLinesPerStep = 3.0F;
    const draw::Rect scene = m_state.overlay.scene();
    if (m_lists.is_open())
        m_lists.scroll(static_cast<std::int32_t>(-wheel.steps * kLinesPerStep));
    else if (m_state.overlay.source_at(wheel.position))
        m_state.overlay.scroll_source(static_cast<std::int32_t>(-wheel.steps * kLinesPerStep));
    else if (const auto shown = m_state.overlay.cycles_at(wheel.position))
        m_state.overlay.show_cycles(
            views::zoomed(shown->cycles, wheel.steps, (wheel.position.x - shown->area.x) / std::max(shown->area.width, 1.0F)));
    else if (scene.contains(wheel.position))
        m_scene.camera().zoom(
            wheel.steps, { wheel.position.x - scene.x - scene.width / 2, wheel.position.y - scene.y - scene.height / 2 });
}

} // namespace warpstage::stage
