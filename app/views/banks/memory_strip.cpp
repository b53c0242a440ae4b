#include "app/views/banks/memory_strip.h"

#include "app/views/banks/banks_figure.h"

#include <map>

namespace warpstage::views {

namespace {

constexpr float kBroadestByte = 11.0F; // limits the width of a sector if there are only a few
constexpr float kBroadestGap = 16.0F;

// The lane that requests each byte of a block: the lowest such lane, or kMaxLanes if no lane requests it.
std::array<unsigned, kBlockBytes> askers(const SectorsInput& input, std::uint64_t block)
{
    std::array<unsigned, kBlockBytes> result;
    result.fill(kMaxLanes);
    const std::uint64_t first = block * kBlockBytes;
    for_each_lane(input.lanes, [&](unsigned lane) {
        for (std::uint32_t byte = 0; byte < input.bytes; ++byte) {
            const std::uint64_t offset = input.addresses[lane] + byte - first;
            if (offset < kBlockBytes && result[offset] == kMaxLanes)
                result[offset] = lane;
        }
    });
    return result;
}

} // namespace

Color lane_color(const SectorsInput& input, unsigned lane, const Style& style)
{
    return input.lanes_together == 0 ? shape_color(style, style.blue) : wavefront_color(lane / input.lanes_together, style);
}

MemoryStrip::MemoryStrip(const Canvas& canvas, const SectorsInput& input, Rect rect)
    : m_rect(rect)
{
    for (const arch::MemorySegment& segment : input.segments)
        for (std::uint64_t block = segment.address / kBlockBytes; block * kBlockBytes < segment.address + segment.bytes; ++block)
            m_blocks.push_back(block);
    std::sort(m_blocks.begin(), m_blocks.end());
    m_blocks.erase(std::unique(m_blocks.begin(), m_blocks.end()), m_blocks.end());
    if (m_blocks.empty())
        return;
    for (std::size_t i = 1; i < m_blocks.size(); ++i) {
        const std::uint64_t gap = (m_blocks[i] - m_blocks[i - 1] - 1) * kBlockBytes;
        if (gap == 0)
            continue;
        m_common_gap = m_gaps == 0 || m_common_gap == gap ? gap : 0;
        ++m_gaps;
    }
    const auto count = static_cast<float>(m_blocks.size());
    const auto gaps = static_cast<float>(m_gaps);
    const float gap = m_gaps == 0 ? 0.0F : std::min(canvas.units(kBroadestGap), 0.3F * rect.width / gaps);
    const float widest = canvas.units(kBroadestByte) * static_cast<float>(kBlockBytes);
    m_block_width = std::min((rect.width - gap * gaps) / count, widest);
    const float width = m_block_width * count + gap * gaps;
    float x = rect.x + (rect.width - width) / 2;
    m_rect = { x, rect.y, width, rect.height };
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        if (i > 0)
            x += m_block_width + (m_blocks[i] == m_blocks[i - 1] + 1 ? 0.0F : gap);
        m_left.push_back(x);
    }
}

std::size_t MemoryStrip::index_of(std::uint64_t block) const
{
    const auto found = std::lower_bound(m_blocks.begin(), m_blocks.end(), block);
    return std::min(static_cast<std::size_t>(found - m_blocks.begin()), m_blocks.size() - 1);
}

float MemoryStrip::x_of(std::uint64_t address) const
{
    return m_left[index_of(address / kBlockBytes)] + byte_width() * static_cast<float>(address % kBlockBytes);
}

float MemoryStrip::end_of(std::uint64_t address) const
{
    return x_of(address - 1) + byte_width();
}

void MemoryStrip::draw(Canvas& canvas, const SectorsInput& input) const
{
    for (std::size_t i = 0; i < m_blocks.size(); ++i)
        draw_block(canvas, input, i);
    for (std::size_t i = 1; i < m_blocks.size(); ++i)
        if (m_blocks[i] != m_blocks[i - 1] + 1)
            break_mark(canvas,
                { m_left[i - 1] + m_block_width, m_rect.y + 0.15F * m_rect.height, m_left[i] - m_left[i - 1] - m_block_width,
                    0.7F * m_rect.height },
                canvas.style().secondary);
    draw_lane_names(canvas, input);
}

