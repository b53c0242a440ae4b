#include "core/session/selection/selection.h"

#include "core/analysis/recording/tile_accesses.h"
#include "core/base/words.h"

#include <algorithm>
#include <span>
#include <utility>

namespace warpstage::session {

namespace {

// The cell's address in the recorded run; nothing: the buffer is unknown or smaller.
std::optional<ChosenCell> cell_of(
    const SelectCell& order, const Recording& recording, const problem::Plan* plan, const ArrayFrame* frame)
{
    ChosenCell found { order.buffer, order.element, ptx::StateSpace::shared, 0, 0, 0 };
    std::uint64_t all = 0;
    if (order.buffer.empty()) {
        found.bytes = frame == nullptr ? 0 : static_cast<std::uint32_t>(frame->element_bytes);
        all = frame == nullptr ? 0 : frame->values.size();
    } else {
        const auto* scene = plan == nullptr ? nullptr : std::get_if<problem::MatrixScene>(&plan->scene);
        const auto buffer = std::ranges::find(recording.buffers, order.buffer, &Recording::Buffer::name);
        if (scene == nullptr || buffer == recording.buffers.end())
            return std::nullopt;
        found.space = ptx::StateSpace::global;
        found.bytes = static_cast<std::uint32_t>(analysis::bytes_of(scene->element));
        found.address = buffer->address;
        all = buffer->bytes / found.bytes;
    }
    if (order.element >= all)
        return std::nullopt;
    found.address += order.element * found.bytes;
    return found;
}

bool executes(const trace::Trace& trace, std::uint32_t warp, std::uint32_t pc)
{
    return std::ranges::any_of(trace.steps, [&](const trace::StepRecord& step) { return step.warp == warp && step.pc == pc; });
}

} // namespace

void Selection::leave_lesson()
{
    m_warp = 0;
    m_lane.reset();
    leave_variant();
    m_access = {};
    m_role.reset();
    m_role_due = false;
}

void Selection::leave_variant()
{
    m_access = { .warp = m_access.warp };
    m_cell.reset();
    m_element.reset();
    m_line = 0;
}

void Selection::keep_access(const lesson::Lesson& lesson, std::size_t variant)
{
    const auto& chosen = m_picture.chosen();
    // An access that the user has not chosen is kept only if its cost is above the ideal.
    const bool costly = chosen
        && ((chosen->shared && chosen->shared->excess() > 0)
            || (chosen->global && chosen->global->count.sectors > chosen->global->count.ideal));
    if (m_access.pc || m_access.step || costly)
        m_role = role_of_access(lesson, variant);
    m_role_due = m_role.has_value();
    m_role_line = chosen && (m_line == 0 || m_line == chosen->line);
}

std::optional<RoleAccess> Selection::role_of_access(const lesson::Lesson& lesson, std::size_t variant) const
{
    const auto& chosen = m_picture.chosen();
    return chosen ? role_access_of(lesson, variant, *chosen, accesses()) : std::nullopt;
}

void Selection::forget_results()
{
    m_wrong_element.reset();
    m_cell.reset();
}

void Selection::select_for_cue(const lesson::Cue& cue)
{
    m_warp = cue.warp.value_or(0);
    m_line = cue.line;
    m_access = { .warp = cue.warp };
    m_role_due = false;
}

void Selection::select_warp(std::uint32_t warp, const Recording* recording, Playback& playback)
{
    if (recording == nullptr || warp >= recording->trace.warps)
        return;
    const auto& trace = recording->trace;
    m_warp = warp;
    m_access = { .pc = m_access.pc && executes(trace, warp, *m_access.pc) ? m_access.pc : std::nullopt, .warp = warp };
    m_cell.reset();
    if (!playback.controlled() || !playback.shows(*recording))
        return;
    const auto view = playback.view();
    const auto steps = std::span(trace.steps).first(view.steps);
    const auto from = steps.begin() + static_cast<std::ptrdiff_t>(std::min(view.step.value_or(0), view.steps));
    auto next = std::ranges::find(from, steps.end(), warp, &trace::StepRecord::warp);
    if (next == steps.end())
        next = std::ranges::find(steps, warp, &trace::StepRecord::warp);
    if (next != steps.end())
        playback.seek(static_cast<std::size_t>(next - steps.begin()));
}

void Selection::toggle_lane(std::uint32_t lane)
{
    m_lane = m_lane == lane ? std::nullopt : std::optional(lane);
    m_element.reset();
    m_cell.reset();
}

void Selection::toggle_element(const SelectElement& order)
{
    const bool again = m_element == order.element;
    m_element = again ? std::nullopt : std::optional(order.element);
    m_lane = again ? std::nullopt : order.lane;
    m_cell.reset();
}

void Selection::toggle_line(std::uint32_t line, const Recording* recording, Playback& playback)
{
    m_line = line == m_line ? 0 : line;
    // The accesses may still be those of another variant's recording.
    const auto own = std::ranges::find(accesses(), line, &AccessView::line);
    if (own != accesses().end() && m_picture.shows(recording))
        select_access(own->pc, recording, playback);
}

void Selection::select_access(std::uint32_t pc, const Recording* recording, Playback& playback)
{
    const bool own = m_access.warp && recording != nullptr && executes(recording->trace, *m_access.warp, pc);
    m_access = { .pc = pc, .warp = own ? m_access.warp : std::nullopt };
    m_role_due = false;
    m_cell.reset();
    // Until the next frame the playback may still show the previous recording, whose instructions differ.
    if (!playback.controlled() || recording == nullptr || !playback.shows(*recording))
        return;
    const auto view = playback.view();
    if (const auto at = next_access(recording->trace, view.steps, view.step.value_or(0), pc))
        playback.seek(*at);
}

void Selection::step_access(Direction direction)
{
    const auto& chosen = m_picture.chosen();
    if (!chosen || chosen->occurrences == 0)
        return;
    m_access = { .pc = chosen->pc };
    m_role_due = false;
    m_access.occurrence = stepped(chosen->occurrence, chosen->occurrences, direction);
}

void Selection::select_cell(
    const SelectCell& order, const Recording* recording, const problem::Plan* plan, Playback& playback, Notices& notices)
{
    if (recording == nullptr || !playback.shows(*recording))
        return;
    const auto wanted = cell_of(order, *recording, plan, playback.frame().get());
    if (!wanted)
        return;
    const bool again = m_cell && m_cell->same_place(*wanted);
    const auto view = playback.view();
    const auto from = view.step.value_or(0) + (again ? 1 : 0);
    m_cell = wanted;
    m_lane.reset();
    const auto at = next_touch(recording->trace, view.steps, from, *wanted);
    if (!at) {
        notices.add(Severity::information, tr("The recorded run does not access this element."));
        return;
    }
    const auto pc = recording->trace.steps[*at].pc;
    m_access = {};
    m_access.pc = pc;
    m_role_due = false;
    m_line = recording->listing.line_of(pc);
    playback.seek(*at);
}

void Selection::show_wrong_element(const WrongElement& element)
{
    m_wrong_element = element;
    if (element.thread)
        m_lane = element.thread->lane;
}

void Selection::update(const lesson::Lesson& lesson, std::size_t variant, const std::shared_ptr<const Recording>& recording,
    const std::shared_ptr<const Assessment>& assessment, const PlaybackView& played)
{
    if (recording != nullptr && std::exchange(m_role_due, false)) {
        if (const auto pc = find_access(lesson, variant, *m_role, analysis::accesses_of(*recording, assessment->report))) {
            m_access.pc = pc;
            if (m_role_line)
                m_line = recording->listing.line_of(*pc);
            if (m_access.warp && !executes(recording->trace, *m_access.warp, *pc))
                m_access.warp.reset();
        }
    }
    // A kernel compiled for another parameter has other instructions.
    if (recording != nullptr && m_access.pc && !m_picture.shows(recording.get())
        && std::ranges::none_of(
            analysis::accesses_of(*recording, assessment->report), [&](const auto& access) { return access.pc == *m_access.pc; }))
        m_access.pc.reset();
    m_access.step = played.controlled ? played.step : std::nullopt;
    m_picture.update(recording, assessment, m_access);
    follow_cell(recording);
}

// The history is found once for a recording: it takes a while in a long one.
void Selection::follow_cell(const std::shared_ptr<const Recording>& recording)
{
    if (!m_cell || recording == nullptr) {
        m_history = {};
    } else if (m_history.recording != recording || !m_history.cell.same_place(*m_cell)) {
        const analysis::Word word { m_cell->space, m_cell->address, m_cell->bytes };
        m_history = { recording, *m_cell,
            std::make_shared<const analysis::WordHistory>(analysis::word_history(*recording, word)) };
    }
}

SelectionSection Selection::section(const Recording* recording, const PlaybackView& played)
{
    SelectionSection selection { {}, m_warp, m_line, m_lane, {}, {}, m_element };
    if (recording == nullptr)
        return selection;
    selection.chosen_access = m_picture.chosen();
    if (played.controlled && played.step)
        m_warp = played.warp;
    else if (selection.chosen_access)
        m_warp = selection.chosen_access->warp;
    selection.warp = std::min(m_warp, std::max(1U, recording->trace.warps) - 1);
    selection.cell = m_cell;
    selection.history = m_history.accesses;
    if (selection.cell && selection.chosen_access)
        selection.cell->lanes = lanes_at(selection.chosen_access->access, *selection.cell);
    return selection;
}

} // namespace warpstage::session
