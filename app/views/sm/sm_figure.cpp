#include "app/views/sm/sm_figure.h"

#include "app/draw/axis.h"
#include "app/views/sm/sm_look.h"
#include "app/views/sm/sm_rows.h"

namespace warpstage::views {

using timing::SmRun;
using timing::WarpState;

namespace {

constexpr float kRoomForSlots = 80.0F; // minimum height of a run for the strip of issue slots
constexpr float kRoomForBytes = 150.0F; // minimum height of a run for the strip of bytes in flight
constexpr float kLowestStrip = 12.0F;
constexpr float kMaxStripHeight = 44.0F;
constexpr float kStripPart = 0.11F; // share of the height
constexpr float kBar = 2.0F; // of a strip
constexpr float kRunGap = 8.0F;
constexpr double kMinShare = 0.005; // minimum share of the warps' time for a state in the key

std::string share_words(double share)
{
    return share < 0.005 ? std::string { tr("under 1\u2009%") } : numf("{:.0f}\u2009%", 100.0 * share);
}

// The states that fill a part of the picture of any run: issuing first, the others by their share of the time of all warps.
std::vector<KeyEntry> state_key(const SmInput& input)
{
    std::array<double, timing::kWarpStates> cycles {};
    double all = 0.0;
    for (const SmShown& shown : input.runs)
        for (std::size_t i = 0; i < cycles.size(); ++i)
            if (static_cast<WarpState>(i) != WarpState::empty) {
                cycles.at(i) += static_cast<double>(shown.run->state_cycles.at(i));
                all += static_cast<double>(shown.run->state_cycles.at(i));
            }
    std::vector<WarpState> states;
    for (std::size_t i = 0; i < cycles.size(); ++i)
        if (cycles.at(i) >= kMinShare * all || (static_cast<WarpState>(i) == WarpState::selected && cycles.at(i) > 0.0))
            states.push_back(static_cast<WarpState>(i));
    const auto part = [&](WarpState state) {
        return state == WarpState::selected ? all + 1.0 : cycles.at(static_cast<std::size_t>(state));
    };
    std::ranges::stable_sort(states, std::greater {}, part);
    std::vector<KeyEntry> key;
    for (const WarpState state : states) {
        std::string words { state == WarpState::selected ? tr("issued") : timing::name_of(state) };
        if (input.runs.size() == 1
            && state != WarpState::selected) // share of the time; the headline gives the share of the issue slots
            words += " " + share_words(cycles.at(static_cast<std::size_t>(state)) / all);
        key.push_back({ std::move(words),
            [state](Canvas& canvas, Rect rect) { draw_state(canvas, rect, state, state == WarpState::selected ? 1.0F : 0.0F); },
            1.6F });
    }
    return key;
}

std::string stall_words(const SmRun& run)
{
    const auto stalls = stalls_of(run);
    return stalls.empty() ? std::string {}
                          : trf("Largest stall reason: {}, {} of the warps' time.", timing::name_of(stalls.front().state),
                              share_words(stalls.front().share));
}

// "MIO Throttle 45 %, Short Scoreboard 30 %": the two largest stall reasons.
std::string largest_stalls(const SmRun& run)
{
    constexpr std::size_t kNamed = 2;
    std::string words;
    const auto stalls = stalls_of(run);
    for (std::size_t i = 0; i < std::min(kNamed, stalls.size()); ++i)
        words += fmt::format("{}{} {}", i == 0 ? "" : ", ", timing::name_of(stalls[i].state), share_words(stalls[i].share));
    return words;
}

// Of two runs, the first one above the second: "four chains 8 201 cycles, one chain 10 216 cycles".
std::vector<std::string> cycles_of_both(const SmShown& above, const SmShown& below)
{
    const std::string first = counted(above.run->cycles, "cycle");
    const std::string second = counted(below.run->cycles, "cycle");
    return { fmt::format("{} {}, {} {}", above.name, first, below.name, second),
        trf("{} and {} cycles", grouped_count(above.run->cycles), grouped_count(below.run->cycles)) };
}

std::vector<std::string> sm_sentence(const SmInput& input)
{
    const std::string origin = trf("Estimated for {} by the SM model.", input.gpu);
    std::string part;
    for (const SmShown& shown : input.runs)
        if (!shown.run->complete && part.empty())
            part = trf(" Modeled: the first {}.", counted(shown.run->cycles, "cycle"));
    const std::string stall = input.runs.size() == 1 ? " " + stall_words(*input.runs.front().run) : std::string {};
    return { origin + stall + part, origin + stall, origin, trf("Estimated for {}", input.gpu) };
}

// A value over the cycles as bars on a background; `high` has the full height.
void draw_strip(Canvas& canvas, const SmRun& run, const std::vector<float>& values, float high, Color color,
    const CycleScale& scale, Rect rect)
{
    const Style& style = canvas.style();
    const std::uint32_t end = scale.end_of(run);
    canvas.fill({ rect.x, rect.y, scale.x_of(end) - rect.x, rect.height }, well_color(style));
    if (high <= 0.0F || values.empty() || run.bucket == 0)
        return;
    const std::size_t bars = std::max<std::size_t>(1, rows_in(rect.width, kBar * style.scale));
    const std::uint64_t length = scale.window.length();
    for (std::size_t bar = 0; bar < bars; ++bar) {
        const auto from = scale.window.begin + static_cast<std::uint32_t>(length * bar / bars);
        const auto to = std::min(end, scale.window.begin + static_cast<std::uint32_t>(length * (bar + 1) / bars));
        if (from >= end)
            break;
        const std::size_t first = from / run.bucket;
        const std::size_t last = std::min(values.size(), std::max<std::size_t>(first + 1, (to + run.bucket - 1) / run.bucket));
        float sum = 0.0F;
        for (std::size_t i = first; i < last; ++i)
            sum += values[i];
        const float mean = first < last ? sum / static_cast<float>(last - first) : 0.0F;
        const float height = std::clamp(mean / high, 0.0F, 1.0F) * rect.height;
        const float x = scale.x_of(from);
        canvas.fill({ x, rect.bottom() - height, scale.x_of(std::max(to, from + 1)) - x, height }, color);
    }
}

std::string bytes_words(double bytes)
{
    return text::with_prefix(bytes) + "B";
}

struct Strip {
    std::string words;
    const std::vector<float>* values;
    float high;
    Color color;
    Tip tip;
};

std::vector<Strip> strips_of(const SmRun& run, const Style& style, float height)
{
    std::vector<Strip> strips;
    if (height >= kRoomForSlots * style.scale)
        strips.push_back({ tr("issue slots used"), &run.issue_slots, 1.0F, look_of(WarpState::selected, style).color,
            { tr("Issue slots used"), tr("Share of the schedulers' cycles in which an instruction is issued."),
                trf("{} instructions in {} cycles of {}", grouped_count(run.instructions), grouped_count(run.cycles),
                    counted(run.schedulers, "scheduler")),
                tr("Computed by the SM model."), "smsp__issue_active.avg.pct_of_peak_sustained_active" } });
    if (height >= kRoomForBytes * style.scale && !run.bytes_in_flight.empty()) {
        const float most = *std::ranges::max_element(run.bytes_in_flight);
        if (most > 0.0F)
            strips.push_back({ trf("bytes in flight, maximum {}", bytes_words(most)), &run.bytes_in_flight, most,
                look_of(WarpState::long_scoreboard, style).color,
                { tr("Bytes in flight"), tr("Bytes that warps have requested from global memory and that have not arrived yet."),
                    trf("maximum {}", bytes_words(most)), tr("Computed by the SM model."), {} } });
    }
    return strips;
}

void draw_cycle_axis(Canvas& canvas, const CycleScale& scale, float baseline)
{
    const Style& style = canvas.style();
    const std::string last = mark_words(scale.window.end) + tr(" cycles");
    const float pitch = room_for(last, Face::mono, style.smallest) + canvas.units(30.0F);
    const auto marks = std::max<std::size_t>(1, rows_in(scale.width, pitch));
    const Axis axis(scale.window.begin, scale.window.end, marks, Spacing::linear, Ends::exact);
    float taken = -1e9F;
    for (const double value : axis.marks()) {
        const std::string words = mark_words(value) + (value == axis.marks().back() ? tr(" cycles") : "");
        const float half = room_for(words, Face::mono, style.smallest) / 2;
        const float x = std::clamp(scale.x_of(value), scale.x + half, std::max(scale.x + half, scale.x + scale.width - half));
        if (x - half < taken || 2 * half > scale.width)
            continue;
        canvas.text({ x, baseline }, words, number_note(style, 2 * half, Align::center));
        taken = x + half + canvas.units(6.0F);
    }
}

float axis_height(Rect area, const Style& style)
{
    return area.height >= 60.0F * style.scale ? 1.5F * style.smallest : 0.0F;
}

// Of the runs and the axis below them, which have the area together.
float height_of_run(Rect area, const SmInput& input, const Style& style)
{
    const auto count = static_cast<float>(input.runs.size());
    return (area.height - axis_height(area, style) - kRunGap * style.scale * (count - 1)) / count;
}

// Of two runs.
bool has_name(float height, const Style& style)
{
    return height >= 3.0F * style.small;
}

// A run with its strips in a part of the figure, and with its name if there are two runs. Returns the lower end.
float draw_run(Canvas& canvas, const SmInput& input, const SmShown& shown, CycleScale scale, Rect area)
{
    const Style& style = canvas.style();
    const SmRun& run = *shown.run;
    if (input.runs.size() > 1 && has_name(area.height, style)) {
        const float head = 1.5F * style.small;
        std::vector<std::string> headline = sm_headline(run);
        if (const std::string stalls = largest_stalls(run); !stalls.empty())
            headline.insert(headline.begin(), headline.front() + " · " + stalls);
        const float half = area.width / 2;
        const float name = std::min(room_for(shown.name, Face::semibold, style.small), half);
        canvas.label({ area.x, area.y + head / 2 }, shown.name, { Face::semibold, style.small, style.text, Align::left, name });
        const float room = area.width - name - canvas.units(12.0F);
        canvas.label({ area.right(), area.y + head / 2 }, fitting_words(headline, Face::regular, style.small, room),
            { Face::regular, style.small, style.text, Align::right, room });
        area = { area.x, area.y + head, area.width, area.height - head };
    }
    const std::vector<Strip> strips = strips_of(run, style, area.height);
    const float words = 1.35F * style.smallest;
    const float strip = std::clamp(kStripPart * area.height, canvas.units(kLowestStrip), canvas.units(kMaxStripHeight));
    const float below = static_cast<float>(strips.size()) * (words + strip) + canvas.units(2.0F);
    const DrawnRows rows = draw_rows(canvas, shown, input.warp, scale, { area.x, area.y, area.width, area.height - below });
    float y = area.y + rows.height + canvas.units(2.0F);
    for (const Strip& one : strips) {
        float room = scale.width;
        if (rows.count < run.warps.size() && &one == &strips.front()) {
            const std::string part = trf("{} of {} warps shown", rows.count, run.warps.size());
            const float needed = room_for(part, Face::regular, style.smallest);
            if (needed < 0.5F * scale.width) {
                canvas.label({ scale.x + scale.width, y + words / 2 }, part, note(style, needed, Align::right));
                room -= needed + canvas.units(8.0F);
            }
        }
        canvas.label({ scale.x, y + words / 2 }, one.words, note(style, room));
        draw_strip(canvas, run, *one.values, one.high, one.color, scale, { scale.x, y + words, scale.width, strip });
        canvas.tip({ scale.x, y, scale.width, words + strip }, one.tip);
        y += words + strip;
    }
    if (const auto cycle = shown.step ? cycle_of(shown, *shown.step) : std::nullopt;
        cycle && *cycle >= scale.window.begin && *cycle < scale.window.end) {
        const float x = scale.x_of(*cycle + 0.5);
        canvas.line({ x, area.y }, { x, y }, style.text, canvas.units(2.0F));
    }
    return y;
}

} // namespace

DrawList sm_figure(const SmInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { "SM", "" };
    if (input.runs.empty() || input.runs.front().run->warps.empty() || input.runs.front().run->cycles == 0)
        return empty_page(std::move(canvas), words, tr("nothing recorded"));
    if (input.runs.size() == 1)
        words.headline = { sm_headline(*input.runs.front().run), style.text, false };
    words.sentence = sm_sentence(input);
    const auto page = [&](Canvas& onto) {
        return draw_page(onto, words, state_key(input), canvas.units(90.0F));
    };
    if (Canvas draft(size, style); input.runs.size() > 1 && !has_name(height_of_run(page(draft), input, style), style))
        words.headline = { cycles_of_both(input.runs.front(), input.runs.back()), style.text, false };
    Rect area = page(canvas);
    const float axis = axis_height(area, style);
    float names = 0.0F;
    for (const SmShown& shown : input.runs)
        names = std::max(names, row_names_width(*shown.run, style));
    names = std::min(names, 0.2F * area.width);
    const CycleScale scale { window_of(input), area.x + names, area.width - names };
    area.height -= axis;
    if (area.height < canvas.units(8.0F) || scale.width < canvas.units(20.0F))
        return canvas.finish();
    const float height = height_of_run({ area.x, area.y, area.width, area.height + axis }, input, style);
    const float gap = kRunGap * style.scale;
    std::uint32_t all = 1;
    for (const SmShown& shown : input.runs)
        all = std::max(all, shown.run->cycles);
    on_click(
        canvas, { scale.x, area.y, scale.width, area.height }, ZoomCycles { { scale.window.begin, scale.window.length() }, all });
    float y = area.y;
    for (const SmShown& shown : input.runs)
        y = gap + draw_run(canvas, input, shown, scale, { area.x, y, area.width, height });
    if (axis > 0.0F)
        draw_cycle_axis(canvas, scale, y - gap + axis - 0.3F * style.smallest);
    return canvas.finish();
}

} // namespace warpstage::views
