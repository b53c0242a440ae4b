#include "core/timing/memory_path.h"

#include "core/timing/partition_replay.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpstage::timing {

namespace {

constexpr double kSector = 32.0;
constexpr double kWholeLine = 128.0;
// Requests that can wait for the load-store unit before another request stalls its warp. Assumed: NVIDIA publishes no figure, and
// it affects only the stall reason, not the time of a kernel.
constexpr std::size_t kQueueLength = 24;

std::size_t count(std::uint8_t sectors)
{
    return static_cast<std::size_t>(std::popcount(sectors));
}

std::uint64_t key_of(std::uint64_t line, std::uint64_t block)
{
    return line * 0x9e3779b97f4a7c15 ^ block << 1;
}

double per(double amount, double rate)
{
    return rate > 0.0 ? amount / rate : 0.0;
}

// What the partially written sectors of a line add, in bytes. From CC 7.0 on, which unified L1, they cost as much as whole ones,
// and their line costs more.
double partial_cost(double bytes, const arch::MemoryTiming& memory, const arch::DeviceMemoryTiming& device)
{
    const double more = std::max(0.0, device.l2_partial_store.value - 1.0);
    return more * (memory.l1_unified.value != 0.0 ? kSector : bytes);
}

} // namespace

LineCache::LineCache(double bytes)
    : m_sets(static_cast<std::size_t>(bytes / 128.0 / kWays))
    , m_ways(m_sets * kWays)
{
}

// Adjacent lines map to adjacent sets; power-of-two strides, and copies of blocks (bits 48 and up), do not map to one set.
std::size_t LineCache::first_way(std::uint64_t line) const
{
    return (line ^ line >> 7 ^ line >> 17 ^ (line >> 48) * 40503) % m_sets * kWays;
}

std::uint8_t LineCache::valid(std::uint64_t line, std::uint8_t wanted) const
{
    if (m_sets == 0)
        return 0;
    const auto first = m_ways.begin() + static_cast<std::ptrdiff_t>(first_way(line));
    const auto found = std::find_if(first, first + kWays, [&](const Way& way) { return way.line == line; });
    return found == first + kWays ? std::uint8_t { 0 } : static_cast<std::uint8_t>(found->sectors & wanted);
}

LineCache::Lookup LineCache::look_up(std::uint64_t line, std::uint8_t wanted)
{
    if (m_sets == 0)
        return { wanted, nullptr };
    Way* const first = &m_ways[first_way(line)];
    Way* oldest = first;
    ++m_clock;
    for (Way* way = first; way != first + kWays; ++way) {
        if (way->line == line) {
            way->used = m_clock;
            const auto missing = static_cast<std::uint8_t>(wanted & ~way->sectors);
            way->sectors |= wanted;
            return { missing, &way->filled };
        }
        if (way->used < oldest->used)
            oldest = way;
    }
    *oldest = { line, m_clock, 0.0, wanted };
    return { wanted, &oldest->filled };
}

MemoryPath::MemoryPath(const arch::Timing& timing, MemoryRates rates)
    : m_memory(&timing.memory)
    , m_device(&timing.device)
    , m_rates(std::move(rates))
    , m_l1(m_rates.l1_bytes)
    , m_textures(m_rates.texture_bytes)
    , m_cold_rest(m_rates.regions.size())
{
}

double MemoryPath::serve(Queue queue, double cycle, double cost)
{
    double& free = m_free[static_cast<std::size_t>(queue)];
    free = std::max(free, cycle) + cost;
    m_busy[static_cast<std::size_t>(queue)] += cost;
    return free;
}

double MemoryPath::serve_dram(double cycle, double cost)
{
    constexpr double kMax = 0.9; // above it, the queue itself determines the latency of a load
    constexpr double kMemory = 8.0; // latencies: other multiprocessors are in other phases of the kernel, so the average load is
                                    // used
    const double latency = m_device->dram_latency.value;
    m_dram_load = m_dram_load * std::exp(-std::max(0.0, cycle - m_dram_asked) / (kMemory * latency)) + cost / (kMemory * latency);
    m_dram_asked = std::max(m_dram_asked, cycle);
    const double load = std::min(m_dram_load, kMax);
    const double meeting = m_device->dram_meeting.value * latency * load / (1.0 - load);
    return std::max(serve(Queue::dram, cycle, cost * m_rates.partition_queue), cycle + cost + meeting);
}

