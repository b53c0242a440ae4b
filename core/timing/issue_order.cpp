#include "core/timing/issue_order.h"

#include "core/timing/memory_requests.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

namespace warpstage::timing {

namespace {

// In the body of an unrolled loop: first the loads that depend on no other load, with their address computations, then those that
// depend on these.
void move_loads_to_front(
    std::vector<StreamStep>::iterator begin, std::vector<StreamStep>::iterator end, const MachineCode::Run& run)
{
    std::stable_sort(begin, end, [&](const StreamStep& a, const StreamStep& b) {
        const auto place = [&](const StreamStep& step) {
            const unsigned early = step.vanishes ? 0 : run.early[step.pc - run.first];
            return early - 1; // the rest is behind all others
        };
        return place(a) < place(b);
    });
}

// Before CC 7.0. Merges up to four iterations of a loop, `length` steps and a branch each, into one body: loads and their address
// computations move to the front, and only the last branch remains. Returns the number of steps.
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
    move_loads_to_front(
        steps.begin() + static_cast<std::ptrdiff_t>(first), steps.begin() + static_cast<std::ptrdiff_t>(end), run);
    return end - first;
}

// From CC 7.0 on. A loop of `length` steps and a branch per iteration becomes one whose body has four iterations, followed by a
// body of two and one of a single iteration for the rest: in machine code of CC 9.0 (ptxas 13.0), lanes with four more iterations
// take the first body, then those with two more the second one, and so on. In each body, loads and their address computations are
// at the front, and only the last branch remains.
class UnrolledLoop {
public:
    UnrolledLoop(BlockStream& stream, std::vector<StreamStep>& steps, std::size_t first, std::size_t length,
        const MachineCode::Run& run, const arch::Traits& traits)
        : m_stream(stream)
        , m_steps(steps)
        , m_first(first)
        , m_length(length)
        , m_run(run)
        , m_traits(traits)
    {
        while (follows(m_iterations))
            m_lanes.push_back(m_steps[at(m_iterations++)].active);
        m_has_memory.assign(m_iterations, false);
        LaneMask running = m_lanes.front();
        for (std::size_t iteration = 1; iteration <= m_iterations; ++iteration) {
            const LaneMask next = iteration < m_iterations ? m_lanes[iteration] & running : LaneMask { 0 };
            for_each_lane(running & ~next, [&](unsigned lane) { m_own[lane] = iteration; });
            running = next;
        }
    }

    // Returns the number of steps.
    std::size_t replace()
    {
        for (std::size_t begin = 0; begin < m_iterations; begin += kCopies) {
            const LaneMask whole = begin + kCopies <= m_iterations ? m_lanes[begin + kCopies - 1] : LaneMask { 0 };
            if (whole != 0)
                add_body(begin, kCopies, whole);
        }
        // The rest of each lane begins where its whole bodies have ended.
        for (std::size_t count = kCopies / 2; count > 0; count /= 2)
            for (const auto& [begin, lanes] : rests(count))
                add_body(begin, count, lanes);
        const auto begin = m_steps.begin() + static_cast<std::ptrdiff_t>(m_first);
        const auto end = begin + static_cast<std::ptrdiff_t>(m_iterations * (m_length + 1));
        m_steps.insert(m_steps.erase(begin, end), m_made.begin(), m_made.end());
        return m_made.size();
    }

private:
    static constexpr std::size_t kCopies = 4;

    [[nodiscard]] std::size_t at(std::size_t iteration) const { return m_first + iteration * (m_length + 1); }

    [[nodiscard]] bool follows(std::size_t iteration) const
    {
        if (at(iteration) + m_length >= m_steps.size())
            return false;
        for (std::size_t k = 0; k <= m_length; ++k)
            if (m_steps[at(iteration) + k].pc != m_run.first + k)
                return false;
        return true;
    }

    // By first iteration: lanes whose rest of less than four iterations has a body of `count` iterations there.
    [[nodiscard]] std::map<std::size_t, LaneMask> rests(std::size_t count) const
    {
        std::map<std::size_t, LaneMask> lanes;
        for_each_lane(m_lanes.front(), [&](unsigned lane) {
            std::size_t begin = m_own[lane] - m_own[lane] % kCopies;
            for (std::size_t body = kCopies / 2; body > count; body /= 2)
                begin += begin + body <= m_own[lane] ? body : 0;
            if (begin + count <= m_own[lane])
                lanes[begin] |= LaneMask { 1 } << lane;
        });
        return lanes;
    }

    // 1 + index into BlockStream::memory: the request of these lanes. `first`: no body before has contained it.
    std::uint32_t request_of(const StreamStep& step, LaneMask lanes, bool first)
    {
        const MemoryUse all = m_stream.memory[step.memory - 1];
        if (all.loop_access == 0) // shared or local memory: that of all lanes, once
            return first ? step.memory : 0;
        simt::Access access = m_stream.loop_accesses[all.loop_access - 1];
        if ((access.lanes & ~lanes) == 0)
            return step.memory;
        access.lanes &= lanes;
        if (access.lanes == 0)
            return 0;
        MemoryUse part = add_memory_use(m_stream, access, 0, m_traits);
        part.pc = step.pc;
        m_stream.memory.push_back(part);
        return static_cast<std::uint32_t>(m_stream.memory.size());
    }

    void add_body(std::size_t begin, std::size_t count, LaneMask lanes)
    {
        const std::size_t first = m_made.size();
        for (std::size_t i = begin; i < begin + count; ++i) {
            for (std::size_t k = 0; k <= m_length; ++k) {
                StreamStep step = m_steps[at(i) + k];
                step.active &= lanes;
                if (step.memory != 0)
                    step.memory = request_of(step, lanes, !m_has_memory[i]);
                if (k == m_length) {
                    step.vanishes = i + 1 != begin + count;
                    step.divergent = false;
                }
                m_made.push_back(step);
            }
            m_has_memory[i] = true;
        }
        move_loads_to_front(m_made.begin() + static_cast<std::ptrdiff_t>(first), m_made.end() - 1, m_run);
    }

    BlockStream& m_stream;
    std::vector<StreamStep>& m_steps;
    std::size_t m_first;
    std::size_t m_length;
    const MachineCode::Run& m_run;
    const arch::Traits& m_traits;
    std::size_t m_iterations = 0;
    std::vector<LaneMask> m_lanes; // by iteration
    std::array<std::size_t, kMaxLanes> m_own {}; // by lane: its iterations
    std::vector<bool> m_has_memory; // by iteration: some body contains its requests
    std::vector<StreamStep> m_made;
};

// Reorders the steps of each warp as in the machine code.
void reorder(BlockStream& stream, const MachineCode& code, const arch::Traits& traits)
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
                    length = traits.capability.major >= 7 ? UnrolledLoop(stream, steps, i, length, of_code, traits).replace()
                                                          : unroll(steps, i, length, of_code);
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
// (lts__t_sectors_op_write), but each of eight that loads separate. The stores of a warp with up to four lines each leave
// together, with five or six mostly, with more never (`measure_gpu sectors`).
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
        constexpr std::uint32_t kLines = 6; // measure_gpu sectors: structures of 32 bytes, 8 lines per store, are not joined
        const bool is_store = use.kind == simt::AccessKind::store && use.lines > 0 && use.lines <= kLines && !use.is_local;
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
    reorder(stream, code, traits);
    stream.loop_accesses = {};
    settle_joins(stream, code);
    merge_stores(stream, traits);
}

} // namespace warpstage::timing
