#include "app/views/sectors/sectors_figure.h"

#include "app/views/banks/banks_figure.h"
#include "app/views/banks/memory_strip.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/lanes/lane_row.h"
#include "core/analysis/recording/assessment.h"

namespace warpstage::views {

namespace {

// Segments at the same address, drawn as one bar: on CC 1.0, sixteen lanes may fetch the same 32 bytes sixteen times.
struct Bar {
    arch::MemorySegment segment;
    std::size_t times = 1;
    std::size_t row = 0;
};

std::vector<Bar> bars_of(const SectorsInput& input)
{
    std::vector<Bar> bars;
    for (const arch::MemorySegment& segment : input.segments) {
        const auto same = std::find_if(bars.begin(), bars.end(), [&](const Bar& bar) {
            return bar.segment.address == segment.address && bar.segment.bytes == segment.bytes
                && bar.segment.group == segment.group;
        });
        if (same == bars.end())
            bars.push_back({ segment, 1, 0 });
        else
            ++same->times;
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.segment.address < b.segment.address; });
    std::vector<std::uint64_t> ends; // of each row
    for (Bar& bar : bars) {
        while (bar.row < ends.size() && ends[bar.row] > bar.segment.address)
            ++bar.row;
        if (bar.row == ends.size())
            ends.push_back(0);
        ends[bar.row] = bar.segment.address + bar.segment.bytes;
    }
    return bars;
}

// If each segment is one block of the strip, the strip shows everything.
bool needs_bars(const SectorsInput& input)
{
    std::set<std::uint64_t> places;
    for (const arch::MemorySegment& segment : input.segments)
        if (segment.bytes != kBlockBytes || !places.insert(segment.address).second)
            return true;
    return false;
}

void draw_bar(Canvas& canvas, const Bar& bar, Rect rect)
{
    const Style& style = canvas.style();
    const Color color = wavefront_color(bar.segment.group, style);
    const Rect box = { rect.x + canvas.units(1.0F), rect.y, rect.width - canvas.units(2.0F), rect.height };
    canvas.frame(box, mix(style.panel, color, 0.18F), color, std::min(canvas.units(4.0F), rect.height / 3));
    const std::string bytes = fmt::format("{}\u2009B", bar.segment.bytes);
    for (const std::string& words : bar.times > 1
            ? std::vector<std::string> { fmt::format("{} × {}", bar.times, bytes), fmt::format("{}×", bar.times) }
            : std::vector<std::string> { bytes, std::to_string(bar.segment.bytes) }) {
        const float width = room_for(words, Face::regular, style.smallest);
        if (width > rect.width - canvas.units(4.0F) || rect.height < 1.1F * style.smallest)
            continue;
        canvas.label({ rect.x + rect.width / 2, rect.y + rect.height / 2 }, words,
            { Face::regular, style.smallest, style.text, Align::center, width });
        return;
    }
}

std::string_view name_of_group(const SectorsInput& input)
{
    return input.lanes_together * 2 == input.warp_width ? tr("half-warp")
        : input.lanes_together * 4 == input.warp_width  ? tr("quarter-warp")
                                                        : tr("lanes");
}

// Names above the groups of lanes that are served separately, each with a line below.
void draw_groups(Canvas& canvas, const SectorsInput& input, const LaneRow& lanes, float top)
{
    const Style& style = canvas.style();
    for (unsigned first = 0; first < lanes.count; first += input.lanes_together) {
        const unsigned last = std::min(first + input.lanes_together, lanes.count) - 1;
        const float left = lanes.cell(first).x;
        const float right = lanes.cell(last).right();
        const Color color = lane_color(input, first, style);
        const float bottom = top + 1.35F * style.smallest;
        canvas.text({ (left + right) / 2, top + 0.9F * style.smallest },
            fmt::format("{} {}", name_of_group(input), first / input.lanes_together), note(style, right - left, Align::center));
        canvas.line({ left, bottom }, { right, bottom }, color, canvas.units(2.0F));
    }
}

void draw_picture(Canvas& canvas, const SectorsInput& input, Rect area)
{
    const Style& style = canvas.style();
    if (area.height < canvas.units(40.0F) || area.width < canvas.units(60.0F))
        return;
    const float line = 1.35F * style.smallest;
    const unsigned count = std::clamp(input.warp_width, 1U, kMaxLanes);
    const bool groups = input.lanes_together > 0 && input.lanes_together < count && area.height >= canvas.units(150.0F);
    const bool addresses = area.height >= canvas.units(64.0F);

    const std::vector<Bar> bars = needs_bars(input) ? bars_of(input) : std::vector<Bar> {};
    std::size_t bar_rows = 0;
    for (const Bar& bar : bars)
        bar_rows = std::max(bar_rows, bar.row + 1);
    const float bar_pitch =
        bar_rows == 0 ? 0.0F : std::min(1.5F * style.smallest, 0.4F * area.height / static_cast<float>(bar_rows));

    float y = area.y;
    LaneRow lanes { { area.x, 0, area.width, std::clamp(0.12F * area.height, canvas.units(6.0F), 1.5F * style.smallest) }, count,
        input.lanes, 0 };
    if (groups) {
        draw_groups(canvas, input, lanes, y);
        y += line + canvas.units(5.0F);
    }
    if (!numbers_fit(canvas, lanes) && area.height >= canvas.units(90.0F)) {
        draw_lane_numbers(canvas, lanes, y + 0.85F * style.smallest);
        y += 1.15F * style.smallest;
    }
    lanes.rect.y = y;
    const float bottom = area.bottom() - (addresses ? line : 0.0F) - bar_pitch * static_cast<float>(bar_rows)
        - canvas.units(bar_rows > 0 ? 4.0F : 0.0F);
    const float strip_height = std::clamp(0.2F * area.height, canvas.units(8.0F), 2.2F * style.smallest);
    const MemoryStrip strip(canvas, input, { area.x, bottom - strip_height, area.width, strip_height });

    for_each_lane(input.lanes & first_lanes(count), [&](unsigned lane) {
        const float from = strip.x_of(input.addresses[lane]);
        const float to = strip.end_of(input.addresses[lane] + input.bytes);
        canvas.line({ lanes.x(lane), lanes.rect.bottom() }, { (from + to) / 2, bottom - strip_height },
            lane_color(input, lane, style).with_alpha(input.marked == 0 || has_lane(input.marked, lane) ? 215 : 45),
            canvas.units(has_lane(input.marked, lane) ? 3.0F : 1.5F));
    });
    strip.draw(canvas, input);
    draw_lane_row(canvas, lanes, [&](unsigned lane) { return lane_color(input, lane, style); });
    for (const Bar& bar : bars) {
        const float left = strip.x_of(bar.segment.address);
        const float right = strip.end_of(bar.segment.address + bar.segment.bytes);
        draw_bar(canvas, bar,
            { left, bottom + canvas.units(4.0F) + bar_pitch * static_cast<float>(bar.row), right - left, 0.86F * bar_pitch });
    }
    if (addresses)
        strip.draw_addresses(canvas, input, area.bottom() - 0.25F * style.smallest);
}

std::vector<KeyEntry> sectors_key(
    const SectorsInput& input, const arch::SectorBytes& bytes, const MemoryStrip& strip, const Style& style)
{
    std::vector<KeyEntry> key { key_box(tr("lane and the bytes that it requests"), shape_color(style, style.blue), {}, 2.0F) };
    const unsigned lanes = std::clamp(input.warp_width, 1U, kMaxLanes);
    if ((input.lanes & first_lanes(lanes)) != first_lanes(lanes))
        key.push_back(key_box(tr("inactive lane"), {}, idle_color(style), 2.0F));
    if (bytes.used < bytes.moved)
        key.push_back({ tr("fetched but unused"), [](Canvas& canvas, Rect rect) {
                           canvas.fill(rect, well_color(canvas.style()));
                           hatch(canvas, rect, canvas.style().vermilion, canvas.units(5.0F));
                           canvas.outline(rect, canvas.style().secondary);
                       } });
    if (strip.has_gaps())
        key.push_back({ strip.common_gap() > 0 ? trf("{}\u2009B of memory not drawn", grouped_count(strip.common_gap()))
                                               : tr("memory not drawn"),
            [](Canvas& canvas, Rect rect) {
                break_mark(canvas, rect, canvas.style().secondary);
            } });
    if (needs_bars(input)) {
        const Color color = wavefront_color(0, style);
        key.push_back(key_box(counted(1, input.one), mix(style.panel, color, 0.18F), color, 3.0F));
        key.back().breadth = 1.8F;
    }
    return key;
}

} // namespace