double MemoryPath::turnaround(bool is_load) const
{
    // Measured: a byte takes 1.05, 1.06, 1.06, 1.10, 1.14 and 1.21 times as long as without writes if a ninth, a fifth, a third,
    // half, two thirds and four fifths of the data are written; if all are, 1.0 times.
    constexpr double kFewReads = 4.0; // written bytes for each one that is read: with more, DRAM turns less often
    const double one_way = std::max(1.0, m_device->dram_one_way.value);
    if (is_load || m_written_bytes <= 0.0)
        return 1.0 / one_way;
    const double read = m_dram_bytes - m_written_bytes;
    return (1.0 + 2.0 * (one_way - 1.0) * std::min(1.0, kFewReads * read / m_written_bytes)) / one_way;
}

// Cycles of DRAM. Rows are activated in all partitions at the same time.
double MemoryPath::dram_cost(const Moved& moved, bool is_load, std::span<const LineUse> lines) const
{
    const MemoryRates::Pieces& pieces = is_load ? m_rates.read_pieces : m_rates.written_pieces;
    const double transfer =
        std::max(turnaround(is_load) * per(moved.bytes, m_rates.dram_bytes_per_cycle) + moved.pieces * pieces.added,
            moved.pieces * pieces.least);
    if (m_rates.row_cycles == 0.0)
        return transfer;
    std::array<std::uint64_t, 2 * kMaxLanes> addresses {};
    const std::size_t count = std::min(lines.size(), addresses.size());
    for (std::size_t i = 0; i < count; ++i)
        addresses[i] = lines[i].line * 128;
    return std::max(transfer, m_rates.row_cycles * rows_opened({ addresses.data(), count }, *m_rates.traits, *m_device));
}

double MemoryPath::Waiting::accepts(double cycle)
{
    while (!finish.empty() && finish.front() <= cycle)
        finish.pop_front();
    return finish.size() < kQueueLength ? cycle : finish[finish.size() - kQueueLength];
}

double MemoryPath::accepts_shared(double cycle)
{
    return m_waiting_shared.accepts(cycle);
}

double MemoryPath::accepts_global(double cycle)
{
    const double queue = m_waiting_global.accepts(cycle);
    while (!m_outstanding.empty() && m_outstanding.top().first <= cycle) {
        m_outstanding_bytes -= m_outstanding.top().second;
        m_outstanding.pop();
    }
    const double limit = m_device->bytes_in_flight.value;
    if (limit == 0.0 || m_outstanding_bytes < limit || m_outstanding.empty())
        return queue;
    return std::max(queue, m_outstanding.top().first);
}

double MemoryPath::shared(double cycle, const MemoryUse& use)
{
    const double wavefronts = std::max(1U, use.wavefronts);
    // Lanes of an atomic operation that access the same word are serialized.
    const double turns = use.kind == simt::AccessKind::atomic ? std::max<double>(wavefronts, use.same_word) : wavefronts;
    const double done = serve(Queue::load_store, cycle, per(turns, m_memory->shared_wavefronts.value * m_rates.load_store_speed));
    m_waiting_shared.finish.push_back(done);
    const double extra = use.kind == simt::AccessKind::atomic ? m_memory->shared_atomic_latency.value : 0.0;
    return done - per(1.0, m_memory->shared_wavefronts.value) + m_memory->shared_latency.value + extra;
}

double MemoryPath::constant(double cycle, const MemoryUse& use)
{
    const double addresses = std::max(1U, use.wavefronts);
    const double turn = m_memory->constant_turn.value;
    const double words = std::max(1U, use.words);
    const double interval = m_rates.constant_interval > 0.0 ? m_rates.constant_interval : turn;
    const double done = serve(Queue::constants, cycle, addresses * words * interval);
    return std::max(done, cycle + (addresses - 1.0) * turn + m_memory->constant_latency.value);
}

MemoryPath::Moved& MemoryPath::Moved::operator+=(const Moved& other)
{
    bytes += other.bytes;
    pieces += other.pieces;
    return *this;
}

