#include "app/views/sectors/sectors_figure.h"

#include "app/draw/canvas.h"
#include "app/draw/color.h"
#include "app/draw/grouped_count.h"
#include "app/draw/marks.h"
#include "app/draw/page.h"
#include "app/draw/text_metrics.h"
#include "app/views/banks/banks_figure.h"
#include "app/views/banks/memory_strip.h"
#include "app/views/lanes/lane_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace warpstage::views {

namespace {

// Segments at the same place, drawn as one bar: on CC 1.0 sixteen lanes may fetch one and the same 32 bytes sixteen times.
struct Bar {
    MemorySegment segment;
    std::size_t times = 1;
    std::size_t row = 0;
};

std::vector<Bar> bars_of(const SectorsInput& input)
{
    std::vector<Bar> bars;
    for (const MemorySegment& segment : input.segments) {
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

// The blocks of the strip say all where each segment is one of them.
bool needs_bars(const SectorsInput& input)
{
    std::set<std::uint64_t> places;
    for (const MemorySegment& segment : input.segments)
        if (segment.bytes != kBlockBytes || !places.insert(segment.address).second)
            return true;
    return false;
}

void draw_bar(Canvas& canvas, const Bar& bar, Rect rect)
{
    const Style& style = canvas.style();
    const Color color = pass_color(bar.segment.group, style);
    const Rect box = { rect.x + canvas.units(1.0F), rect.y, rect.width - canvas.units(2.0F), rect.height };
    canvas.frame(box, mix(style.panel, color, 0.18F), color, std::min(canvas.units(4.0F), rect.height / 3));
    const std::string bytes = fmt::format("{}\u2009B", bar.segment.bytes);
    for (const std::string& words : bar.times > 1
            ? std::vector<std::string> { fmt::format("{} × {}", bar.times, bytes), fmt::format("{}×", bar.times) }
            : std::vector<std::string> { bytes, std::to_string(bar.segment.bytes) }) {
        const float width = room_for(words, Face::regular, style.smallest);
        if (width > rect.width - canvas.units(4.0F) || rect.height < 1.1F * style.smallest)
            continue;
        canvas.text({ rect.x + rect.width / 2, centered_baseline(rect.y + rect.height / 2, style.smallest) }, words,
            { Face::regular, style.smallest, style.text, Align::center, width });
        return;
    }
}

std::string_view name_of_group(const SectorsInput& input)
{
    return input.lanes_together * 2 == input.warp_width ? "half-warp"
        : input.lanes_together * 4 == input.warp_width  ? "quarter-warp"
                                                        : "lanes";
}

// Names over the groups of lanes that are served apart, with a line under each.
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
            fmt::format("{} {}", name_of_group(input), first / input.lanes_together),
            { Face::regular, style.smallest, style.secondary, Align::center, right - left });
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

std::vector<KeyEntry> key_of(const SectorsInput& input, const SectorBytes& bytes, const MemoryStrip& strip)
{
    std::vector<KeyEntry> key { { "lane, and the bytes it asks for", [](Canvas& canvas, Rect rect) {
                                     canvas.fill(rect, shape_color(canvas.style(), canvas.style().blue), canvas.units(2.0F));
                                 } } };
    const unsigned lanes = std::clamp(input.warp_width, 1U, kMaxLanes);
    if ((input.lanes & first_lanes(lanes)) != first_lanes(lanes))
        key.push_back({ "lane that takes no part", [](Canvas& canvas, Rect rect) {
                           canvas.frame(rect, std::nullopt, idle_color(canvas.style()), canvas.units(2.0F));
                       } });
    if (bytes.used < bytes.moved)
        key.push_back({ "moved for nothing", [](Canvas& canvas, Rect rect) {
                           canvas.fill(rect, well_color(canvas.style()));
                           hatch(canvas, rect, canvas.style().vermilion, canvas.units(5.0F));
                           canvas.frame(rect, std::nullopt, canvas.style().secondary);
                       } });
    if (strip.has_gaps())
        key.push_back({ strip.common_gap() > 0 ? fmt::format("{}\u2009B of memory not drawn", grouped_count(strip.common_gap()))
                                               : "memory not drawn",
            [](Canvas& canvas, Rect rect) {
                break_mark(canvas, rect, canvas.style().secondary);
            } });
    if (needs_bars(input))
        key.push_back({ "one " + input.one,
            [](Canvas& canvas, Rect rect) {
                const Color color = pass_color(0, canvas.style());
                canvas.frame(rect, mix(canvas.style().panel, color, 0.18F), color, canvas.units(3.0F));
            },
            1.8F });
    return key;
}

// Of which lanes requests are made: see core/arch/coalescing.h.
std::uint32_t lanes_together(const arch::Traits& traits, const arch::GlobalRequest& request)
{
    switch (traits.global_rule) {
    case arch::GlobalRule::words_in_order:
    case arch::GlobalRule::segments:
        return 16;
    case arch::GlobalRule::parts_of_warp:
        return request.bytes >= 16 ? 8 : request.bytes == 8 ? 16 : 32;
    case arch::GlobalRule::sectors:
        return 32;
    }
    return 32;
}

std::uint32_t transactions_side_by_side(const arch::Traits& traits, const arch::GlobalRequest& request)
{
    std::array<std::uint64_t, kMaxLanes> addresses {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        addresses[lane] = std::uint64_t { lane } * request.bytes;
    return arch::count_global(traits, { request.bytes, request.lanes, addresses, request.operation }).transactions;
}

} // namespace

std::string percent(double share)
{
    const double value = 100.0 * share;
    const bool whole = std::abs(value - std::round(value)) < 0.05;
    return fmt::format("{:.{}f}\u2009%", value, whole ? 0 : 1);
}

SectorBytes bytes_of(const SectorsInput& input)
{
    SectorBytes result;
    for (const MemorySegment& segment : input.segments) {
        std::set<std::uint64_t> used;
        for_each_lane(segment.lanes & input.lanes, [&](unsigned lane) {
            for (std::uint32_t byte = 0; byte < input.bytes; ++byte)
                if (input.addresses[lane] + byte - segment.address < segment.bytes)
                    used.insert(input.addresses[lane] + byte);
        });
        result.moved += segment.bytes;
        result.used += used.size();
    }
    return result;
}

SectorsInput sectors_input(const arch::Traits& traits, const arch::GlobalRequest& request)
{
    SectorsInput input;
    input.bytes = request.bytes;
    input.lanes = request.lanes;
    std::copy(request.addresses.begin(), request.addresses.end(), input.addresses.begin());
    input.lanes_together = lanes_together(traits, request);
    const arch::GlobalService service = arch::serve_global(traits, request);
    for (const arch::Transaction& transaction : service.transactions) {
        MemorySegment segment { transaction.address, transaction.bytes, transaction.lanes, 0 };
        // The half of a segment that nobody wants belongs to the group of the other half.
        if (transaction.lanes != 0)
            segment.group = lowest_lane(transaction.lanes) / input.lanes_together;
        else if (!input.segments.empty())
            segment.group = input.segments.back().group;
        input.segments.push_back(segment);
    }
    const bool sectors = std::all_of(input.segments.begin(), input.segments.end(), [&](const MemorySegment& segment) {
        return segment.bytes == traits.sector_bytes;
    }) && (traits.global_rule == arch::GlobalRule::sectors || traits.global_rule == arch::GlobalRule::parts_of_warp);
    if (sectors) {
        input.ideal = service.count.ideal;
    } else {
        input.one = traits.global_rule == arch::GlobalRule::parts_of_warp ? "cache line" : "transaction";
        input.many = input.one + "s";
        input.ideal = std::min(service.count.transactions, transactions_side_by_side(traits, request));
    }
    if (!input.segments.empty())
        input.origin = std::min_element(input.segments.begin(), input.segments.end(), [](const auto& a, const auto& b) {
            return a.address < b.address;
        })->address;
    return input;
}

DrawList sectors_figure(const SectorsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words;
    words.title = "Global memory";
    words.subtitle = input.subtitle;
    words.caption = input.caption;
    if (input.lanes == 0 || input.segments.empty()) {
        const Rect area = draw_page(canvas, words, {}, canvas.units(30.0F));
        canvas.empty_words(area, input.nothing);
        return canvas.finish();
    }
    const SectorBytes bytes = bytes_of(input);
    const std::string used = percent(bytes.efficiency());
    words.headline = excess_headline(style, input.segments.size(), input.ideal, input.one, input.many);
    words.headline.wordings.insert(words.headline.wordings.begin(), words.headline.wordings.front() + ", " + used + " used");
    const std::string noun = input.segments.size() == 1 ? input.one : input.many;
    words.sentence = { fmt::format("The lanes use {} of the {} bytes that {} {} move{}: {}.", grouped_count(bytes.used),
                           grouped_count(bytes.moved), grouped_count(input.segments.size()), noun,
                           input.segments.size() == 1 ? "s" : "", used),
        fmt::format("{} of {} bytes moved are used: {}.", grouped_count(bytes.used), grouped_count(bytes.moved), used),
        fmt::format("{} of {}\u2009B used", grouped_count(bytes.used), grouped_count(bytes.moved)) };
    const MemoryStrip probe(canvas, input, { 0, 0, size.width, 10.0F });
    const Rect area = draw_page(canvas, words, key_of(input, bytes, probe), canvas.units(100.0F));
    draw_picture(canvas, input, area);
    return canvas.finish();
}

} // namespace warpstage::views
