#include "app/views/pipeline/pipeline_grid.h"

#include "app/views/pipeline/flag_rows.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace warpstage::views {

namespace {

using PipelineAction = analysis::PipelineHistory::Action;
using PipelineMark = analysis::PipelineHistory::Mark;
using PipelinePlace = PipelineGrid::Place;

constexpr float kNarrowestOperation = 5.0F;
constexpr float kBroadestOperation = 16.0F;
constexpr float kOperationInCycles = 8.0F;
constexpr float kLeastPipelineRow = 8.0F;
constexpr float kMaxPipelineRow = 30.0F;
constexpr float kBytesHeight = 44.0F;
constexpr float kAxisHeight = 20.0F;

// At most so many warps, in their order. Of more, warps with different roles come first: those that do the same operations with
// the same objects have the same role.
std::vector<std::uint32_t> warps_of(const analysis::PipelineHistory& history, std::size_t most)
{
    using Role = std::set<std::pair<PipelineAction, std::optional<std::size_t>>>;
    std::map<std::uint32_t, Role> roles;
    for (const PipelineMark& mark : history.marks)
        roles[mark.warp].emplace(mark.action, mark.object);
    std::map<Role, std::size_t> seen;
    std::vector<std::pair<std::size_t, std::uint32_t>> ranked; // how many warps of its role come before it
    for (const auto& [warp, role] : roles)
        ranked.emplace_back(seen[role]++, warp);
    std::ranges::sort(ranked);
    ranked.resize(std::min(ranked.size(), most));
    std::vector<std::uint32_t> warps;
    for (const auto& [rank, warp] : ranked)
        warps.push_back(warp);
    std::ranges::sort(warps);
    return warps;
}

std::vector<std::uint32_t> receivers_of(const analysis::PipelineHistory& history)
{
    std::uint32_t ranks = 0;
    for (const PipelineMark& mark : history.marks)
        ranks |= mark.others;
    std::vector<std::uint32_t> receivers;
    for_each_lane(ranks, [&](unsigned rank) { receivers.push_back(rank); });
    return receivers;
}

float label_width(const PipelineInput& input, const Style& style)
{
    float width = room_for(trf("block rank {}", "00"), Face::regular, style.smallest);
    for (const analysis::PipelineHistory::Object& object : input.history.objects)
        width = std::max(width, room_for(object.name, Face::mono, style.smallest));
    for (const analysis::FlagHistory::Flag& flag : input.history.flags)
        width = std::max(width, room_for(flag.name, Face::mono, style.smallest));
    if (const std::uint64_t most = most_bytes(input.history); most != 0)
        width = std::max(width, room_for(trf("max. {} B", grouped_count(most)), Face::regular, style.smallest));
    if (input.times)
        width = std::max(width, room_for(tr("cycles, estimated"), Face::regular, style.smallest));
    return std::min(width, 11.0F * style.smallest) + 8.0F * style.scale;
}

std::size_t most_columns(float width, const Style& style)
{
    return static_cast<std::size_t>(std::max(1.0F, std::floor(width / (kNarrowestOperation * style.scale))));
}

void place_in_order(PipelineGrid& grid, const analysis::PipelineHistory& history, const Style& style)
{
    grid.shown = std::min(history.marks.size(), most_columns(grid.area.width, style));
    grid.column = std::min(grid.area.width / static_cast<float>(grid.shown), kBroadestOperation * style.scale);
    grid.area.width = grid.column * static_cast<float>(grid.shown);
    grid.places.resize(history.marks.size());
    const auto center = [&grid](std::size_t mark) {
        return grid.area.x + grid.column * (static_cast<float>(mark) + 0.5F);
    };
    for (std::size_t index = 0; index < history.marks.size(); ++index) {
        const PipelineMark& mark = history.marks[index];
        const std::size_t begin = std::min(index, mark_at(history, mark.begin));
        if (begin < grid.shown) {
            const float at = center(std::min(index, grid.shown - 1));
            const bool waits = mark.action == PipelineAction::wait || mark.action == PipelineAction::poll;
            grid.places[index] = PipelinePlace { waits ? center(begin) : at, at, at };
        }
    }
}

void place_in_cycles(PipelineGrid& grid, const PipelineInput& input, const Style& style)
{
    grid.column = kOperationInCycles * style.scale;
    for (std::size_t index = 0; index < input.history.marks.size(); ++index) {
        const std::optional<timing::PipelineTimes::Span>& span = input.times->marks[index];
        grid.places.emplace_back();
        if (!span)
            continue;
        const float from = x_of_cycle(grid, *input.times, span->begin);
        const float to = x_of_cycle(grid, *input.times, span->end);
        const bool first = input.history.marks[index].action == PipelineAction::meet;
        grid.places.back() = PipelinePlace { from, first ? from : to, to };
        ++grid.shown;
    }
}

} // namespace