double MemoryPath::pieces_apart(std::uint64_t line, double sectors, std::uint64_t block, const Region& region, bool fetched) const
{
    const arch::DeviceMemoryTiming::Pieces& pieces = fetched ? m_device->dram_read_pieces : m_device->dram_written_pieces;
    const double run = fetched ? region.read_run : region.written_run;
    if (run >= pieces.run.value)
        return 0.0;
    const auto other = m_touched.find(key_of(line ^ 1, block));
    if (other != m_touched.end() && (fetched ? other->second.read : other->second.written) != 0)
        return 0.0;
    // L2 writes a line back at once, and reads its least amount, also if several blocks access parts of them.
    return std::min(1.0, kSector * sectors / std::min(fetched ? m_device->dram_bytes.value : kWholeLine, run));
}

const Region* MemoryPath::region_of(std::uint64_t line) const
{
    const auto above = std::ranges::upper_bound(m_rates.regions, line, {}, &Region::first_line);
    return above != m_rates.regions.begin() && line < std::prev(above)->end_line ? &*std::prev(above) : nullptr;
}

double MemoryPath::wait_in_l2() const
{
    double longest = 0.0;
    for (const LineUse& line : m_missing)
        if (const Region* const region = region_of(line.line))
            longest = std::max(longest, region->wait);
    return longest;
}

MemoryPath::Moved MemoryPath::colds(std::uint64_t line, std::uint8_t sectors, std::uint64_t block, bool fetched)
{
    Touched& all = m_touched[key_of(line, block)];
    std::uint8_t& touched = fetched ? all.read : all.written; // written sectors go back to DRAM, also if they were read before
    const auto first = static_cast<std::uint8_t>(sectors & ~touched);
    auto moved = static_cast<double>(count(first));
    if (fetched && m_rates.l2_bytes > 0.0) {
        // With random replacement, a sector survives n fetched bytes in a cache of c bytes with the probability exp(-n / c).
        const double lost = 1.0 - std::exp((all.fetched - m_fetched_bytes) / m_rates.l2_bytes);
        moved += lost * static_cast<double>(count(static_cast<std::uint8_t>(sectors & touched)));
    }
    touched |= sectors;
    all.read |= sectors; // a load finds in L2 what the block has written
    double cold = m_rates.default_cold;
    double* rest = &m_default_rest;
    const Region* const region = region_of(line);
    if (region != nullptr) {
        cold = region->cold;
        rest = &m_cold_rest[static_cast<std::size_t>(region - m_rates.regions.data())];
    }
    if (fetched && first != 0 && m_device->dram_bytes.value > kSector
        && (region == nullptr || region->read_run < m_device->dram_bytes.value)) {
        // The other sector of the pair is also fetched; no block needs it at the time.
        const auto pairs = static_cast<std::uint8_t>((first & 5) << 1 | (first & 10) >> 1);
        moved += static_cast<double>(count(static_cast<std::uint8_t>(pairs & ~touched)));
        touched |= pairs;
    }
    all.fetched = m_fetched_bytes; // a store brings its sectors into L2 as well
    if (moved == 0.0)
        return {};
    *rest += cold * moved;
    const double whole = std::floor(*rest + 1e-6);
    *rest -= whole;
    m_fetched_bytes += kSector * whole;
    return { kSector * whole, whole > 0.0 && region != nullptr ? pieces_apart(line, moved, block, *region, fetched) : 0.0 };
}

