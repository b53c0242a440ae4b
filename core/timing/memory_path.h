// Latency and queues of the memory requests of one multiprocessor: the load-store unit, L1, the connection to L2, and DRAM. Each
// is a queue with a rate in bytes per cycle; the rates include the simultaneous requests of all other multiprocessors.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/arch/traits.h"
#include "core/timing/atomic_contention.h"
#include "core/timing/block_stream.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <queue>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpstage::timing {

// Lines of a buffer, and the fraction of the sectors first accessed by a block that no other block has brought into L2 yet.
struct Region {
    std::uint64_t first_line = 0;
    std::uint64_t end_line = 0;
    double cold = 1.0; // 0 to 1
    // Bytes of neighboring data that the concurrent blocks access, and that L2 writes back together.
    double read_run = std::numeric_limits<double>::infinity();
    double written_run = std::numeric_limits<double>::infinity();
    double fetched = 1.0; // the fraction of the data that L2 does not hold when the launch begins
    double wait = 0.0; // cycles that a load waits in L2 for data on their way from DRAM; see line_waits.h
};

struct MemoryRates {
    double constant_interval = 0.0; // cycles for each address of a request and 4 bytes; 0: as the latency of a further address
    double l1_bytes = 0.0; // capacity for global and local memory; 0: loads bypass it
    double texture_bytes = 0.0; // capacity of the cache for textures alone; 0: they use L1
    double l2_bytes_per_cycle = 0.0; // loads of this multiprocessor
    double l2_written_per_cycle = 0.0; // stores of this multiprocessor, bytes
    double dram_bytes_per_cycle = 0.0; // for this multiprocessor
    double same_address_atomics = 0.0; // per cycle, for this multiprocessor
    AtomicRates atomics; // for this multiprocessor
    RetryRates retries; // for this multiprocessor
    std::map<std::uint32_t, double> hot_stores; // sectors per cycle for this multiprocessor, by program counter
    double load_store_speed = 1.0; // of the load-store unit with shared memory and L1, relative to the GPU's
    double default_cold = 1.0; // of lines outside of all regions
    // Bytes of L2 for the data of this multiprocessor: what other data have replaced is fetched again; 0: L2 keeps all data.
    double l2_bytes = 0.0;
    bool loads_hit_l1 = false; // all data of loads are in L1
    std::vector<Region> regions; // sorted; see `default_cold` for other lines
    // Cycles of pieces of DRAM that are apart: see arch::DeviceMemoryTiming.
    struct Pieces {
        double added = 0.0;
        double least = 0.0;
    };
    Pieces read_pieces;
    Pieces written_pieces;
    // Without L2, CC 1.x: DRAM time relative to an even distribution over the partitions, and this multiprocessor's share of the
    // time of a row activation in cycles; 0: rows are not modeled.
    double partition_queue = 1.0;
    double row_cycles = 0.0;
    const arch::Traits* traits = nullptr; // with `row_cycles`: never null
};

// A set-associative cache of 128-byte lines with a valid bit per sector; the least recently used line is evicted.
class LineCache {
public:
    explicit LineCache(double bytes);

    struct Lookup {
        std::uint8_t missing = 0; // returns the missing sectors of `wanted`, which are then valid
        double* filled = nullptr; // when the last sector of the line arrives: set after a miss; null without a cache
    };
    [[nodiscard]] Lookup look_up(std::uint64_t line, std::uint8_t wanted);
    // The sectors of `wanted` that are valid; changes nothing.
    [[nodiscard]] std::uint8_t valid(std::uint64_t line, std::uint8_t wanted) const;

private:
    [[nodiscard]] std::size_t first_way(std::uint64_t line) const;

    static constexpr std::size_t kWays = 8;
    struct Way {
        std::uint64_t line = ~std::uint64_t { 0 };
        std::uint64_t used = 0;
        double filled = 0.0;
        std::uint8_t sectors = 0;
    };
    std::size_t m_sets = 0;
    std::vector<Way> m_ways;
    std::uint64_t m_clock = 0;
};

enum class Queue : std::uint8_t { load_store, constants, l1, l2, dram, atomics };
inline constexpr std::size_t kQueues = static_cast<std::size_t>(Queue::atomics) + 1;

class MemoryPath {
public:
    MemoryPath(const arch::Timing& timing, MemoryRates rates);

    // The earliest cycle, not before `cycle`, in which the load-store unit accepts a request: later if its queue is full.
    [[nodiscard]] double accepts_shared(double cycle);
    [[nodiscard]] double accepts_global(double cycle);

    // A request issued at `cycle`; returns when its data are available. `block`: a unique number per block that ran, so that two
    // blocks with the same stream do not share their writes.
    [[nodiscard]] double shared(double cycle, const MemoryUse& use);
    [[nodiscard]] double constant(double cycle, const MemoryUse& use);
    // `copy`: how often the block's stream has already run: each repetition represents another block with its own memory.
    [[nodiscard]] double global(double cycle, const MemoryUse& use, std::span<const LineUse> lines, std::uint64_t block,
        std::uint64_t copy, bool texture);

