#include "core/analysis/request_counts.h"

#include "core/analysis/requests.h"
#include "core/arch/row_counts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace warpstage::analysis {

namespace {

constexpr std::uint64_t kSectorBytes = 32;

struct Requests {
    simt::AccessKind kind = simt::AccessKind::load;
    std::uint32_t bytes = 4;
    LaneMask lanes = 0;
    bool copies = false; // cp.async
    std::uint64_t count = 1; // equal ones
};

Requests requests_of(const ptx::Instruction& instruction, const simt::Access& access, std::uint64_t count)
{
    return { access.kind, access.bytes, access.lanes, instruction.opcode == ptx::Opcode::cp, count };
}

// A number that is read by itself: the processor waits if two numbers are read at once that were just written one by one.
std::uint32_t alone(std::uint32_t number)
{
#if defined(__x86_64__)
    asm("" : "+r"(number)); // NOLINT(hicpp-no-assembler): no instruction
#endif
    return number;
}

// Sums of numbers, not of structures: to read what was written in parts takes longer than some counts.
[[gnu::always_inline]] inline void add_atomics(
    Atomics& atomics, const Requests& requests, std::uint64_t cost, std::uint64_t ideal, std::uint64_t same_word)
{
    const std::uint64_t count = requests.count;
    atomics.requests += count;
    atomics.cost += count * cost;
    atomics.ideal += count * ideal;
    atomics.operations += count * lane_count(requests.lanes);
    atomics.same_word += count * same_word;
}

[[gnu::always_inline]] inline void add_traffic(Traffic& traffic, std::uint64_t count, std::uint64_t cost)
{
    traffic.requests += count;
    traffic.cost += count * cost;
}

[[gnu::always_inline]] inline void add_elements(GlobalElements& sums, const Requests& requests)
{
    const std::uint64_t elements = requests.count * lane_count(requests.lanes);
    const bool loads = requests.kind == simt::AccessKind::load;
    (loads ? sums.loaded : sums.stored) += elements;
    (loads ? sums.loaded_bytes : sums.stored_bytes) += elements * requests.bytes;
}

[[gnu::always_inline]] inline void add_shared(
    InstructionReport& report, const Requests& requests, std::uint32_t wavefronts, std::uint32_t ideal, std::uint64_t same_word)
{
    Counters& counters = report.counters;
    const std::uint64_t count = requests.count;
    report.worst_wavefronts = std::max(report.worst_wavefronts, wavefronts);
    if (requests.kind == simt::AccessKind::atomic) {
        add_atomics(counters.shared_atomics, requests, wavefronts, ideal, same_word);
        return;
    }
    counters.shared_requests += count;
    counters.wavefronts += count * wavefronts;
    counters.wavefronts_ideal += count * ideal;
    if (requests.copies)
        add_traffic(counters.shared_copies, count, wavefronts);
}

// `turns`: see lane_turns(), of sectors and of the whole memory; only of atomic operations.
[[gnu::always_inline]] inline void add_global(
    Counters& counters, const Requests& requests, const arch::GlobalCount& service, std::uint64_t turns, std::uint64_t same_word)
{
    const std::uint64_t count = requests.count;
    add_elements(counters.global_elements, requests);
    if (requests.kind == simt::AccessKind::atomic) {
        // Lanes that update the same word take turns, and each turn moves the sector again, as an H200 counts.
        add_atomics(counters.global_atomics, requests, turns, service.ideal, same_word);
        return;
    }
    counters.transactions += count * service.transactions;
    counters.global_requests += count;
    counters.sectors += count * service.sectors;
    counters.sectors_ideal += count * service.ideal;
    if (requests.copies)
        add_traffic(counters.global_copies, count, service.sectors);
}

void add_global_row(InstructionReport& report, const Requests& requests, const DistinctCount& distinct,
    const simt::AddressRow& row, const arch::Traits& traits)
{
    const arch::GlobalCount service { distinct.units, arch::ideal_sectors(traits, requests.bytes, distinct.addresses),
        distinct.units, 1 };
    if (requests.kind != simt::AccessKind::atomic || distinct.addresses == lane_count(row.lanes)) {
        add_global(report.counters, requests, service, service.sectors, 1); // a turn for each sector
    } else if (distinct.addresses == 1) {
        const std::uint64_t turns = lane_count(row.lanes);
        add_global(report.counters, requests, service, turns, turns);
    } else {
        const simt::Access access = access_of(row);
        add_global(report.counters, requests, service, lane_turns(access, kSectorBytes), lane_turns(access, kAllMemory));
    }
}

template <typename Address> void read_addresses(const simt::AddressRow& row, std::array<std::uint64_t, kMaxLanes>& addresses)
{
    const auto displacement = static_cast<Address>(row.displacement);
    for_each_lane(row.lanes, [&](unsigned lane) {
        Address value {};
        std::memcpy(&value, row.values + lane * sizeof(Address), sizeof(Address));
        addresses[lane] = static_cast<Address>(value + displacement);
    });
}

} // namespace