MemoryPath::Found MemoryPath::look_up(
    const MemoryUse& use, std::span<const LineUse> lines, std::uint64_t block, std::uint64_t copy, bool texture)
{
    const bool is_load = use.kind == simt::AccessKind::load;
    const bool in_texture_cache = texture && m_rates.texture_bytes > 0.0;
    const bool cached = in_texture_cache || ((is_load || use.is_local) && m_rates.l1_bytes > 0.0);
    LineCache& cache = in_texture_cache ? m_textures : m_l1;
    const std::uint64_t own = use.is_local ? block : copy;
    Found all;
    m_filling.clear();
    m_missing.clear();
    for (const LineUse& line : lines) {
        LineCache::Lookup found { line.sectors, nullptr };
        if (cached)
            found = cache.look_up(line.line ^ own << 48, line.sectors);
        else if (use.kind == simt::AccessKind::store)
            m_stored_hits += kSector * static_cast<double>(count(cache.valid(line.line ^ own << 48, line.sectors)));
        const bool writes_through = use.is_local && !is_load && !use.stays_in_l1;
        const std::uint8_t missing = is_load && m_rates.loads_hit_l1 ? std::uint8_t { 0 }
            : writes_through                                         ? line.sectors
                                                                     : found.missing;
        if (missing != 0 && found.filled != nullptr && !writes_through)
            m_filling.push_back(found.filled);
        else if (found.filled != nullptr && !m_rates.loads_hit_l1 && !writes_through)
            all.arrives = std::max(all.arrives, *found.filled); // already requested
        all.asked += kSector * static_cast<double>(count(line.sectors));
        const double bytes = kSector * static_cast<double>(count(missing));
        all.missed += bytes;
        if (missing != 0) {
            m_missing.push_back({ line.line, missing, line.partial });
            if (is_load)
                all.at_l2 += std::max(bytes, m_device->l2_line_bytes.value);
            else
                all.at_l2 += bytes + (line.partial ? partial_cost(bytes, *m_memory, *m_device) : 0.0);
            if (!writes_through) // L2 writes back few of them
                all.moved += colds(line.line, missing, block, is_load);
        }
    }
    m_asked_bytes += all.asked;
    m_missed_bytes += all.missed;
    m_dram_bytes += all.moved.bytes;
    m_written_bytes += use.kind == simt::AccessKind::store ? all.moved.bytes : 0.0;
    return all;
}

void MemoryPath::touch(
    const MemoryUse& use, std::span<const LineUse> lines, std::uint64_t block, std::uint64_t copy, OperationKind kind)
{
    if (kind != OperationKind::bulk_copy) {
        static_cast<void>(look_up(use, lines, block, copy, kind == OperationKind::texture));
        return;
    }
    const bool is_load = use.kind == simt::AccessKind::load;
    for (const LineUse& line : lines) {
        const double cold = colds(line.line, line.sectors, copy, is_load).bytes;
        m_asked_bytes += kSector * static_cast<double>(count(line.sectors));
        m_missed_bytes += kSector * static_cast<double>(count(line.sectors));
        m_dram_bytes += cold;
        m_written_bytes += is_load ? 0.0 : cold;
    }
}