void MemoryStrip::draw_block(Canvas& canvas, const SectorsInput& input, std::size_t index) const
{
    const Style& style = canvas.style();
    const Rect block { m_left[index], m_rect.y, m_block_width, m_rect.height };
    const std::array<unsigned, kBlockBytes> asks = askers(input, m_blocks[index]);
    canvas.fill(block, well_color(style));
    const auto group = [&](unsigned lane) {
        return lane == kMaxLanes ? kMaxLanes : lane / std::max(input.lanes_together, 1U);
    };
    std::size_t start = 0;
    for (std::size_t byte = 1; byte <= kBlockBytes; ++byte) {
        if (byte < kBlockBytes && group(asks[byte]) == group(asks[start]))
            continue;
        const Rect run { block.x + byte_width() * static_cast<float>(start), block.y,
            byte_width() * static_cast<float>(byte - start), block.height };
        if (asks[start] == kMaxLanes)
            hatch(canvas, run, style.vermilion, canvas.units(6.0F));
        else
            canvas.fill(run, lane_color(input, asks[start], style));
        start = byte;
    }
    // Thin lines between the elements, unless the elements are too narrow for them.
    const float element = byte_width() * static_cast<float>(input.bytes);
    if (element >= canvas.units(4.0F) && element < m_block_width)
        for (std::uint64_t byte = input.bytes; byte < kBlockBytes; byte += input.bytes) {
            const float x = block.x + byte_width() * static_cast<float>(byte);
            canvas.line({ x, block.y }, { x, block.bottom() }, style.panel, canvas.units(1.0F));
        }
    canvas.outline(block, style.secondary);
}

// The lane that requests an element, written into it; "×4" if several do.
void MemoryStrip::draw_lane_names(Canvas& canvas, const SectorsInput& input) const
{
    const Style& style = canvas.style();
    const float room = byte_width() * static_cast<float>(input.bytes);
    std::map<std::uint64_t, LaneMask> readers;
    for_each_lane(input.lanes, [&](unsigned lane) { readers[input.addresses[lane]] |= LaneMask { 1 } << lane; });
    const auto words_of = [](LaneMask lanes) {
        return lane_count(lanes) == 1 ? std::to_string(lowest_lane(lanes)) : "×" + std::to_string(lane_count(lanes));
    };
    const auto fits = [&](const auto& reader) {
        return room_for(words_of(reader.second), Face::mono, style.smallest) <= room;
    };
    if (m_rect.height < 1.1F * style.smallest || !std::all_of(readers.begin(), readers.end(), fits))
        return;
    std::uint64_t end = 0; // of the last labeled element: overlapping elements are labeled once
    for (const auto& [address, lanes] : readers) {
        const bool whole = address / kBlockBytes == (address + input.bytes - 1) / kBlockBytes;
        if (address < end || !whole)
            continue;
        end = address + input.bytes;
        canvas.label({ x_of(address) + room / 2, m_rect.y + m_rect.height / 2 }, words_of(lanes),
            { Face::mono, style.smallest, ink_on(lane_color(input, lowest_lane(lanes), style), style), Align::center, room });
    }
}

void MemoryStrip::draw_addresses(Canvas& canvas, const SectorsInput& input, float baseline) const
{
    const Style& style = canvas.style();
    const auto words_of = [&](std::size_t index) {
        const std::uint64_t address = m_blocks[index] * kBlockBytes;
        const std::string number =
            address >= input.origin ? grouped_count(address - input.origin) : "−" + grouped_count(input.origin - address);
        return index == 0 ? tr("byte ") + number : number;
    };
    const auto right_of = [&](std::size_t index) {
        return m_left[index] + room_for(words_of(index), Face::mono, style.smallest);
    };
    // Every block, or every second, fourth, …
    std::size_t step = 1;
    const auto collide = [&] {
        for (std::size_t i = step; i < m_blocks.size(); i += step)
            if (right_of(i - step) + canvas.units(8.0F) > m_left[i])
                return true;
        return false;
    };
    while (collide())
        step *= 2;
    for (std::size_t i = 0; i < m_blocks.size(); i += step) {
        if (right_of(i) > canvas.size().width)
            continue;
        canvas.line({ m_left[i], m_rect.bottom() }, { m_left[i], m_rect.bottom() + canvas.units(3.0F) }, style.secondary,
            canvas.units(1.0F));
        canvas.text({ m_left[i], baseline }, words_of(i), number_note(style, right_of(i) - m_left[i], Align::left));
    }
}

} // namespace warpstage::views
