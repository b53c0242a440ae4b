#include "core/timing/issue_order.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace warpstage::timing {

namespace {

// Merges up to four iterations of a loop, `length` steps and a branch each, into one body: loads and their address computations
// move to the front, and only the last branch remains. Returns the number of steps.
std::size_t unroll(std::vector<StreamStep>& steps, std::size_t first, std::size_t length, const MachineCode::Run& run)
{
    std::size_t iterations = 1;
    const auto follows = [&](std::size_t at) {
        if (at + length >= steps.size())
            return false;
        for (std::size_t k = 0; k < length; ++k)
            if (steps[at + k].pc != run.first + k)
                return false;
        return true;
    };
    while (iterations < 4 && follows(first + iterations * (length + 1)))
        ++iterations;
    const std::size_t end = first + iterations * (length + 1) - 1;
    for (std::size_t k = 1; k < iterations; ++k)
        steps[first + k * (length + 1) - 1].vanishes = true; // the branch
    std::stable_partition(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.begin() + static_cast<std::ptrdiff_t>(end),
        [&](const StreamStep& step) { return !step.vanishes && run.early[step.pc - run.first]; });
    return end - first;
}

// Reorders the steps of each warp as in the machine code.
void reorder(BlockStream& stream, const MachineCode& code)
{
    for (std::vector<StreamStep>& steps : stream.warps) {
        for (std::size_t i = 0; i < steps.size();) {
            const std::uint32_t at = code.run_at[steps[i].pc];
            if (at == 0) {
                ++i;
                continue;
            }
            const MachineCode::Run& of_code = code.runs[at - 1];
            // Steps that a short branch skips may be missing, others only if the recording ends within the run.
            std::size_t length = 0;
            bool whole = true;
            std::uint32_t expected = 0;
            while (i + length < steps.size() && steps[i + length].pc >= of_code.first + expected
                && steps[i + length].pc < of_code.first + of_code.place.size()) {
                const std::uint32_t n = steps[i + length].pc - of_code.first;
                for (std::uint32_t k = expected; k < n; ++k)
                    whole = whole && of_code.skipped[k];
                expected = n + 1;
                ++length;
            }
            for (std::uint32_t k = expected; k < of_code.place.size(); ++k)
                whole = whole && of_code.skipped[k];
            if (whole) {
                const auto by_place = [&](const StreamStep& a, const StreamStep& b) {
                    return of_code.place[a.pc - of_code.first] < of_code.place[b.pc - of_code.first];
                };
                const auto begin = steps.begin() + static_cast<std::ptrdiff_t>(i);
                if (!of_code.early.empty() && length == of_code.place.size())
                    length = unroll(steps, i, length, of_code);
                else
                    std::sort(begin, begin + static_cast<std::ptrdiff_t>(length), by_place);
            }
            i += std::max<std::size_t>(1, length);
        }
    }
}

// A load is merged only if the wide load before it is wide.
void settle_joins(BlockStream& stream, const MachineCode& code)
{
    for (std::vector<StreamStep>& steps : stream.warps) {
        std::uint32_t wide = 0; // group of the last wide load
        for (StreamStep& step : steps) {
            const std::uint32_t group = code.joined_at[step.pc];
            if (group == 0)
                continue;
            if (step.vanishes)
                step.vanishes = group == wide;
            else if (step.memory != 0)
                wide = stream.memory[step.memory - 1].wide_wavefronts != 0 ? group : 0;
        }
    }
}

// Stores of a warp that follow each other without another memory access between them and write parts of the same sectors leave
// L1 together: an H200 writes 1.0 instead of 3.0 sectors to L2 for each sector of an array of structures that three stores fill
// (lts__t_sectors_op_write), but each of eight that loads separate.
class StoreMerger {
public:
    explicit StoreMerger(BlockStream& stream)
        : m_stream(stream)
    {
    }

    void run()
    {
        for (const std::vector<StreamStep>& steps : m_stream.warps) {
            for (const StreamStep& step : steps)
                if (step.memory != 0)
                    add(step.memory - 1);
            close();
        }
    }

private:
    void add(std::uint32_t index)
    {
        const MemoryUse& use = m_stream.memory[index];
        const bool is_store = use.kind == simt::AccessKind::store && use.lines > 0 && !use.is_local;
        const std::span<const LineUse> lines(m_stream.lines.data() + use.first_line, use.lines);
        const bool meets = std::ranges::any_of(lines, [&](const LineUse& line) {
            const auto found = m_sectors.find(line.line);
            return found != m_sectors.end() && (found->second & line.sectors) != 0;
        });
        if (!is_store || !meets)
            close();
        if (!is_store)
            return;
        m_group.push_back(index);
        m_bytes += use.bytes;
        for (const LineUse& line : lines)
            m_sectors[line.line] |= line.sectors;
    }

    // The first store of the group gets the sectors of all, the others none.
    void close()
    {
        if (m_group.size() > 1) {
            const auto first = static_cast<std::uint32_t>(m_stream.lines.size());
            std::uint32_t sectors = 0;
            for (const auto& [line, mask] : m_sectors)
                sectors += static_cast<std::uint32_t>(std::popcount(mask));
            constexpr double kWhole = 0.9; // the sectors at the ends may be shared with other warps
            const bool partial = static_cast<double>(m_bytes) < kWhole * static_cast<double>(kSectorOfLine) * sectors;
            for (const auto& [line, mask] : m_sectors)
                m_stream.lines.push_back({ line, mask, partial });
            for (const std::uint32_t index : m_group) {
                m_stream.memory[index].lines = 1;
                m_stream.memory[index].first_line = static_cast<std::uint32_t>(m_stream.lines.size());
            }
            m_stream.lines.push_back({ m_sectors.begin()->first, 0, false });
            m_stream.memory[m_group.front()].first_line = first;
            m_stream.memory[m_group.front()].lines = static_cast<std::uint32_t>(m_sectors.size());
        }
        m_group.clear();
        m_sectors.clear();
        m_bytes = 0;
    }

    BlockStream& m_stream;
    std::vector<std::uint32_t> m_group; // indices into BlockStream::memory
    std::map<std::uint64_t, std::uint8_t> m_sectors; // by line
    std::uint64_t m_bytes = 0;
};

void merge_stores(BlockStream& stream, const arch::Traits& traits)
{
    if (traits.capability.major >= 9)
        StoreMerger(stream).run();
}

} // namespace

void put_in_issue_order(BlockStream& stream, const MachineCode& code, const arch::Traits& traits)
{
    reorder(stream, code);
    settle_joins(stream, code);
    merge_stores(stream, traits);
}

} // namespace warpstage::timing