double MemoryPath::global(
    double cycle, const MemoryUse& use, std::span<const LineUse> lines, std::uint64_t block, std::uint64_t copy, bool texture)
{
    const arch::MemoryTiming& memory = *m_memory;
    const arch::DeviceMemoryTiming& device = *m_device;
    const bool is_load = use.kind == simt::AccessKind::load;
    Found found = look_up(use, lines, block, copy, texture);
    // The request takes a slot, and each of its lines another lookup.
    const double lookups = std::max<double>(1.0, static_cast<double>(lines.size()));
    // A unified L1 delivers the data through the same banks as shared memory: l1tex__data_pipe_lsu_wavefronts of an H200 counts
    // both, and is at 94 % in a kernel whose wavefronts of shared memory are 85 %.
    const double slot = 1.0 / m_rates.load_store_speed;
    const double banks = memory.l1_unified.value != 0.0 && !texture ? std::max(1.0, static_cast<double>(use.wavefronts)) : 1.0;
    const double unit = serve(Queue::load_store, cycle, banks * slot) - (banks - 1.0) * slot;
    // If L1 has the banks of shared memory, only requested bytes are transferred.
    const double moved = use.wavefronts > 0 ? use.bytes : std::max(found.asked, static_cast<double>(is_load ? use.bytes : 0));
    const double fetch_cost = texture ? per(use.bytes / 4.0, memory.texture_lanes.value) : 0.0;
    const double l1_cost = fetch_cost > 0.0 ? fetch_cost
        : is_load || use.is_local ? std::max({ per(lookups, memory.l1_lines.value), per(moved, memory.l1_bytes_per_cycle.value),
              static_cast<double>(use.wavefronts) })
                                  : per(found.at_l2, memory.store_bytes_per_cycle.value);
    double done = serve(Queue::l1, unit, l1_cost / m_rates.load_store_speed);
    m_waiting_global.finish.push_back(done);
    const double hit = texture ? memory.texture_latency.value : memory.l1_latency.value;
    double ready = std::max(done + hit, found.arrives);
    if (found.missed > 0.0) {
        const double cold = found.moved.bytes;
        const bool has_l2 = device.l2_latency.value > 0.0;
        double latency = device.dram_latency.value;
        if (has_l2) {
            done = serve(Queue::l2, done, per(found.at_l2, is_load ? m_rates.l2_bytes_per_cycle : m_rates.l2_written_per_cycle));
            latency = cold > 0.0 ? device.dram_latency.value : device.l2_latency.value + (is_load ? wait_in_l2() : 0.0);
        }
        if (use.kind == simt::AccessKind::atomic) {
            double contended = m_rates.atomics.turns > 0.0
                ? per(use.turns, use.adds_float ? m_rates.atomics.float_turns : m_rates.atomics.turns)
                : per(use.same_word > 1 || use.words == 1 ? use.same_word : 0, m_rates.same_address_atomics);
            if (use.retried > 0 && m_rates.retries.successes > 0.0)
                contended = std::max(per(use.retried, m_rates.retries.successes), contended * m_rates.retries.contenders);
            const double turns = std::max(per(use.words, device.global_atomics.value), contended);
            done = serve(Queue::atomics, done, use.failed ? 0.0 : turns); // it is among the contenders of one that succeeds
            latency = std::max(latency, device.global_atomic_latency.value);
        }
        if (const auto hot = m_rates.hot_stores.find(use.pc);
            use.kind == simt::AccessKind::store && hot != m_rates.hot_stores.end())
            done = serve(Queue::atomics, done, per(found.missed / kSector, hot->second));
        if (!has_l2)
            found.moved.bytes = found.missed;
        if (found.moved.bytes > 0.0)
            done = serve_dram(done, dram_cost(found.moved, is_load, m_missing));
        ready = std::max(found.arrives, done + latency);
        for (double* filled : m_filling)
            *filled = ready;
        m_outstanding.emplace(ready, found.missed);
        m_outstanding_bytes += found.missed;
        if (m_keep_flights)
            m_flights.push_back({ cycle, ready, found.missed });
    }
    return ready;
}

// The copy moves through the queues in pieces. The other multiprocessors are in other phases of the kernel, so a copy can use
// what they have left in the time of one memory latency, as far as the multiprocessor itself has not.
double MemoryPath::bulk(double cycle, const MemoryUse& use, std::span<const LineUse> lines, std::uint64_t copy)
{
    constexpr std::size_t kPiece = 4; // lines
    const bool is_load = use.kind == simt::AccessKind::load;
    const double start = std::max(m_bulk_free, cycle);
    const double left = m_device->dram_latency.value;
    double all = 0.0;
    double ready = start;
    for (std::size_t first = 0; first < lines.size(); first += kPiece) {
        const std::span<const LineUse> piece = lines.subspan(first, std::min(kPiece, lines.size() - first));
        double bytes = 0.0;
        Moved moved;
        for (const LineUse& line : piece) {
            bytes += kSector * static_cast<double>(count(line.sectors));
            moved += colds(line.line, line.sectors, copy, is_load);
        }
        all += bytes;
        double done = start + per(all, m_memory->bulk_bytes_per_cycle.value);
        const double rate = is_load ? m_rates.l2_bytes_per_cycle : m_rates.l2_written_per_cycle;
        done = std::max(done, serve(Queue::l2, done - left, per(bytes, rate)));
        const double cold = moved.bytes;
        if (cold > 0.0)
            done = std::max(done, serve_dram(done - left, dram_cost(moved, is_load, piece)));
        ready = std::max(ready, done + (cold > 0.0 ? m_device->dram_latency.value : m_device->l2_latency.value));
        m_dram_bytes += cold;
        m_written_bytes += is_load ? 0.0 : cold;
    }
    m_bulk_free = start + std::max(m_memory->bulk_issue.value, per(all, m_memory->bulk_bytes_per_cycle.value));
    m_asked_bytes += all;
    m_missed_bytes += all;
    if (m_keep_flights)
        m_flights.push_back({ cycle, ready, all });
    return ready;
}

double MemoryPath::drained() const
{
    return *std::ranges::max_element(m_free);
}

} // namespace warpstage::timing