std::optional<analysis::L1Use> l1_of(const session::Recording& recording, const arch::Traits& traits, std::uint32_t pc)
{
    if (!analysis::models_l1(traits))
        return std::nullopt;
    const auto uses = analysis::l1_reuse(recording.trace, traits);
    const auto use = uses.find(pc);
    return use == uses.end() ? std::nullopt : std::optional { use->second };
}

SectorsInput sectors_input(const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width)
{
    SectorsInput input { arch::moved_segments(traits, analysis::global_request_of(chosen.access)) };
    input.warp_width = warp_width;
    input.subtitle = trf("line {} · {}", chosen.line, operation_of(chosen.access.kind));
    return input;
}

DrawList sectors_figure(const SectorsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Global memory"), input.subtitle };
    if (input.lanes == 0 || input.segments.empty())
        return empty_page(std::move(canvas), words, tr("no global memory in this kernel"));
    const arch::SectorBytes bytes = bytes_of(input);
    const std::string used = percent(bytes.efficiency());
    const Waste waste = bytes.used < bytes.moved ? Waste::some : Waste::none;
    words.headline = excess_headline(style, input.segments.size(), input.ideal, input.one, waste);
    words.headline.wordings.insert(words.headline.wordings.begin(), words.headline.wordings.front() + ", " + used + tr(" used"));
    words.sentence = { trnf("The lanes use {} of the {} bytes that {} moves: {}.",
                           "The lanes use {} of the {} bytes that {} move: {}.", input.segments.size(), grouped_count(bytes.used),
                           grouped_count(bytes.moved), counted(input.segments.size(), input.one), used),
        trf("{} of {} bytes moved are used: {}.", grouped_count(bytes.used), grouped_count(bytes.moved), used),
        trf("{} of {}\u2009B used", grouped_count(bytes.used), grouped_count(bytes.moved)) };
    if (input.l1) {
        const std::string reuse =
            trf("L1 model: the block looks up {} for this access; {} fetched.", counted(input.l1->lines, "line"),
                input.l1->fetched == 1 ? tr("1 is") : grouped_count(input.l1->fetched) + tr(" are"));
        words.sentence.insert(words.sentence.begin(), words.sentence.front() + " " + reuse);
        words.sentence.insert(words.sentence.begin() + 1, words.sentence[2] + " " + reuse);
        words.sentence.insert(words.sentence.begin() + 2,
            trf("L1 model: the block fetches {} of {} looked up.", grouped_count(input.l1->fetched),
                counted(input.l1->lines, "line")));
    }
    if (input.missed) {
        words.headline = missed_headline(*input.missed, style);
        words.sentence = { input.missed->sentence };
    }
    const MemoryStrip probe(canvas, input, { 0, 0, size.width, 10.0F });
    const Rect area = draw_page(canvas, words, sectors_key(input, bytes, probe, style), canvas.units(100.0F));
    const Rect picture = input.missed ? beside_missed(*input.missed, area, style) : area;
    draw_picture(canvas, input, picture);
    if (input.missed)
        draw_missed(canvas, *input.missed, area, picture, std::clamp(input.warp_width, 1U, kMaxLanes));
    return canvas.finish();
}

