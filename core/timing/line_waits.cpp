#include "core/timing/line_waits.h"

#include "core/arch/timing/timing.h"
#include "core/timing/block_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpstage::timing {

namespace {

constexpr std::uint64_t kMaxPieces = 1'000'000; // that the replayed blocks request
constexpr std::uint64_t kInstructions = 100'000; // of the simulation that gives the pace
constexpr double kShared = 0.95; // cold sectors of the first ones: from here on nothing is shared

// Latencies of single loads from DRAM, relative to their mean: an H200 measures 528, 540, 700, 880, 1230 and 1400 cycles in a
// nearly idle DRAM (`measure_gpu waits`: load_before_other_sm). Assumed for other GPUs.
struct Quantile {
    double below = 0.0; // fraction of the loads
    double latency = 0.0;
};
constexpr std::array kDramLatency { Quantile { 0.0, 0.8 }, Quantile { 0.1, 0.82 }, Quantile { 0.5, 1.06 }, Quantile { 0.9, 1.33 },
    Quantile { 0.99, 1.86 }, Quantile { 1.0, 2.12 } };

// The same for each run: 0 to 1.
double random_of(std::uint64_t piece)
{
    std::uint64_t bits = piece + 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return static_cast<double>((bits ^ bits >> 31) >> 11) * 0x1p-53;
}

double dram_latency(std::uint64_t piece, double mean)
{
    const double random = random_of(piece);
    for (std::size_t i = 1; i < kDramLatency.size(); ++i) {
        const Quantile& from = kDramLatency[i - 1];
        const Quantile& to = kDramLatency[i];
        if (random <= to.below)
            return mean * std::lerp(from.latency, to.latency, (random - from.below) / (to.below - from.below));
    }
    return mean * kDramLatency.back().latency;
}

struct Piece {
    std::uint64_t address = 0; // in units of what DRAM delivers at once
    std::size_t region = 0;
};

// The loads of a warp from global memory. Those of a group are on their way at the same time.
struct Chain {
    std::vector<Piece> pieces; // that no earlier load of the warp requests
    std::vector<std::size_t> group_ends; // indices into pieces
    std::size_t loads = 0;
    std::size_t dependent_loads = 0; // whose address is computed from loaded data
    double instructions = 0.0; // machine instructions

    [[nodiscard]] bool follows_addresses() const { return 2 * dependent_loads > loads; }
};

Chain chain_of(const BlockStream& stream, const MachineCode& code, const std::vector<Region>& regions, std::uint64_t piece_bytes)
{
    Chain chain;
    if (stream.warps.empty())
        return chain;
    std::unordered_set<std::uint32_t> pending; // registers that loads of the group write
    std::unordered_set<std::uint32_t> loaded; // registers that contain loaded data, or what is computed from them
    std::unordered_set<std::uint64_t> seen;
    const auto close = [&] {
        if (chain.pieces.size() > (chain.group_ends.empty() ? 0 : chain.group_ends.back()))
            chain.group_ends.push_back(chain.pieces.size());
        pending.clear();
    };
    for (const StreamStep& step : stream.warps.front()) {
        const MachineOperation& operation = code.operations[step.pc];
        chain.instructions += step.vanishes ? 0.0 : static_cast<double>(operation.micro.size());
        if (std::ranges::any_of(operation.reads, [&](std::uint32_t reg) { return pending.contains(reg); }))
            close();
        const bool depends = std::ranges::any_of(operation.reads, [&](std::uint32_t reg) { return loaded.contains(reg); });
        for (const std::uint32_t reg : operation.writes) {
            if (depends || step.memory != 0)
                loaded.insert(reg);
            else
                loaded.erase(reg);
        }
        if (step.memory == 0 || operation.kind != OperationKind::global_access)
            continue;
        const MemoryUse& use = stream.memory[step.memory - 1];
        if (use.kind != simt::AccessKind::load || use.lines == 0)
            continue;
        ++chain.loads;
        chain.dependent_loads += depends ? std::size_t { 1 } : std::size_t { 0 };
        for (const LineUse& line : stream.lines_of(use)) {
            const auto region = region_at(regions, line.line);
            for (std::uint64_t sector = 0; region && sector < 4; ++sector) {
                if ((line.sectors >> sector & 1U) == 0)
                    continue;
                const std::uint64_t address = line.line * 128 + sector * kSectorOfLine;
                if (seen.insert(address / piece_bytes).second)
                    chain.pieces.push_back({ address / piece_bytes, *region });
            }
        }
        pending.insert(operation.writes.begin(), operation.writes.end());
    }
    close();
    return chain;
}

struct Sum {
    double cycles = 0.0;
    double loads = 0.0;
};

class Replay {
public:
    Replay(const SimulationRequest& request, const Chain& chain, const BlockPlaces& places, std::uint64_t piece_bytes, double gap)
        : m_request(request)
        , m_chain(chain)
        , m_places(places)
        , m_piece_bytes(static_cast<std::int64_t>(piece_bytes))
        , m_gap(gap)
        , m_first_wave(request.memory.regions.size())
        , m_later(request.memory.regions.size())
    {
    }

