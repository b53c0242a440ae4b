#include "app/views/sm/sm_rows.h"

#include "app/views/sm/sm_look.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

using timing::SmRun;
using timing::WarpRow;
using timing::WarpSpan;
using timing::WarpState;

namespace {

constexpr float kLowestRow = 1.0F;
constexpr float kSeparateRow = 4.0F; // minimum row height for a gap between rows
constexpr float kMaxRowHeight = 60.0F;
constexpr float kColumn = 3.0F; // if a cycle is narrower than about a point: pitch of the spans that are drawn as one
constexpr float kSingleCycle = 1.2F; // minimum width of a cycle that is drawn individually
constexpr std::size_t kMaxColumns = 24000; // of all rows
constexpr float kTarget = 8.0F; // minimum width of a span that a mouse can distinguish from its neighbors
constexpr float kMaxTargets = 6000.0F;

using StateCycles = std::array<std::uint32_t, timing::kWarpStates>;

struct StatePiece {
    float x = 0.0F;
    float right = 0.0F;
    WarpState state = WarpState::empty;
    float issued = 0.0F;

    [[nodiscard]] bool looks_like(const StatePiece& other) const { return state == other.state && issued == other.issued; }
};

// The spans of a row that overlap the cycles.
class SpanWalk {
public:
    SpanWalk(const WarpRow& row, std::uint32_t begin)
        : m_row(row)
        , m_at(std::ranges::upper_bound(row.spans, begin, {}, &WarpSpan::end))
    {
    }

