#include "core/timing/block_stream.h"

#include "core/analysis/requests.h"
#include "core/arch/global/coalescing.h"
#include "core/timing/copies.h"
#include "core/timing/partial_barriers.h"
#include "core/timing/phases.h"
#include "core/timing/sm_run.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <span>

namespace warpstage::timing {

namespace {

constexpr std::uint64_t kLine = 128;
constexpr std::uint64_t kSectorOfLine = 32;

void add_sector(BlockStream& stream, std::uint32_t first, std::uint64_t line, std::uint8_t sectors)
{
    for (std::size_t i = first; i < stream.lines.size(); ++i) {
        if (stream.lines[i].line == line) {
            stream.lines[i].sectors |= sectors;
            return;
        }
    }
    stream.lines.push_back({ line, sectors, false });
}

// Whether the lanes write every byte of every accessed sector.
bool writes_whole_sectors(const simt::Access& access)
{
    struct Sector {
        std::uint64_t index = 0;
        std::uint32_t bytes = 0; // bit mask
    };
    std::array<Sector, kMaxLanes * 2> sectors;
    std::size_t count = 0;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t address = access.addresses[lane];
        const std::uint64_t index = address / kSectorOfLine;
        const auto mask = static_cast<std::uint32_t>(((std::uint64_t { 1 } << access.bytes) - 1) << address % kSectorOfLine);
        for (std::size_t i = 0; i < count; ++i) {
            if (sectors[i].index == index) {
                sectors[i].bytes |= mask;
                return;
            }
        }
        sectors[count++] = { index, mask };
    });
    return std::all_of(sectors.begin(), sectors.begin() + static_cast<std::ptrdiff_t>(count),
        [](const Sector& sector) { return sector.bytes == 0xffffffff; });
}

// Segments of CC 1.x: each is a memory transaction.
void add_transactions(BlockStream& stream, const simt::Access& access, const arch::Traits& traits)
{
    for (const arch::Transaction& transaction : arch::serve_global(traits, analysis::global_request_of(access)).transactions) {
        const std::uint64_t first = transaction.address % kLine / kSectorOfLine;
        const auto sectors = (1U << transaction.bytes / kSectorOfLine) - 1;
        stream.lines.push_back({ transaction.address / kLine, static_cast<std::uint8_t>(sectors << first), false });
    }
}

void add_sectors(BlockStream& stream, std::uint32_t first_line, const simt::Access& access, const arch::Traits& traits)
{
    // CC 2.x and 3.x load whole lines through L1.
    const bool whole_line = access.kind == simt::AccessKind::load && traits.load_bytes == kLine;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t begin = access.addresses[lane];
        for (std::uint64_t sector = begin / kSectorOfLine; sector <= (begin + access.bytes - 1) / kSectorOfLine; ++sector) {
            add_sector(
                stream, first_line, sector / 4, whole_line ? std::uint8_t { 15 } : static_cast<std::uint8_t>(1U << sector % 4));
        }
    });
    // An atomic operation on a part of a sector costs L2 at least as much as a store to it: it reads the sector, too.
    if (access.kind != simt::AccessKind::load && !writes_whole_sectors(access)) {
        for (std::size_t i = first_line; i < stream.lines.size(); ++i)
            stream.lines[i].partial = true;
    }
}

// Word k of lane l is in line k of the warp, at position l.
void add_local(BlockStream& stream, std::uint32_t first_line, const simt::Access& access, std::uint32_t warp)
{
    constexpr std::uint64_t kLocal = std::uint64_t { 1 } << 58;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t begin = access.addresses[lane];
        for (std::uint64_t word = begin / 4; word <= (begin + access.bytes - 1) / 4; ++word) {
            add_sector(
                stream, first_line, kLocal + (std::uint64_t { warp } << 32) + word, static_cast<std::uint8_t>(1U << lane / 8));
        }
    });
}

void count_words(MemoryUse& use, const simt::Access& access)
{
    std::array<std::uint64_t, kMaxLanes> words {};
    for_each_lane(access.lanes, [&](unsigned lane) {
        const auto end = words.begin() + use.words;
        if (std::find(words.begin(), end, access.addresses[lane]) == end)
            words[use.words++] = access.addresses[lane];
    });
    use.same_word = analysis::lane_turns(access, analysis::kAllMemory);
    if (access.space == ptx::StateSpace::global)
        use.turns = analysis::lane_turns(access, kSectorOfLine);
}

} // namespace

namespace {

bool aligned(const simt::Access& access, std::uint32_t bytes)
{
    bool all = true;
    for_each_lane(access.lanes, [&](unsigned lane) { all = all && access.addresses[lane] % bytes == 0; });
    return all;
}

} // namespace