    // cp.async.bulk by one thread, issued at `cycle`: returns when its data are written.
    [[nodiscard]] double bulk(double cycle, const MemoryUse& use, std::span<const LineUse> lines, std::uint64_t copy);

    // A request that is not simulated: it changes caches and counts, and takes no time.
    void touch(const MemoryUse& use, std::span<const LineUse> lines, std::uint64_t block, std::uint64_t copy, OperationKind kind);

    // Busy cycles of the queues.
    [[nodiscard]] double busy(Queue queue) const { return m_busy[static_cast<std::size_t>(queue)]; }
    // When the last store has completed.
    [[nodiscard]] double drained() const;
    // Requests in flight: start, arrival and bytes of each.
    struct Flight {
        double begin = 0.0;
        double end = 0.0;
        double bytes = 0.0;
    };
    [[nodiscard]] const std::vector<Flight>& flights() const { return m_flights; }
    void keep_flights() { m_keep_flights = true; }
    [[nodiscard]] double asked_bytes() const { return m_asked_bytes; } // sectors of all requests to global and local memory
    [[nodiscard]] double missed_bytes() const { return m_missed_bytes; } // of these, from L1 to L2
    // Stores whose sectors L1 holds: a hit, although it passes the data on to L2.
    [[nodiscard]] double stored_hits() const { return m_stored_hits; }
    [[nodiscard]] double dram_bytes() const { return m_dram_bytes; }
    [[nodiscard]] double written_bytes() const { return m_written_bytes; } // of these, to DRAM

private:
    // What a request reads from DRAM, or writes to it.
    struct Moved {
        double bytes = 0.0;
        double pieces = 0.0; // apart from other accesses

        Moved& operator+=(const Moved& other);
    };
    // What a request finds in the caches. Its missing lines: m_missing and m_filling.
    struct Found {
        double asked = 0.0; // bytes
        double missed = 0.0; // asked of L2
        double at_l2 = 0.0; // bytes, plus the overhead of sectors that are written in part
        Moved moved;
        double arrives = 0.0; // data that an earlier request has asked for
    };
    Found look_up(const MemoryUse& use, std::span<const LineUse> lines, std::uint64_t block, std::uint64_t copy, bool texture);
    double serve(Queue queue, double cycle, double cost);
    // `cost` cycles of DRAM, requested at `cycle`: returns when the queue has processed it.
    double serve_dram(double cycle, double cost);
    struct Waiting { // requests in the load-store unit
        std::deque<double> finish;

        double accepts(double cycle);
    };
    // Time of a byte, relative to that of a copy: a kernel that reads as well takes longer to write.
    double turnaround(bool is_load) const;
    double dram_cost(const Moved& moved, bool is_load, std::span<const LineUse> lines) const;
    // The longest wait of the missing lines in L2.
    double wait_in_l2() const;
    const Region* region_of(std::uint64_t line) const; // null: none
    Moved colds(std::uint64_t line, std::uint8_t sectors, std::uint64_t block, bool fetched);
    // Pieces of up to 256 bytes: two lines. Both lines of one are counted once.
    double pieces_apart(std::uint64_t line, double sectors, std::uint64_t block, const Region& region, bool fetched) const;

    const arch::MemoryTiming* m_memory;
    const arch::DeviceMemoryTiming* m_device;
    MemoryRates m_rates;
    LineCache m_l1;
    LineCache m_textures;
    std::array<double, kQueues> m_free {};
    std::array<double, kQueues> m_busy {};
    double m_bulk_free = 0.0; // of the unit for bulk copies
    double m_dram_load = 0.0; // recently requested fraction of the bandwidth
    double m_dram_asked = 0.0; // cycle of the last request
    Waiting m_waiting_shared; // for shared and constant memory
    Waiting m_waiting_global; // for global and local memory
    std::priority_queue<std::pair<double, double>, std::vector<std::pair<double, double>>, std::greater<>> m_outstanding;
    double m_outstanding_bytes = 0.0;
    struct Touched { // sectors of a line
        std::uint8_t read = 0; // or written
        std::uint8_t written = 0;
        double fetched = 0.0; // m_fetched_bytes when a load last requested the line
    };
    std::unordered_map<std::uint64_t, Touched> m_touched; // by line and block
    std::vector<double> m_cold_rest; // by region, remainder of rounding
    double m_default_rest = 0.0;
    std::vector<double*> m_filling; // lines that miss in the current request, in the cache
    std::vector<LineUse> m_missing; // the same lines with the missing sectors
    std::vector<Flight> m_flights;
    bool m_keep_flights = false;
    double m_asked_bytes = 0.0;
    double m_missed_bytes = 0.0;
    double m_stored_hits = 0.0;
    double m_dram_bytes = 0.0;
    double m_written_bytes = 0.0;
    double m_fetched_bytes = 0.0; // into L2, from DRAM or by stores
};

} // namespace warpstage::timing
