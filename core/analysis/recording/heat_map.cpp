#include "core/analysis/recording/heat_map.h"

#include "core/analysis/kernel_report.h"
#include "core/base/lane_mask.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

namespace warpstage::analysis {

namespace {

// Executed instructions of one block.
struct BlockCounts {
    std::uint64_t block = 0;
    std::vector<std::uint64_t> of_pc;
    std::vector<std::uint64_t> of_warp;

    [[nodiscard]] std::uint64_t longest_warp() const { return *std::ranges::max_element(of_warp); }
};

// Blocks run one after another.
class ContrastObserver {
public:
    ContrastObserver(std::uint32_t pcs, std::uint32_t warps)
        : m_present { 0, std::vector<std::uint64_t>(pcs), std::vector<std::uint64_t>(warps) }
    {
    }

    void on_step(const simt::Step& step)
    {
        if (step.block != m_present.block)
            end_block(step.block);
        ++m_present.of_pc[step.pc];
        ++m_present.of_warp[step.warp];
    }

    [[nodiscard]] BlockContrast take(const ptx::Listing& listing)
    {
        end_block(0);
        BlockContrast contrast;
        std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> of_line; // of the longest and of the shortest block
        for (std::uint32_t pc = 0; pc < m_present.of_pc.size(); ++pc) {
            auto& [most, least] = of_line[listing.line_of(pc)];
            most += m_longest->of_pc[pc];
            least += m_shortest->of_pc[pc];
        }
        const auto differs_most = std::ranges::max_element(of_line, {}, [](const auto& line) {
            const auto& [most, least] = line.second;
            return line.first == 0 || most < least ? 0 : most - least;
        });
        const auto [most, least] = differs_most->second;
        contrast.line = differs_most->first;
        contrast.longest = { m_longest->block, m_longest->longest_warp(), most };
        contrast.shortest = { m_shortest->block, m_shortest->longest_warp(), least };
        return contrast;
    }

private:
    void end_block(std::uint64_t next)
    {
        const std::uint64_t longest = m_present.longest_warp();
        if (!m_longest || longest > m_longest->longest_warp())
            m_longest = m_present;
        if (!m_shortest || longest < m_shortest->longest_warp())
            m_shortest = m_present;
        std::ranges::fill(m_present.of_pc, 0);
        std::ranges::fill(m_present.of_warp, 0);
        m_present.block = next;
    }

    BlockCounts m_present;
    std::optional<BlockCounts> m_longest;
    std::optional<BlockCounts> m_shortest;
};

class HeatObserver final : public simt::Observer {
public:
    HeatObserver(HeatMap& map, const ptx::Listing& listing, const arch::Traits& traits, std::function<void(const HeatMap&)> grown)
        : m_map(&map)
        , m_listing(&listing)
        , m_traits(&traits)
        , m_grown(std::move(grown))
        , m_contrast(listing.size(), map.warps)
    {
    }

    // After the last block.
    [[nodiscard]] BlockContrast take_contrast() { return m_contrast.take(*m_listing); }

    void on_step(const simt::Step& step) override
    {
        if (step.block >= m_map->blocks_seen) {
            if (m_grown && step.block > 0)
                m_grown(*m_map);
            m_map->blocks_seen = step.block + 1;
        }
        m_contrast.on_step(step);
        HeatCell& cell = cell_of(step);
        ++cell.instructions;
        cell.active_lanes += static_cast<std::uint64_t>(std::popcount(step.active));
    }

    void on_access(const simt::Step& step, const simt::Access& access) override
    {
        InstructionReport request;
        add_access(request, m_listing->instruction(step.pc), access, 1, *m_traits);
        HeatCell& cell = cell_of(step);
        const MemoryUse shared = request.counters.all_shared();
        cell.wavefronts_excess += shared.cost - shared.ideal;
        // Lanes that request the same bytes may need fewer sectors than the ideal: that is not an excess.
        if (const MemoryUse global = request.counters.all_global(); global.cost > global.ideal)
            cell.sectors_excess += global.cost - global.ideal;
    }

    void on_branch(const simt::Step& /*step*/, LaneMask /*taken*/, LaneMask /*not_taken*/) override { }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

private:
    HeatCell& cell_of(const simt::Step& step)
    {
        return m_map->cells[step.block / m_map->blocks_a_row * m_map->warps + step.warp];
    }

    HeatMap* m_map;
    const ptx::Listing* m_listing;
    const arch::Traits* m_traits;
    std::function<void(const HeatMap&)> m_grown;
    ContrastObserver m_contrast;
};

} // namespace

HeatMap map_heat(const HeatRequest& request, const std::stop_token& stop, const std::function<void(const HeatMap&)>& grown)
{
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[request.work]);
    HeatMap map;
    map.kernel = launch.kernel;
    map.architecture = request.traits->name;
    map.grid = launch.grid;
    map.block = launch.block;
    map.warps = static_cast<std::uint32_t>((launch.block.count() + kMaxLanes - 1) / kMaxLanes);
    map.blocks_a_row = std::max<std::uint64_t>(1, (launch.grid.count() + kMaxHeatRows - 1) / kMaxHeatRows);
    map.cells.resize((launch.grid.count() + map.blocks_a_row - 1) / map.blocks_a_row * map.warps);
    map.running = true;
    const auto refuse = [&](const std::string& sentence) {
        map.refusal = sentence;
        map.running = false;
        return map;
    };
    auto program = request.programs->find(launch.kernel);
    if (!program)
        return refuse(program.error().message);
    auto machine = engine::VmPlan::make(request.programs, request.plan);
    if (!machine)
        return refuse(machine.error().message);

    HeatObserver observer(map, (*program)->listing(), *request.traits, grown);
    std::stop_source done; // later launches need not run
    engine::VmStepOptions options;
    options.warp_width = kMaxLanes;
    options.grid_observer = [&](std::size_t work) -> simt::Observer* {
        if (work > request.work)
            done.request_stop();
        return work == request.work ? &observer : nullptr;
    };
    const std::stop_callback pass_on(stop, [&done] { done.request_stop(); });
    options.stop = done.get_token();
    options.leave = done.get_token();
    auto outcome = machine->run_step(options);
    if (!outcome)
        return refuse(outcome.error().message);
    if (outcome->trap)
        return refuse(outcome->trap->message);
    map.running = false;
    if (map.blocks_seen == launch.grid.count())
        map.contrast = observer.take_contrast();
    return map;
}

WorstCell worst_cell(const HeatMap& map, const HeatMeasure& measure, HeatRange rows, HeatRange warps)
{
    WorstCell cell;
    for (std::size_t row = rows.first; row < rows.end; ++row) {
        const std::uint64_t first = row * map.blocks_a_row;
        const auto blocks = static_cast<double>(std::min<std::uint64_t>(map.blocks_a_row, map.blocks_seen - first));
        for (std::size_t warp = warps.first; warp < warps.end; ++warp) {
            const double value = measure.of(map.cells[row * map.warps + warp], blocks);
            const bool worse = measure.worst == HeatMeasure::Worst::least ? value < cell.value : value > cell.value;
            if (!std::isnan(value) && (std::isnan(cell.value) || worse))
                cell = { value, first, static_cast<std::uint32_t>(warp) };
        }
    }
    return cell;
}

} // namespace warpstage::analysis
