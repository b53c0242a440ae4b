#include "core/exercise/grid_count.h"

#include "core/analysis/grid_recorder.h"
#include "core/base/lane_mask.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

namespace warpstage::exercise {

// Passes everything on to the recorder.
class GridCount::BlockCount final : public simt::Observer {
public:
    BlockCount(const ptx::Listing& listing, const arch::Traits& traits, std::uint32_t warps, std::uint64_t blocks)
        : m_recorder(listing, traits, kMaxLanes, warps)
        , m_instructions(blocks)
    {
    }

    void on_step(const simt::Step& step) override
    {
        ++m_instructions[step.block];
        m_recorder.on_step(step);
    }
    void on_access(const simt::Step& step, const simt::Access& access) override { m_recorder.on_access(step, access); }
    bool on_addresses(const simt::Step& step, const simt::AddressRow& row) override { return m_recorder.on_addresses(step, row); }
    void on_cluster_access(const simt::Step& step, std::uint32_t rank, const simt::Access& access) override
    {
        m_recorder.on_cluster_access(step, rank, access);
    }
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override
    {
        m_recorder.on_branch(step, taken, not_taken);
    }
    void on_barrier(std::uint64_t block) override { m_recorder.on_barrier(block); }
    void on_warp_barrier(const simt::Step& step, LaneMask members) override { m_recorder.on_warp_barrier(step, members); }
    void on_exit(const simt::Step& step) override { m_recorder.on_exit(step); }

    [[nodiscard]] analysis::KernelReport take() { return m_recorder.take(m_instructions.size()); }

    [[nodiscard]] double longest_block() const
    {
        const auto all = std::accumulate(m_instructions.begin(), m_instructions.end(), std::uint64_t { 0 });
        const auto longest = *std::ranges::max_element(m_instructions);
        return all == 0 ? 1.0
                        : static_cast<double>(longest) * static_cast<double>(m_instructions.size()) / static_cast<double>(all);
    }

private:
    analysis::GridRecorder m_recorder;
    std::vector<std::uint64_t> m_instructions; // by block
};

GridCount::GridCount(const engine::VmPrograms& programs, const problem::Plan& plan, const arch::Traits& traits)
    : m_programs(programs)
    , m_plan(plan)
    , m_traits(traits)
{
    m_traffic.architecture = traits.name;
}

GridCount::~GridCount() = default;

simt::Observer* GridCount::begin(std::size_t work)
{
    end();
    const auto& launch = std::get<problem::KernelLaunch>(m_plan.step[work]);
    const auto program = m_programs.find(launch.kernel);
    VERIFY(program.ok()); // VmPlan has verified that it exists
    const auto warps = static_cast<std::uint32_t>((launch.block.count() + kMaxLanes - 1) / kMaxLanes);
    m_launch = std::make_unique<BlockCount>((*program)->listing(), m_traits, warps, launch.grid.count());
    ++m_traffic.launches;
    m_traffic.blocks += launch.grid.count();
    m_traffic.counted_blocks = m_traffic.blocks;
    return m_launch.get();
}

void GridCount::end()
{
    if (m_launch == nullptr)
        return;
    const auto report = m_launch->take();
    m_traffic.total += report.total;
    for (const auto& line : report.lines) {
        auto known = std::ranges::find(m_traffic.lines, line.line, &analysis::LineReport::line);
        if (known == m_traffic.lines.end())
            known = m_traffic.lines.insert(m_traffic.lines.end(), { line.line, {}, 0 });
        known->counters += line.counters;
    }
    m_longest_block = std::max(m_longest_block, m_launch->longest_block());
    m_launch.reset();
}

analysis::StepTraffic GridCount::take()
{
    end();
    return std::move(m_traffic);
}

} // namespace warpstage::exercise
