#include "core/session/selection/selection.h"

#include "core/analysis/recording/matrix_flight.h"

#include <algorithm>

namespace warpstage::session {

namespace {

// Where the recorded run finds the cell; nothing: it does not know that buffer, or it is not so large.
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

} // namespace

void Selection::leave_lesson()
{
    m_warp = 0;
    m_lane.reset();
    leave_variant();
}

void Selection::leave_variant()
{
    m_access = {};
    m_cell.reset();
    m_line = 0;
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
    m_access = {};
}

void Selection::select_warp(std::uint32_t warp, const Recording* recording)
{
    if (recording != nullptr && warp < recording->trace.warps)
        m_warp = warp;
}

void Selection::toggle_lane(std::uint32_t lane)
{
    m_lane = m_lane == lane ? std::nullopt : std::optional(lane);
    m_cell.reset();
}

void Selection::toggle_line(std::uint32_t line, const Recording* recording, Playback& playback)
{
    m_line = line == m_line ? 0 : line;
    // Accesses of another variant's recording are not this one's.
    const auto own = std::ranges::find(accesses(), line, &AccessView::line);
    if (own != accesses().end() && m_picture.shows(recording))
        select_access(own->pc, recording, playback);
}

void Selection::select_access(std::uint32_t pc, const Recording* recording, Playback& playback)
{
    m_access = {};
    m_access.pc = pc;
    m_cell.reset();
    // Until the next frame the playback may still show the recording before this one, which knows nothing of these instructions.
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
    m_access.pc = chosen->pc;
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
        notices.add(Severity::information, "No step of the recorded run touches that element.");
        return;
    }
    const auto pc = recording->trace.steps[*at].pc;
    m_access = {};
    m_access.pc = pc;
    m_line = recording->listing.instruction(pc).location.line;
    playback.seek(*at);
}

void Selection::show_wrong_element(const WrongElement& element)
{
    m_wrong_element = element;
    if (element.thread)
        m_lane = element.thread->lane;
}

void Selection::update(const std::shared_ptr<const Recording>& recording, const std::shared_ptr<const Assessment>& assessment,
    const PlaybackView& played)
{
    m_access.step = played.controlled ? played.step : std::nullopt;
    m_picture.update(recording, assessment, m_access);
}

SelectionSection Selection::section(const Recording* recording, const PlaybackView& played)
{
    SelectionSection selection { {}, m_warp, m_line, m_lane, {} };
    if (recording == nullptr)
        return selection;
    selection.warp = std::min(m_warp, std::max(1U, recording->trace.warps) - 1);
    if (played.controlled && played.step && played.step != m_followed_step)
        selection.warp = m_warp = played.warp;
    m_followed_step = played.step;
    selection.chosen_access = m_picture.chosen();
    selection.cell = m_cell;
    if (selection.cell && selection.chosen_access)
        selection.cell->lanes = lanes_at(selection.chosen_access->access, *selection.cell);
    return selection;
}

} // namespace warpstage::session