MemoryUse add_memory_use(BlockStream& stream, const simt::Access& access, std::uint32_t warp, const arch::Traits& traits)
{
    MemoryUse use;
    use.first_line = static_cast<std::uint32_t>(stream.lines.size());
    use.kind = access.kind;
    use.bytes = lane_count(access.lanes) * access.bytes;
    if (access.kind == simt::AccessKind::atomic)
        count_words(use, access);
    const auto count_banks = [&] {
        const arch::SharedCount count = arch::count_shared(traits, analysis::shared_request_of(access));
        use.wavefronts = count.wavefronts;
        use.least_wavefronts = count.ideal;
    };
    if (access.space == ptx::StateSpace::shared)
        count_banks();
    else if (access.space == ptx::StateSpace::constant)
        use.wavefronts = arch::count_constant(traits, analysis::lane_addresses_of(access)).cost;
    else if (access.space == ptx::StateSpace::local) {
        use.is_local = true;
        // From CC 7.0 on, L1 writes through: an H200 writes each sector of a local store to L2 (lts__t_sectors_op_write).
        use.stays_in_l1 = access.kind == simt::AccessKind::store && traits.capability.major < 7;
        use.wavefronts = std::max(1U, access.bytes / 4); // lane l's words are in bank l
        add_local(stream, use.first_line, access, warp);
        std::uint32_t sectors = 0;
        for (std::size_t i = use.first_line; i < stream.lines.size(); ++i)
            sectors += static_cast<std::uint32_t>(std::popcount(stream.lines[i].sectors));
        for (std::size_t i = use.first_line; i < stream.lines.size(); ++i)
            stream.lines[i].partial = access.kind != simt::AccessKind::load && use.bytes < sectors * kSectorOfLine;
    } else {
        use.least_sectors = arch::count_global(traits, analysis::global_request_of(access)).ideal;
        if (traits.capability.major == 1)
            add_transactions(stream, access, traits);
        else
            add_sectors(stream, use.first_line, access, traits);
        if (traits.capability.major >= 7 && access.kind != simt::AccessKind::atomic)
            count_banks();
    }
    use.lines = static_cast<std::uint32_t>(stream.lines.size()) - use.first_line;
    return use;
}

void add_access(BlockStream& stream, StreamStep& step, const simt::Access& access, std::uint32_t warp, const MachineCode& code,
    const arch::Traits& traits)
{
    const OperationKind kind = code.operations[step.pc].kind;
    const bool copies = kind == OperationKind::async_copy || kind == OperationKind::bulk_copy;
    if (copies && access.space == ptx::StateSpace::shared)
        return; // the other side determines the time
    if (kind == OperationKind::matrix_product)
        return; // see MachineOperation::product_columns
    MemoryUse use = add_memory_use(stream, access, warp, traits);
    use.pc = step.pc;
    use.adds_float = code.operations[step.pc].adds_float;
    if (code.operations[step.pc].once_per_warp)
        use.same_word = use.words = use.turns = 1;
    if (code.operations[step.pc].retries && access.space == ptx::StateSpace::global) {
        const LaneMask changing = access.lanes & ~access.unchanged;
        use.retried = static_cast<std::uint32_t>(std::popcount(changing));
        use.failed = changing == 0;
        for_each_lane(changing, [&](unsigned lane) { stream.retried_words.insert(access.addresses[lane]); });
    }
    // wmma.load and wmma.store make several accesses in sequence.
    const bool goes_on = step.memory != 0 && stream.memory[step.memory - 1].kind == use.kind
        && code.operations[step.pc].kind != OperationKind::texture;
    if (goes_on) {
        MemoryUse& whole = stream.memory[step.memory - 1];
        whole.wavefronts += use.wavefronts;
        whole.least_wavefronts += use.least_wavefronts;
        whole.least_sectors += use.least_sectors;
        whole.bytes += use.bytes;
        whole.lines += use.lines;
        return;
    }
    stream.memory.push_back(use);
    step.memory = static_cast<std::uint32_t>(stream.memory.size());
    const std::uint32_t group = code.joined_at[step.pc];
    if (group == 0)
        return;
    const JoinedLoads& joined = code.joined[group - 1];
    if (step.pc != joined.first) {
        step.vanishes = true;
        return;
    }
    simt::Access wide = access;
    wide.bytes = joined.bytes;
    if (aligned(access, joined.bytes)) {
        const arch::SharedCount count = arch::count_shared(traits, analysis::shared_request_of(wide));
        stream.memory.back().wide_wavefronts = count.wavefronts;
        stream.memory.back().least_wavefronts = count.ideal;
        stream.memory.back().bytes *= joined.bytes / access.bytes;
    }
}

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

} // namespace

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