    // The time in each state in [begin, end). Ranges are queried in ascending order.
    StateCycles count(std::uint32_t begin, std::uint32_t end)
    {
        StateCycles cycles {};
        while (m_at != m_row.spans.end() && m_at->end <= begin)
            ++m_at;
        for (auto span = m_at; span != m_row.spans.end() && span->begin < end; ++span)
            cycles.at(static_cast<std::size_t>(span->state)) += std::min(end, span->end) - std::max(begin, span->begin);
        return cycles;
    }

private:
    const WarpRow& m_row;
    std::vector<WarpSpan>::const_iterator m_at;
};

// The state with the largest share of the time without an issue; `selected` if no such state occurs.
WarpState dominant(const StateCycles& cycles)
{
    WarpState state = cycles.at(static_cast<std::size_t>(WarpState::selected)) > 0 ? WarpState::selected : WarpState::empty;
    std::uint32_t most = 0;
    for (std::size_t i = 1; i < cycles.size(); ++i)
        if (cycles.at(i) > most) {
            most = cycles.at(i);
            state = static_cast<WarpState>(i);
        }
    return state;
}

std::vector<StatePiece> single_cycles(const WarpRow& row, const CycleScale& scale, std::uint32_t end)
{
    std::vector<StatePiece> pieces;
    auto span = std::ranges::upper_bound(row.spans, scale.window.begin, {}, &WarpSpan::end);
    for (; span != row.spans.end() && span->begin < end; ++span)
        pieces.push_back({ scale.x_of(std::max(span->begin, scale.window.begin)), scale.x_of(std::min(span->end, end)),
            span->state, span->state == WarpState::selected ? 1.0F : 0.0F });
    return pieces;
}

std::vector<StatePiece> column_pieces(const WarpRow& row, const CycleScale& scale, std::uint32_t end, std::size_t columns)
{
    constexpr float kSteps = 5.0F; // maximum length of a share's text
    std::vector<StatePiece> pieces;
    SpanWalk walk(row, scale.window.begin);
    const std::uint64_t length = scale.window.length();
    for (std::size_t i = 0; i < columns; ++i) {
        const auto from = scale.window.begin + static_cast<std::uint32_t>(length * i / columns);
        const auto to = std::min(end, scale.window.begin + static_cast<std::uint32_t>(length * (i + 1) / columns));
        if (from >= to)
            break;
        const StateCycles cycles = walk.count(from, to);
        const float share =
            static_cast<float>(cycles.at(static_cast<std::size_t>(WarpState::selected))) / static_cast<float>(to - from);
        const StatePiece piece { scale.x_of(from), scale.x_of(to), dominant(cycles), std::ceil(share * kSteps) / kSteps };
        if (!pieces.empty() && pieces.back().looks_like(piece))
            pieces.back().right = piece.right;
        else
            pieces.push_back(piece);
    }
    return pieces;
}

std::string instruction_words(const session::Recording& recording, std::uint32_t pc)
{
    const ptx::Instruction* instruction = pc < recording.listing.size() ? recording.listing.find(pc) : nullptr;
    if (instruction == nullptr)
        return {};
    const std::uint32_t line = recording.listing.line_of(pc);
    const std::string code =
        recording.lesson == nullptr ? std::string {} : analysis::source_line(recording.lesson->source_lines, line);
    return trf("line {}: {} · {}", line, text::trim(code), text::trim(instruction->text));
}

// Adjacent spans that are too narrow to distinguish, or a single span.
struct SpanGroup {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    StateCycles cycles {};
    const WarpSpan* longest = nullptr;
    const WarpSpan* issue = nullptr; // the first one that is in the recorded trace
};

Tip tip_of(const SmShown& shown, const WarpRow& row, const SpanGroup& group)
{
    const WarpState state = group.longest->state;
    Tip tip;
    tip.title = trf("{}: warp {} of {}", timing::name_of(state), row.warp,
        row.block == 0 ? std::string { tr("the recorded block") } : trf("resident block {}", row.block));
    tip.definition = timing::meaning_of(state);
    tip.formula = group.end - group.begin == 1 ? trf("cycle {}", grouped_count(group.begin))
                                               : trf("cycles {} to {}", grouped_count(group.begin), grouped_count(group.end - 1));
    if (const auto issued = group.cycles.at(static_cast<std::size_t>(WarpState::selected));
        issued > 0 && state != WarpState::selected)
        tip.formula += trf(", {} with an issued instruction", issued);
    if (state != WarpState::empty)
        tip.source = instruction_words(*shown.recording, group.longest->pc);
    if (tip.source.empty())
        tip.source = tr("Computed by the SM model.");
    tip.nsight = nsight_name_of(state);
    return tip;
}

std::optional<Action> action_of(const SmShown& shown, const SpanGroup& group)
{
    const WarpSpan& span = group.issue != nullptr ? *group.issue : *group.longest;
    if (span.step != timing::kNoStep)
        return session::SeekPlayback { span.step };
    if (span.state == WarpState::empty)
        return std::nullopt;
    const ptx::Listing& listing = shown.recording->listing;
    const std::uint32_t line = span.pc < listing.size() ? listing.line_of(span.pc) : 0;
    if (line == 0)
        return std::nullopt;
    return session::SelectLine { line };
}

void add_targets(Canvas& canvas, const SmShown& shown, const WarpRow& row, const CycleScale& scale, Rect place, float least)
{
    const std::uint32_t end = scale.end_of(*shown.run);
    SpanGroup group;
    const auto finish = [&] {
        if (group.longest == nullptr || group.longest->state == WarpState::empty)
            return;
        const float x = scale.x_of(group.begin);
        const Rect rect { x, place.y, scale.x_of(group.end) - x, place.height };
        canvas.tip(rect, tip_of(shown, row, group));
        if (auto action = action_of(shown, group))
            on_click(canvas, rect, *std::move(action));
    };
    auto span = std::ranges::upper_bound(row.spans, scale.window.begin, {}, &WarpSpan::end);
    for (; span != row.spans.end() && span->begin < end; ++span) {
        const std::uint32_t from = std::max(span->begin, scale.window.begin);
        const std::uint32_t to = std::min(span->end, end);
        const bool full = group.longest != nullptr && scale.cycle_width() * static_cast<float>(group.end - group.begin) >= least;
        const bool broad = group.longest != nullptr && scale.cycle_width() * static_cast<float>(to - from) >= least;
        if (full || broad) {
            finish();
            group = {};
        }
        if (group.longest == nullptr)
            group.begin = from;
        group.end = to;
        group.cycles.at(static_cast<std::size_t>(span->state)) += to - from;
        if (group.longest == nullptr || to - from > group.longest->end - group.longest->begin)
            group.longest = &*span;
        if (group.issue == nullptr && span->state == WarpState::selected && span->step != timing::kNoStep)
            group.issue = &*span;
    }
    finish();
}

// The name of a state in its rectangle, if it fits.
void label_state(Canvas& canvas, Rect rect, WarpState state)
{
    const Style& style = canvas.style();
    const std::string name { timing::name_of(state) };
    const float height = 1.15F * style.smallest;
    if (rect.height < height)
        return;
    const float width = room_for(name, Face::regular, style.smallest) + canvas.units(6.0F);
    if (width > rect.width - canvas.units(4.0F))
        return;
    const Rect ground { rect.center().x - width / 2, rect.center().y - height / 2, width, height };
    canvas.fill(ground, style.panel, canvas.units(3.0F));
    canvas.label(ground.center(), name, { Face::regular, style.smallest, style.text, Align::center, width });
}

std::string name_of_row(const SmRun& run, const WarpRow& row)
{
    return run.resident_blocks > 1 ? fmt::format("{}.{}", row.block, row.warp) : std::to_string(row.warp);
}

// For the chosen warp, at the end of its name's place.
void mark_row(Canvas& canvas, Rect place)
{
    const float side = std::min({ canvas.units(7.0F), place.width, 2.0F * place.height });
    const float top = std::clamp(place.center().y - side / 2, 0.0F, std::max(0.0F, canvas.size().height - side));
    canvas.triangle({ place.right() - side / 2, top + side / 2 }, side, Pointing::right, canvas.style().orange);
}

// Which rows fit, and their positions.
struct RowPlan {
    std::size_t first = 0;
    std::size_t count = 0;
    float pitch = 0.0F;
    float gap = 0.0F; // between schedulers
    bool names = false;
    bool schedulers = false; // their names above their rows
};

RowPlan plan_rows(const Canvas& canvas, const SmRun& run, std::uint32_t chosen_warp, float height)
{
    const Style& style = canvas.style();
    RowPlan plan;
    const auto groups = static_cast<float>(std::max(1U, run.schedulers));
    const std::size_t all = run.warps.size();
    plan.gap = std::min(canvas.units(5.0F), 0.02F * height);
    float room = height - plan.gap * (groups - 1);
    plan.count = std::min(all, rows_in(room, canvas.units(kLowestRow)));
    if (plan.count == 0)
        return plan;
    const float head = 1.25F * style.smallest;
    plan.schedulers = run.schedulers > 1 && room - groups * head >= canvas.units(11.0F) * static_cast<float>(all);
    if (plan.schedulers) {
        plan.gap = head + canvas.units(2.0F);
        room = height - plan.gap * groups;
    }
    plan.pitch = std::min(room / static_cast<float>(plan.count), canvas.units(kMaxRowHeight));
    plan.names = plan.pitch >= 1.05F * style.smallest;
    const auto chosen =
        std::ranges::find_if(run.warps, [&](const WarpRow& row) { return row.block == 0 && row.warp == chosen_warp; });
    plan.first = first_shown(static_cast<std::size_t>(chosen - run.warps.begin()) % all, plan.count, all);
    return plan;
}

} // namespace

