// What is looked at of what has been recorded: by whose rules, which access, which block, beside which variant. Nothing is
// computed anew for it.
#include "core/session/matrix_flight.h"
#include "core/session/session_state.h"
#include "core/session/stepped.h"

#include <algorithm>

namespace warpstage::session {

const std::vector<arch::Architecture>& architecture_tour()
{
    static const std::vector<arch::Architecture> tour = [] {
        std::vector<arch::Architecture> stops;
        for (const char* text : { "1.3", "2.0", "3.5", "3.5:8byte", "5.2", "7.0", "9.0", "12.0" }) {
            const auto stop = arch::parse_architecture(text);
            VERIFY(stop.ok());
            stops.push_back(*stop);
        }
        for (const arch::Gpu& gpu : arch::all_gpus())
            stops.push_back({ &arch::traits_of(gpu.capability), &gpu });
        return stops;
    }();
    return tour;
}

void Session::State::change_architecture(const std::string& text, Time now)
{
    if (text.empty()) {
        architecture.reset();
        return;
    }
    const auto parsed = arch::parse_architecture(text);
    if (parsed)
        architecture = *parsed;
    else
        notices.add(Severity::attention, parsed.error().message, now);
}

void Session::State::step_architecture(Direction direction)
{
    const auto& tour = architecture_tour();
    const auto present = std::ranges::find_if(tour, [&](const arch::Architecture& stop) {
        return architecture ? stop.traits == architecture->traits && stop.gpu == architecture->gpu : stop.traits == &traits();
    });
    // From one that the tour leaves out to its beginning.
    architecture = present == tour.end()
        ? tour.front()
        : tour[stepped(static_cast<std::size_t>(present - tour.begin()), tour.size(), direction)];
}

void Session::State::choose_access_at(std::uint32_t pc)
{
    access = {};
    access.pc = pc;
    cell.reset();
    // While the run stands at a step, choosing an access goes to where it is made next. Until the next frame the playback may
    // still tell the recording before this one, which knows nothing of these instructions.
    const auto shown = recording();
    if (!playback.controlled() || shown == nullptr || !playback.tells(*shown))
        return;
    const auto view = playback.view();
    if (const auto at = next_access(shown->trace, view.steps, view.step.value_or(0), pc))
        playback.seek(*at);
}

// Where the recorded run finds the cell; nothing: it does not know that buffer, or it is not so large.
std::optional<ChosenCell> Session::State::cell_of(const SelectCell& order, const Recording& shown) const
{
    ChosenCell found { order.buffer, order.element, ptx::StateSpace::shared, 0, 0, 0 };
    std::uint64_t all = 0;
    if (order.buffer.empty()) {
        const auto frame = playback.frame();
        found.bytes = frame == nullptr ? 0 : static_cast<std::uint32_t>(frame->element_bytes);
        all = frame == nullptr ? 0 : frame->values.size();
    } else {
        const auto plan = plans.find(variant);
        const auto* scene =
            plan == plans.end() || plan->second == nullptr ? nullptr : std::get_if<problem::MatrixScene>(&plan->second->scene);
        const auto buffer = std::ranges::find(shown.buffers, order.buffer, &Recording::Buffer::name);
        if (scene == nullptr || buffer == shown.buffers.end())
            return std::nullopt;
        found.space = ptx::StateSpace::global;
        found.bytes = static_cast<std::uint32_t>(bytes_of(scene->element));
        found.address = buffer->address;
        all = buffer->bytes / found.bytes;
    }
    if (order.element >= all)
        return std::nullopt;
    found.address += order.element * found.bytes;
    return found;
}

void Session::State::choose_cell(const SelectCell& order, Time now)
{
    const auto shown = recording();
    if (shown == nullptr || !playback.tells(*shown))
        return;
    const auto wanted = cell_of(order, *shown);
    if (!wanted)
        return;
    const bool again = cell && cell->same_place(*wanted);
    const auto view = playback.view();
    const auto from = view.step.value_or(0) + (again ? 1 : 0);
    cell = wanted;
    lane.reset();
    const auto at = next_touch(shown->trace, view.steps, from, *wanted);
    if (!at) {
        notices.add(Severity::information, "No step of the recorded run touches that element.", now);
        return;
    }
    const auto pc = shown->trace.steps[*at].pc;
    access = {};
    access.pc = pc;
    line = shown->listing.instruction(pc).location.line;
    playback.seek(*at);
}

void Session::State::choose_block(const SelectBlock& choice)
{
    const auto plan = plans.find(variant);
    if (plan == plans.end() || plan->second == nullptr || plan->second->recorded_work >= plan->second->step.size())
        return;
    const auto& launch = std::get<problem::KernelLaunch>(plan->second->step[plan->second->recorded_work]);
    block = std::min<std::uint64_t>(choice.block, launch.grid.count() - 1);
    warp = choice.warp;
    const auto shown = recording();
    block_due = shown == nullptr || shown->trace.block != *block;
}

// The trial's grid may be smaller than the one on screen: its block is where it was in each direction.
void Session::State::show_wrong_element(const WrongElement& element)
{
    wrong_element = element;
    if (!element.thread)
        return;
    lane = element.thread->lane;
    const auto plan = plans.find(variant);
    if (plan == plans.end() || plan->second == nullptr || plan->second->recorded_work >= plan->second->step.size())
        return;
    const auto& grid = std::get<problem::KernelLaunch>(plan->second->step[plan->second->recorded_work]).grid;
    const auto& at = element.thread->block;
    choose_block({ (std::uint64_t { at.z } * grid.y + at.y) * grid.x + at.x, element.thread->warp });
}

void Session::State::step_compared(Direction direction)
{
    const auto count = lesson->variants.size();
    if (count < 2)
        return;
    auto next = stepped(compared.value_or(variant), count, direction);
    if (next == variant)
        next = stepped(next, count, direction);
    compared = next;
}

} // namespace warpstage::session