Result<Exhibit> prepare_sectors(const Subject& subject)
{
    const auto request = choose_request(subject, Memory::global);
    if (!request)
        return request.error();
    const ChosenRequest& chosen = *request;
    const arch::Traits& traits = *subject.traits;
    const arch::GlobalRequest accessed = analysis::global_request_of(*chosen.access);
    SectorsInput input { arch::moved_segments(traits, accessed) };
    input.warp_width = subject.recording->trace.warp_width;
    input.subtitle = trf("line {} · {}", chosen.line, operation_of(chosen.access->kind));

    input.l1 = l1_of(*subject.recording, traits, chosen.pc);

    CaptionInput caption = request_caption(subject, chosen);
    const arch::SectorBytes bytes = bytes_of(input);
    const arch::GlobalCount count = arch::count_global(traits, accessed);
    if (input.one != "sector")
        caption.numbers.push_back(counted(input.segments.size(), input.one));
    caption.numbers.push_back(counted(count.sectors, "sector"));
    caption.numbers.push_back(trf("ideal {}", count.ideal));
    caption.numbers.push_back(trf("{} of {} used", grouped_count(bytes.used), counted(bytes.moved, "byte")));
    return exhibit_of_figure(std::move(caption), sectors_figure, std::move(input));
}

} // namespace warpstage::views