float row_names_width(const SmRun& run, const Style& style)
{
    float width = 0.0F;
    for (const WarpRow& row : run.warps)
        width = std::max(width, room_for(name_of_row(run, row), Face::mono, style.smallest));
    return width + 8.0F * style.scale;
}

DrawnRows draw_rows(Canvas& canvas, const SmShown& shown, std::uint32_t chosen_warp, const CycleScale& scale, Rect area)
{
    const Style& style = canvas.style();
    const SmRun& run = *shown.run;
    if (run.warps.empty())
        return {};
    const RowPlan plan = plan_rows(canvas, run, chosen_warp, area.height);
    const std::uint32_t end = scale.end_of(run);
    const bool single = scale.cycle_width() >= kSingleCycle * style.scale;
    const std::size_t columns = std::clamp<std::size_t>(
        std::min(rows_in(scale.width, kColumn * style.scale), kMaxColumns / std::max<std::size_t>(1, plan.count)), 1,
        scale.window.length());
    const float least = std::max(kTarget * style.scale, scale.width * static_cast<float>(plan.count) / kMaxTargets);
    float y = area.y;
    std::optional<std::uint32_t> scheduler;
    for (std::size_t i = plan.first; i < plan.first + plan.count; ++i) {
        const WarpRow& row = run.warps[i];
        if (scheduler != row.scheduler) {
            if (scheduler || plan.schedulers)
                y += plan.gap;
            if (plan.schedulers)
                canvas.label(
                    { scale.x, y - 0.6F * style.smallest }, trf("scheduler {}", row.scheduler), note(style, scale.width));
            scheduler = row.scheduler;
        }
        // With thin rows, gaps would fall on some pixels only.
        const float gap = plan.pitch < canvas.units(kSeparateRow) ? 0.0F : std::min(canvas.units(1.5F), 0.2F * plan.pitch);
        const Rect place { scale.x, y + gap / 2, scale.width, plan.pitch - gap };
        canvas.fill({ place.x, place.y, scale.x_of(end) - scale.x, place.height }, well_color(style));
        for (const StatePiece& piece : single ? single_cycles(row, scale, end) : column_pieces(row, scale, end, columns)) {
            const Rect rect { piece.x, place.y, piece.right - piece.x, place.height };
            draw_state(canvas, rect, piece.state, piece.issued);
            if (piece.issued == 0.0F && piece.state != WarpState::empty)
                label_state(canvas, rect, piece.state);
        }
        add_targets(canvas, shown, row, scale, { place.x, y, place.width, plan.pitch }, least);
        const bool chosen = row.block == 0 && row.warp == chosen_warp;
        const float right = scale.x - canvas.units(5.0F);
        if (plan.names)
            canvas.label({ right, y + plan.pitch / 2 }, name_of_row(run, row),
                { chosen ? Face::semibold : Face::mono, style.smallest, chosen ? style.orange : style.secondary, Align::right,
                    right - area.x });
        else if (chosen)
            mark_row(canvas, { area.x, y, right - area.x, plan.pitch });
        y += plan.pitch;
    }
    return { y - area.y, plan.count };
}

} // namespace warpstage::views