Rect PipelineGrid::object_row(std::size_t object) const
{
    return { area.x, area.y + row * static_cast<float>(object), area.width, row };
}

std::optional<Rect> PipelineGrid::warp_row(std::uint32_t warp) const
{
    const auto found = std::ranges::find(warps, warp);
    if (found == warps.end())
        return std::nullopt;
    const float top = area.y + row * static_cast<float>(upper_rows()) + (upper_rows() == 0 ? 0.0F : gap());
    return Rect { area.x, top + row * static_cast<float>(found - warps.begin()), area.width, row };
}

Rect PipelineGrid::receiver_row(std::size_t receiver) const
{
    const float top = bottom() - row * static_cast<float>(receivers.size());
    return { area.x, top + row * static_cast<float>(receiver), area.width, row };
}

float PipelineGrid::bottom() const
{
    const std::size_t rows = upper_rows() + warps.size() + receivers.size();
    return area.y + row * static_cast<float>(rows) + (upper_rows() == 0 ? 0.0F : gap()) + (receivers.empty() ? 0.0F : gap());
}

std::size_t mark_at(const analysis::PipelineHistory& history, std::uint32_t step)
{
    const auto found = std::ranges::lower_bound(history.marks, step, {}, &PipelineMark::end);
    return static_cast<std::size_t>(found - history.marks.begin());
}

std::uint64_t most_bytes(const analysis::PipelineHistory& history)
{
    return history.empty() ? 0 : *std::ranges::max_element(history.bytes_in_flight);
}

float x_of_cycle(const PipelineGrid& grid, const timing::PipelineTimes& times, std::uint32_t cycle)
{
    const float share = static_cast<float>(std::min(cycle, times.cycles)) / static_cast<float>(times.cycles);
    return grid.area.x + grid.column / 2 + (grid.area.width - grid.column) * share;
}

std::optional<float> end_of_phase(const PipelineInput& input, const PipelineGrid& grid, std::size_t object, std::size_t phase)
{
    const analysis::PipelineHistory::Phase& of_object = input.history.objects[object].phases[phase];
    if (input.times && input.times->phases[object][phase])
        return x_of_cycle(grid, *input.times, *input.times->phases[object][phase]);
    if (!of_object.last || (!input.times && *of_object.last >= grid.shown) || !grid.places[*of_object.last])
        return std::nullopt;
    return grid.places[*of_object.last]->at;
}

PipelineGrid pipeline_grid(const PipelineInput& input, Rect area, const Style& style)
{
    PipelineGrid grid;
    const float labels = label_width(input, style);
    grid.area = { area.x + labels, area.y, area.width - labels, area.height };
    const auto named_rows = rows_in(area.height, 1.2F * style.smallest); // those with a name
    const bool leaves_columns = !input.times && most_columns(grid.area.width, style) < input.history.marks.size();
    if (leaves_columns || input.history.flags.size() > named_rows / 2) // a line below says so
        area.height -= 1.4F * style.smallest;
    grid.warps = warps_of(input.history, input.history.marks.size());
    grid.objects = input.history.objects.size();
    grid.receivers = receivers_of(input.history);
    grid.bytes =
        most_bytes(input.history) != 0 && area.height > 3.0F * kBytesHeight * style.scale ? kBytesHeight * style.scale : 0.0F;
    grid.axis = input.times && area.height > 3.0F * kAxisHeight * style.scale ? kAxisHeight * style.scale : 0.0F;
    const float room = area.height - grid.bytes - grid.axis;
    const auto rows = rows_in(room, kLeastPipelineRow * style.scale);
    grid.flags = shown_flags(input.history, named_rows / 2);
    // Warps matter most; of many, one of each role at least.
    if (grid.upper_rows() + grid.warps.size() + grid.receivers.size() + 1 > rows) {
        grid.receivers.clear();
        grid.objects = std::min(grid.objects, rows / 2);
        grid.flags = shown_flags(input.history, std::min(grid.flags.size(), rows / 2 - grid.objects));
        grid.warps = warps_of(input.history, rows - std::min(rows, grid.upper_rows() + 1));
    }
    const auto shown = static_cast<float>(grid.upper_rows() + grid.warps.size() + grid.receivers.size()) + 0.8F;
    grid.row = std::min(room / shown, kMaxPipelineRow * style.scale);
    if (input.times)
        place_in_cycles(grid, input, style);
    else
        place_in_order(grid, input.history, style);
    return grid;
}

} // namespace warpstage::views
