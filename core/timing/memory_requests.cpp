#include "core/timing/memory_requests.h"

#include "core/analysis/requests.h"
#include "core/arch/global/coalescing.h"
#include "core/timing/sm_run.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace warpstage::timing {

namespace {

constexpr std::uint64_t kLine = 128;

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

// Marks the lines from `first` on of which the lanes write some sector only in part.
void mark_partial_lines(BlockStream& stream, std::uint32_t first, const simt::Access& access)
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
    for (std::size_t s = 0; s < count; ++s)
        for (std::size_t i = first; sectors[s].bytes != 0xffffffff && i < stream.lines.size(); ++i)
            if (stream.lines[i].line == sectors[s].index * kSectorOfLine / kLine)
                stream.lines[i].partial = true;
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
    if (access.kind != simt::AccessKind::load)
        mark_partial_lines(stream, first_line, access);
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
    else if (access.space == ptx::StateSpace::constant) {
        use.wavefronts = arch::count_constant(traits, analysis::lane_addresses_of(access)).cost;
        use.words = std::max(1U, access.bytes / 4);
    } else if (access.space == ptx::StateSpace::local) {
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
    if (code.operations[step.pc].in_unrolled_loop && access.space == ptx::StateSpace::global && traits.capability.major >= 7) {
        stream.loop_accesses.push_back(access);
        use.loop_access = static_cast<std::uint32_t>(stream.loop_accesses.size());
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

void add_access_behind(BlockStream& stream, const simt::Step& step, const simt::Access& access, std::size_t most,
    const MachineCode& code, const arch::Traits& traits)
{
    const bool is_local = access.space == ptx::StateSpace::local;
    if ((access.space != ptx::StateSpace::global && !is_local) || code.operations[step.pc].kind == OperationKind::matrix_product)
        return;
    const std::uint32_t bytes = lane_count(access.lanes) * access.bytes;
    if (stream.behind.size() <= step.warp)
        stream.behind.resize(step.warp + 1);
    if (stream.behind[step.warp].size() >= most) {
        stream.further_bytes += bytes;
        return;
    }
    MemoryUse use;
    use.pc = step.pc;
    use.first_line = static_cast<std::uint32_t>(stream.lines.size());
    use.kind = access.kind;
    use.bytes = bytes;
    use.is_local = is_local;
    use.stays_in_l1 = is_local && access.kind == simt::AccessKind::store && traits.capability.major < 7;
    if (is_local)
        add_local(stream, use.first_line, access, step.warp);
    else if (traits.capability.major == 1)
        add_transactions(stream, access, traits);
    else
        add_sectors(stream, use.first_line, access, traits);
    use.lines = static_cast<std::uint32_t>(stream.lines.size()) - use.first_line;
    stream.behind[step.warp].push_back(use);
}

} // namespace warpstage::timing