namespace {

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

namespace {

// Instructions that a short branch skips are issued with a false predicate.
void issue_skipped(std::vector<StreamStep>& steps, std::uint32_t pc, const MachineCode& code)
{
    if (steps.empty())
        return;
    const std::uint32_t branch = steps.back().pc;
    const std::uint32_t skipped = code.operations[branch].skips;
    if (skipped == 0 || pc != branch + 1 + skipped)
        return;
    for (std::uint32_t k = 1; k <= skipped; ++k)
        steps.push_back({ .pc = branch + k, .trace_step = kNoStep });
}

} // namespace

BlockStream stream_of(const trace::Trace& trace, const MachineCode& code, const arch::Traits& traits)
{
    BlockStream stream;
    stream.warps.resize(trace.warps);
    stream.steps = trace.steps.size();
    PhaseCollector phases;
    CopyCollector copies;
    auto phase = trace.phases.begin();
    for (std::uint32_t i = 0; i < trace.steps.size(); ++i) {
        const trace::StepRecord& record = trace.steps[i];
        StreamStep step { .pc = record.pc, .trace_step = i, .active = record.active, .divergent = record.divergent() };
        for (const simt::Access& access : trace.accesses_of(i))
            add_access(stream, step, access, record.warp, code, traits);
        issue_skipped(stream.warps[record.warp], record.pc, code);
        stream.warps[record.warp].push_back(step);
        copies.add_step(stream, record.warp, code.operations[record.pc]);
        for (const simt::Access& access : trace.accesses_of(i))
            if (access.space == ptx::StateSpace::shared)
                copies.add_access(stream, record.warp, code.operations[record.pc], access);
        for (; phase != trace.phases.end() && phase->step == i; ++phase)
            phases.add(stream, record.warp, phase->phase);
    }
    stream.all_steps = trace.steps_seen - stream.polls;
    reorder(stream, code);
    settle_joins(stream, code);
    merge_stores(stream, traits);
    return stream;
}

StreamObserver::StreamObserver(const MachineCode& code, const arch::Traits& traits, std::size_t steps_per_warp)
    : m_code(&code)
    , m_traits(&traits)
    , m_steps_per_warp(steps_per_warp)
    , m_phases(std::make_unique<PhaseCollector>())
    , m_copies(std::make_unique<CopyCollector>())
    , m_barriers(std::make_unique<BarrierCollector>())
{
}

StreamObserver::~StreamObserver() = default;

void StreamObserver::on_phase(const simt::Step& step, const simt::PhaseStep& phase)
{
    if (m_kept)
        m_phases->add(m_stream, step.warp, phase);
}

void StreamObserver::on_step(const simt::Step& step)
{
    ++m_stream.all_steps;
    if (m_stream.warps.size() <= step.warp)
        m_stream.warps.resize(step.warp + 1);
    auto& steps = m_stream.warps[step.warp];
    m_kept = steps.size() < m_steps_per_warp; // including those that short branches skip
    if (m_kept) {
        ++m_stream.steps;
        issue_skipped(steps, step.pc, *m_code);
        steps.push_back({ .pc = step.pc, .active = step.active });
        m_copies->add_step(m_stream, step.warp, m_code->operations[step.pc]);
        m_barriers->add_step(m_stream, step.warp, m_code->operations[step.pc]);
    }
}

void StreamObserver::on_access(const simt::Step& step, const simt::Access& access)
{
    if (!m_kept || access.lanes == 0)
        return;
    add_access(m_stream, m_stream.warps[step.warp].back(), access, step.warp, *m_code, *m_traits);
    if (access.space == ptx::StateSpace::shared)
        m_copies->add_access(m_stream, step.warp, m_code->operations[step.pc], access);
}

void StreamObserver::on_partial_barrier(
    std::uint64_t /*block*/, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived)
{
    m_barriers->synchronize(m_stream, *m_code, waited, arrived);
}

void StreamObserver::on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken)
{
    if (m_kept)
        m_stream.warps[step.warp].back().divergent = taken != 0 && not_taken != 0;
}

BlockStream StreamObserver::take()
{
    reorder(m_stream, *m_code);
    settle_joins(m_stream, *m_code);
    m_stream.all_steps -= std::min(m_stream.all_steps, m_stream.polls);
    merge_stores(m_stream, *m_traits);
    BlockStream stream = std::move(m_stream);
    m_stream = {};
    m_phases = std::make_unique<PhaseCollector>();
    m_copies = std::make_unique<CopyCollector>();
    m_barriers = std::make_unique<BarrierCollector>();
    return stream;
}

} // namespace warpstage::timing
