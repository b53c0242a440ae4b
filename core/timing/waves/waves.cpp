#include "core/timing/waves/waves.h"

#include "core/arch/timing/timing.h"
#include "core/timing/memory_requests.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::timing {

namespace {

constexpr std::size_t kMaxRequests = std::size_t { 1 } << 24; // of all blocks, 8 bytes each

// The requests of blocks that run one after another, each with its share of the L1 of a multiprocessor.
class RequestObserver final : public simt::Observer {
public:
    RequestObserver(Waves& waves, const arch::Traits& traits, double l1_bytes, std::function<void(const Waves&)> grown,
        std::stop_source& done)
        : m_waves(waves)
        , m_traits(traits)
        , m_l1_bytes(l1_bytes)
        , m_l1(l1_bytes)
        , m_grown(std::move(grown))
        , m_done(done)
    {
    }

    [[nodiscard]] std::vector<BlockRequests> take() { return std::move(m_requests); }
    // The blocks of which all requests are there.
    [[nodiscard]] std::uint64_t complete() const { return m_full ? m_requests.size() - 1 : m_requests.size(); }

    void on_step(const simt::Step& step) override
    {
        if (m_full || step.block < m_requests.size())
            return;
        if (m_grown && step.block > 0)
            m_grown(m_waves);
        m_requests.resize(step.block + 1);
        m_waves.blocks_seen = step.block + 1;
        m_l1 = LineCache { m_l1_bytes };
    }

    void on_access(const simt::Step& step, const simt::Access& access) override
    {
        if (m_full || access.space != ptx::StateSpace::global)
            return;
        m_scratch.lines.clear();
        m_scratch.memory.clear();
        static_cast<void>(add_memory_use(m_scratch, access, step.warp, m_traits));
        auto& requests = m_requests[step.block];
        const bool loads = access.kind == simt::AccessKind::load;
        for (const LineUse& use : m_scratch.lines) {
            const auto missing = loads ? m_l1.look_up(use.line, use.sectors).missing : use.sectors;
            if (access.kind != simt::AccessKind::store && missing != 0)
                requests.emplace_back(use.line, missing, L2Request::Kind::load);
            if (!loads)
                requests.emplace_back(use.line, use.sectors, L2Request::Kind::store);
        }
        m_kept += m_scratch.lines.size();
        if (m_kept > kMaxRequests) {
            m_full = true;
            m_done.request_stop();
        }
    }

    void on_branch(const simt::Step& /*step*/, LaneMask /*taken*/, LaneMask /*not_taken*/) override { }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

private:
    Waves& m_waves;
    const arch::Traits& m_traits;
    double m_l1_bytes;
    LineCache m_l1;
    std::function<void(const Waves&)> m_grown;
    std::stop_source& m_done;
    BlockStream m_scratch;
    std::vector<BlockRequests> m_requests;
    std::size_t m_kept = 0;
    bool m_full = false;
};

Wave total_of(const std::vector<Wave>& waves)
{
    Wave total;
    for (const Wave& wave : waves)
        total += wave;
    return total;
}

void replay(Waves& waves, const std::vector<BlockRequests>& requests)
{
    std::vector orders { BlockOrder::rows };
    if (waves.grid.x > 1 && waves.grid.y > 1)
        orders.push_back(BlockOrder::columns);
    if (waves.grid.x > 1 && waves.grid.y > kGroupRows)
        orders.push_back(BlockOrder::groups);
    for (const BlockOrder order : orders) {
        const auto blocks = ordered_blocks(waves.grid, waves.blocks_seen, order);
        auto found = replay_l2(requests, blocks, waves.at_once(), waves.l2_bytes);
        waves.orders.push_back({ order, total_of(found) });
        if (order == BlockOrder::rows)
            waves.waves = std::move(found);
    }
}

} // namespace

Waves find_waves(const EstimateRequest& request, const std::stop_token& stop, const std::function<void(const Waves&)>& grown)
{
    const std::size_t recorded = request.plan->recorded_work;
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[recorded]);
    Waves waves;
    waves.kernel = launch.kernel;
    waves.gpu = request.gpu->name;
    waves.grid = launch.grid;
    waves.block = launch.block;
    waves.running = true;
    const auto refuse = [&](const std::string& sentence) {
        waves.refusal = sentence;
        waves.running = false;
        return waves;
    };
    const auto program = request.programs->find(launch.kernel);
    if (!program)
        return refuse(program.error().message);
    const MachineCode code = machine_code((*program)->listing(), *request.traits);
    const LaunchShape shape { .blocks = launch.grid.count(),
        .threads = static_cast<std::uint32_t>(launch.block.count()),
        .shared_bytes = (*program)->static_shared_bytes() + launch.shared_bytes };
    const auto placement = place(shape, code, *request.traits, *request.gpu);
    if (!placement)
        return refuse(placement.error().message);
    waves.resident = placement->full;
    waves.multiprocessors = std::max(1U, request.gpu->multiprocessors);
    const arch::Timing& timing = arch::timing_of(request.traits->capability);
    waves.l2_bytes = request.gpu->l2_kibibytes * 1024.0 * timing.device.l2_usable.value;
    auto machine = engine::VmPlan::make(request.programs, request.plan);
    if (!machine)
        return refuse(machine.error().message);

    std::stop_source done; // later launches need not run
    const double l1_bytes = rates_of(*placement, shape, *request.traits, *request.gpu, timing).l1_bytes;
    RequestObserver observer(waves, *request.traits, l1_bytes / placement->resident, grown, done);
    engine::VmStepOptions options;
    options.warp_width = kMaxLanes;
    options.grid_observer = [&](std::size_t work) -> simt::Observer* {
        if (work > recorded)
            done.request_stop();
        return work == recorded ? &observer : nullptr;
    };
    const std::stop_callback pass_on(stop, [&done] { done.request_stop(); });
    options.stop = done.get_token();
    options.leave = done.get_token();
    const auto outcome = machine->run_step(options);
    if (!outcome)
        return refuse(outcome.error().message);
    if (outcome->trap)
        return refuse(outcome->trap->message);
    if (stop.stop_requested())
        return waves;
    waves.blocks_seen = observer.complete();
    replay(waves, observer.take());
    waves.running = false;
    return waves;
}

} // namespace warpstage::timing