void add_access(InstructionReport& report, const ptx::Instruction& instruction, const simt::Access& access, std::uint64_t count,
    const arch::Traits& traits)
{
    const Requests requests = requests_of(instruction, access, count);
    const bool atomic = access.kind == simt::AccessKind::atomic;
    const std::uint64_t same_word = atomic ? lane_turns(access, kAllMemory) : 0;
    if (access.space == ptx::StateSpace::shared) {
        const arch::SharedCount service = arch::count_shared(traits, shared_request_of(access));
        add_shared(report, requests, service.wavefronts, service.ideal, same_word);
    } else if (access.space == ptx::StateSpace::global) {
        const std::uint64_t turns = atomic ? lane_turns(access, kSectorBytes) : 0;
        add_global(report.counters, requests, arch::count_global(traits, global_request_of(access)), turns, same_word);
    } else if (access.space == ptx::StateSpace::constant) {
        add_traffic(report.counters.constant, count, arch::count_constant(traits, lane_addresses_of(access)).cost);
    } else if (access.space == ptx::StateSpace::local) {
        add_traffic(report.counters.local, count, arch::count_local(lane_addresses_of(access)).cost);
    }
}

bool add_row(InstructionReport& report, const ptx::Instruction& instruction, const simt::AddressRow& row, std::uint64_t count,
    const arch::Traits& traits, KnownRow* last)
{
    const LaneRow lanes { row.values, alone(row.bytes), alone(row.lanes), static_cast<std::uint64_t>(row.displacement) };
    const std::uint32_t bytes = alone(row.access_bytes);
    const bool atomic = row.kind == simt::AccessKind::atomic;
    const Requests requests { row.kind, bytes, lanes.lanes, instruction.opcode == ptx::Opcode::cp, count };
    // The instruction of a copy has two requests.
    KnownRow* const known = row.form == simt::AccessForm::copies ? nullptr : last;
    if (row.space == ptx::StateSpace::shared) {
        BankCount banks;
        if (!arch::count_shared_row(traits, shared_operation_of(row.kind, row.form), bytes, atomic, lanes, banks, known))
            return false;
        add_shared(report, requests, banks.wavefronts, banks.phases, banks.same_address);
        return true;
    }
    if (row.space == ptx::StateSpace::global) {
        DistinctCount distinct;
        if (!arch::count_global_row(traits, bytes, lanes, distinct, known))
            return false;
        add_global_row(report, requests, distinct, row, traits);
        return true;
    }
    arch::SplitCount split;
    if (row.space == ptx::StateSpace::constant) {
        if (!arch::count_constant_row(traits, bytes, lanes, split))
            return false;
        add_traffic(report.counters.constant, count, split.cost);
        return true;
    }
    if (row.space != ptx::StateSpace::local || !arch::count_local_row(bytes, lanes, split))
        return false;
    add_traffic(report.counters.local, count, split.cost);
    return true;
}

simt::Access access_of(const simt::AddressRow& row)
{
    simt::Access access { .space = row.space, .kind = row.kind, .bytes = row.access_bytes, .lanes = row.lanes };
    access.form = row.form;
    if (row.bytes == sizeof(std::uint64_t))
        read_addresses<std::uint64_t>(row, access.addresses);
    else
        read_addresses<std::uint32_t>(row, access.addresses);
    return access;
}

} // namespace warpstage::analysis