    void run(std::uint64_t blocks, std::uint64_t resident)
    {
        std::uint64_t next = 0;
        const auto start = [&](double cycle) {
            if (next == blocks)
                return;
            m_shifts.push_back(m_places.of(next));
            m_events.push({ cycle, next++, 0 });
        };
        for (std::uint64_t i = 0; i < std::min(blocks, resident); ++i)
            start(static_cast<double>(i) * m_request.timing->block_turn.value);
        while (!m_events.empty()) {
            const Event event = m_events.top();
            m_events.pop();
            const double ready = load(event, event.block < resident ? m_first_wave : m_later);
            if (event.group + 1 < m_chain.group_ends.size())
                m_events.push({ ready + m_gap, event.block, event.group + 1 });
            else
                start(ready + m_gap + m_request.timing->block_start.value);
        }
    }

    // Mean cycles of a load of the region, in a launch of so many waves.
    [[nodiscard]] double wait(std::size_t region, double waves) const
    {
        const auto mean = [](const Sum& sum) {
            return sum.loads > 0.0 ? sum.cycles / sum.loads : 0.0;
        };
        const double first = mean(m_first_wave[region]);
        return waves <= 1.0 || m_later[region].loads == 0.0 ? first : std::lerp(mean(m_later[region]), first, 1.0 / waves);
    }

private:
    struct Event {
        double cycle = 0.0;
        std::uint64_t block = 0;
        std::size_t group = 0;

        bool operator>(const Event& other) const { return std::tie(cycle, block) > std::tie(other.cycle, other.block); }
    };

    // Returns when the data of the group are there.
    double load(const Event& event, std::vector<Sum>& sums)
    {
        const arch::DeviceMemoryTiming& device = m_request.timing->device;
        const double hit = event.cycle + device.l2_latency.value;
        double ready = hit;
        m_waits.clear();
        const std::size_t first = event.group == 0 ? 0 : m_chain.group_ends[event.group - 1];
        for (std::size_t i = first; i < m_chain.group_ends[event.group]; ++i) {
            const Piece& piece = m_chain.pieces[i];
            const auto address = piece.address
                + static_cast<std::uint64_t>(
                    std::llround(static_cast<double>(m_shifts[event.block][piece.region]) / static_cast<double>(m_piece_bytes)));
            const auto [found, is_new] = m_arrivals.try_emplace(address, 0.0);
            if (is_new && random_of(~address) < m_request.memory.regions[piece.region].fetched)
                found->second = event.cycle + dram_latency(address, device.dram_latency.value);
            auto wait = std::ranges::find(m_waits, piece.region, &Wait::region);
            if (wait == m_waits.end())
                wait = m_waits.insert(wait, Wait { piece.region });
            wait->misses = wait->misses || is_new;
            wait->cycles = std::max(wait->cycles, found->second - hit);
            ready = std::max(ready, found->second);
        }
        for (const Wait& wait : m_waits)
            if (!wait.misses) {
                sums[wait.region].cycles += wait.cycles;
                sums[wait.region].loads += 1.0;
            }
        return ready;
    }

    const SimulationRequest& m_request;
    const Chain& m_chain;
    const BlockPlaces& m_places;
    std::int64_t m_piece_bytes;
    double m_gap;
    std::vector<Sum> m_first_wave; // by region
    std::vector<Sum> m_later; // by region
    std::vector<BlockPlaces::Shifts> m_shifts; // by block
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
    std::unordered_map<std::uint64_t, double> m_arrivals; // cycle, by piece
    struct Wait {
        std::size_t region = 0;
        bool misses = false;
        double cycles = 0.0;
    };
    std::vector<Wait> m_waits; // of the current group
};

bool shares(const Region& region)
{
    return region.fetched > 0.0 && region.cold < kShared * region.fetched;
}

} // namespace

void set_line_waits(SimulationRequest& request, const LaunchSample& sample, std::uint64_t resident, const std::stop_token& stop)
{
    std::vector<Region>& regions = request.memory.regions;
    const arch::DeviceMemoryTiming& device = request.timing->device;
    if (device.l2_latency.value == 0.0 || resident < 2 || std::ranges::none_of(regions, shares))
        return;
    const auto piece_bytes = static_cast<std::uint64_t>(device.dram_bytes.value);
    const Chain chain = chain_of(sample.streams.front(), *request.code, regions, piece_bytes);
    if (chain.group_ends.empty() || !chain.follows_addresses()
        || std::ranges::none_of(chain.pieces, [&](const Piece& piece) { return shares(regions[piece.region]); }))
        return;
    const auto places = BlockPlaces::make(sample, regions);
    if (!places)
        return;
    const std::uint64_t blocks = std::min(places->known(), kMaxPieces / chain.pieces.size());
    if (blocks < 2)
        return;
    SimulationRequest pace = request;
    pace.instructions = kInstructions;
    pace.spans = Spans::dropped;
    const Simulation simulation = simulate(pace, stop);
    const double warps = static_cast<double>(request.resident_blocks) * static_cast<double>(sample.streams.front().warps.size());
    const double per_group = chain.instructions / static_cast<double>(chain.group_ends.size());
    const double cycles = static_cast<double>(simulation.run.cycles) * warps * per_group
        / static_cast<double>(std::max<std::uint64_t>(1, simulation.run.instructions));
    double cold = 0.0;
    for (const Piece& piece : chain.pieces)
        cold += regions[piece.region].cold / static_cast<double>(chain.pieces.size());
    Replay replay(request, chain, *places, piece_bytes,
        std::max(0.0, cycles - std::lerp(device.l2_latency.value, device.dram_latency.value, cold)));
    replay.run(blocks, resident);
    for (std::size_t region = 0; region < regions.size(); ++region)
        regions[region].wait = replay.wait(region, static_cast<double>(sample.grid.count()) / static_cast<double>(resident));
}

} // namespace warpstage::timing
