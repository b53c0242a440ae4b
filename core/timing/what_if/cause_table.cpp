// The table of causes.
#include "core/base/words.h"
#include "core/timing/what_if/causes/causes.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

namespace warpstage::timing {

namespace {

using namespace causes;

constexpr std::array kCauses {
    CauseKind { "bank-conflicts", marked("Bank conflicts"),
        marked("each request to shared memory takes its ideal number of wavefronts"), Remedy::program, "", find_bank_conflicts,
        remove_bank_conflicts, true },
    CauseKind { "excess-sectors", marked("Uncoalesced access"), marked("each request moves only the sectors that its bytes fill"),
        Remedy::program, "", find_excess_sectors, remove_excess_sectors, true },
    CauseKind { "constant-addresses", marked("Different constant addresses"),
        marked("all lanes of a request read the same constant"), Remedy::program, "", find_constant_addresses,
        remove_constant_addresses, true },
    CauseKind { "contended-atomics", marked("Contended atomic operations"), marked("lanes and blocks update different words"),
        Remedy::program, "", find_contended_atomics, remove_contended_atomics, true },
    CauseKind { "local-memory", marked("Local memory"), marked("the values are in registers"), Remedy::program, "",
        find_local_memory, remove_local_memory, true },
    CauseKind { "newer-copies", marked("Wait for newer copies"),
        marked("a warp waits only for the groups that it reads before its next wait"), Remedy::program, "", find_newer_copies,
        remove_newer_copies },
    CauseKind { "late-copies", marked("Late copies"), marked("the copies start right after the wait before them"),
        Remedy::program, "", find_late_copies, remove_late_copies },
    CauseKind { "late-arrival", marked("Late arrival"), marked("a warp arrives right after its last access to shared memory"),
        Remedy::program, "", find_late_arrivals, remove_late_arrivals },
    CauseKind { "small-copies", marked("Small copies"), marked("one copy moves what several successive ones move"),
        Remedy::program, "", find_small_copies, remove_small_copies },
    CauseKind { "copies-in-flight", marked("Few copies under way"), marked("twice as many stages are copied ahead"),
        Remedy::program, "", find_copies_in_flight, remove_copies_in_flight },
    CauseKind { "copy-wait", marked("Wait for copies"), marked("the copies are complete before this wait"), Remedy::program,
        "newer-copies late-copies late-arrival small-copies copies-in-flight", find_copy_waits, remove_copy_wait },
    CauseKind {
        "fence", marked("Fence"), marked("this fence waits for nothing"), Remedy::program, "", find_fences, remove_fence },
    CauseKind { "divergence", marked("Divergent branch"), marked("the lanes of the block are sorted by path"), Remedy::program,
        "", find_divergence, remove_divergence },
    CauseKind { "barrier", marked("Barrier"), marked("no warp waits at this barrier"), Remedy::program, "", find_barriers,
        remove_barrier, true },
    CauseKind { "idle-warps", marked("Warps without work"), marked("a warp exits after its last memory access"), Remedy::program,
        "", find_idle_warps, remove_idle_warps },
    CauseKind { "loop-control", marked("Loop control"), marked("counter, comparison and branch of the loop cost nothing"),
        Remedy::program, "", find_loop_control, remove_loop_control, true },
    CauseKind { "index-arithmetic", marked("Index arithmetic"), marked("addresses and conditions cost nothing"), Remedy::program,
        "", find_index_arithmetic, remove_index_arithmetic },
    CauseKind { "slow-sequence", marked("Slow operation"), marked("the operation is one machine instruction"), Remedy::program,
        "", find_slow_sequences, remove_slow_sequence, true },
    CauseKind { "partition-camping", marked("Partition camping"),
        marked("requests are distributed evenly over the memory partitions"), Remedy::program, "", find_camping, remove_camping },
    CauseKind { "occupancy", marked("Occupancy"), marked("one more block is resident on each multiprocessor"), Remedy::program,
        "", find_occupancy, remove_occupancy },
    CauseKind { "tail", marked("Tail"), marked("all multiprocessors are full until the end"), Remedy::program, "", find_tail,
        remove_tail },
    CauseKind { "small-grid", marked("Idle multiprocessors"), marked("the same work is distributed over all multiprocessors"),
        Remedy::program, "", find_small_grid, remove_small_grid },
    CauseKind {
        "launch", marked("Launch latency"), marked("the launch takes no time"), Remedy::program, "", find_launch, remove_launch },
    CauseKind { "block-starts", marked("Starts of blocks"), marked("a block starts at once"), Remedy::program, "",
        find_block_starts, remove_block_starts },
    CauseKind { "dram-latency", marked("DRAM latency"), marked("data from DRAM arrive as early as from L2"), Remedy::program, "",
        find_dram_latency, remove_dram_latency },
    CauseKind { "l2-latency", marked("L2 latency"), marked("data from L2 arrive as early as from shared memory"), Remedy::program,
        "dram-latency", find_l2_latency, remove_l2_latency },
    CauseKind { "shared-latency", marked("Shared memory and L1 latency"),
        marked("data from shared memory and L1 arrive as early as a sum"), Remedy::program, "", find_shared_latency,
        remove_shared_latency },
    CauseKind { "arithmetic-latency", marked("Dependent instructions"), marked("every result is available in the next cycle"),
        Remedy::program, "", find_arithmetic_latency, remove_arithmetic_latency },
    CauseKind { "shared-bandwidth", marked("Shared memory and L1 bandwidth"), marked("shared memory and L1 are twice as fast"),
        Remedy::hardware, "", find_shared_bandwidth, remove_shared_bandwidth },
    CauseKind { "busy-pipe", marked("Busy pipe"), marked("the pipe is twice as wide"), Remedy::hardware, "", find_busy_pipes,
        remove_busy_pipe },
    CauseKind { "dram-traffic", marked("DRAM traffic"), marked("all data are in L2"), Remedy::hardware, "dram-latency",
        find_dram_traffic, remove_dram_traffic },
    CauseKind { "l1-misses", marked("Traffic beyond L1"), marked("all data of loads are in L1"), Remedy::hardware,
        "dram-traffic dram-latency l2-latency", find_l1_misses, remove_l1_misses },
};

} // namespace

std::span<const CauseKind> all_causes()
{
    return kCauses;
}

const CauseKind* find_cause(std::string_view id)
{
    const auto found = std::ranges::find(kCauses, id, &CauseKind::id);
    return found == kCauses.end() ? nullptr : &*found;
}

std::string place_words(std::uint32_t line, const std::vector<std::uint32_t>& lines)
{
    constexpr std::size_t kMost = 3; // a label has no room for more
    if (lines.size() > kMost)
        return trf("lines {} and more", fmt::join(std::span(lines).first(kMost), ", "));
    if (!lines.empty())
        return trf("lines {}", fmt::join(lines, ", "));
    return line == 0 ? std::string {} : trf("line {}", line);
}

bool contains_id(std::string_view ids, std::string_view id)
{
    while (!ids.empty()) {
        const std::size_t end = std::min(ids.find(' '), ids.size());
        if (ids.substr(0, end) == id)
            return true;
        ids.remove_prefix(std::min(end + 1, ids.size()));
    }
    return false;
}

std::vector<Cause> causes_of(const Scenario& scenario, const Simulation& now)
{
    std::vector<Cause> all;
    for (const CauseKind& kind : kCauses) {
        for (Cause& cause : kind.find(scenario, now)) {
            cause.kind = &kind;
            all.push_back(std::move(cause));
        }
    }
    return all;
}

} // namespace warpstage::timing
