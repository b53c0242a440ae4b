#include "core/runtime/launch_sample.h"

#include "core/analysis/grid_recorder.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/simt/state_observer.h"
#include "core/timing/limiter_words.h"
#include "core/timing/machine_counters.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace warpstage::runtime {

namespace {

constexpr std::uint64_t kSmallGrid = 256; // blocks, all of which are observed
constexpr std::uint32_t kWarpWidth = 32;
constexpr trace::PatternLimits kLimits { 512, 8192 };

double requested_sectors(const analysis::Counters& counters)
{
    return static_cast<double>(counters.sectors + counters.global_atomics.cost + counters.local.cost);
}

// Lines of the file that the kernel was compiled from, as it is now; empty: not known, or not there.
std::vector<std::string> source_lines(const Kernel& kernel)
{
    constexpr std::uint64_t kMaxBytes = 1 << 20;
    const auto& files = kernel.unit->module->files;
    const std::uint32_t file = kernel.program->listing().functions().front()->location.file;
    if (file >= files.size() || files[file].empty())
        return {};
    const auto text = read_whole_file(files[file], kMaxBytes);
    if (!text)
        return {};
    std::vector<std::string> lines;
    for (const auto line : text::split(*text, '\n'))
        lines.emplace_back(line);
    return lines;
}

} // namespace

// The observer of one block: forwards to the counters and, for blocks of the SM model, to the recording.
class LaunchSampler::Block final : public simt::StateObserver {
public:
    Block(const Kernel& kernel, const arch::Traits& traits, const Dim3& block)
        : m_counters(kernel.program->listing(), traits, kWarpWidth,
            static_cast<std::uint32_t>((block.count() + kWarpWidth - 1) / kWarpWidth), kLimits)
        , m_events(kernel.program->listing(), kernel.code, traits)
    {
    }

    void record_stream(const Kernel& kernel, const arch::Traits& traits, const Dim3& block)
    {
        m_stream.emplace(kernel.code, traits, timing::recorded_steps(block));
    }

    void record_widths(const Kernel& kernel, const arch::Traits& traits)
    {
        m_accesses.emplace(kernel.program->listing(), traits);
    }

    // Null unless record_widths() was called.
    [[nodiscard]] const timing::WideAccesses* accesses() const { return m_accesses ? &*m_accesses : nullptr; }
    [[nodiscard]] analysis::KernelReport take_counters() { return m_counters.take(1); }
    [[nodiscard]] timing::BlockStream take_stream() { return m_stream->take(); }
    [[nodiscard]] const timing::MachineEvents& events()
    {
        m_events.loops.finish();
        return m_events;
    }

    void on_step(const simt::Step& step) override
    {
        m_ran = true;
        m_events.loops.on_step(step);
        forward([&](simt::Observer& observer) { observer.on_step(step); });
    }
    void on_access(const simt::Step& step, const simt::Access& access) override
    {
        forward([&](simt::Observer& observer) { observer.on_access(step, access); });
        m_events.loops.on_access(step, access);
        if (m_accesses)
            m_accesses->add(step.pc, access);
    }
    void before(const simt::Step& step, simt::WarpState& state, const simt::Operation& operation) override
    {
        m_events.slow_paths.before(step, state, operation);
    }
    void after(const simt::Step& /*step*/, simt::WarpState& /*state*/, const simt::Operation& /*operation*/) override { }
    void on_phase(const simt::Step& step, const simt::PhaseStep& phase) override
    {
        forward([&](simt::Observer& observer) { observer.on_phase(step, phase); });
    }
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override
    {
        forward([&](simt::Observer& observer) { observer.on_branch(step, taken, not_taken); });
        m_events.loops.on_branch(step, taken, not_taken);
    }
    void on_barrier(std::uint64_t block) override
    {
        forward([&](simt::Observer& observer) { observer.on_barrier(block); });
    }
    void on_partial_barrier(
        std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) override
    {
        forward([&](simt::Observer& observer) { observer.on_partial_barrier(block, waited, arrived); });
    }
    void on_warp_barrier(const simt::Step& step, LaneMask members) override
    {
        forward([&](simt::Observer& observer) { observer.on_warp_barrier(step, members); });
    }
    void on_exit(const simt::Step& step) override
    {
        forward([&](simt::Observer& observer) { observer.on_exit(step); });
    }

    [[nodiscard]] bool ran() const { return m_ran; }

private:
    template <typename Event> void forward(const Event& event)
    {
        event(m_counters);
        if (m_stream)
            event(*m_stream);
    }

    analysis::GridRecorder m_counters;
    std::optional<timing::StreamObserver> m_stream;
    std::optional<timing::WideAccesses> m_accesses;
    timing::MachineEvents m_events;
    bool m_ran = false;
};

// One recorder for each thread of the computer.
class LaunchSampler::Counters final : public simt::ThreadObservers {
public:
    Counters(const Kernel& kernel, const arch::Traits& traits, const Dim3& block)
        : m_kernel(kernel)
        , m_traits(traits)
        , m_warps(static_cast<std::uint32_t>((block.count() + kWarpWidth - 1) / kWarpWidth))
        , m_has_events(timing::MachineEvents::concern(kernel.program->listing(), kernel.code, traits))
    {
    }

    simt::Observer& for_this_thread() override
    {
        analysis::GridRecorder& counters =
            m_recorders.emplace_back(m_kernel.program->listing(), m_traits, kWarpWidth, m_warps, kLimits);
        if (m_has_events)
            counters.follow(m_events.emplace_back(m_kernel.program->listing(), m_kernel.code, m_traits));
        return counters;
    }
    // What happens in machine code in the blocks of each thread.
    [[nodiscard]] std::deque<timing::MachineEvents>& events() { return m_events; }

    [[nodiscard]] std::vector<analysis::KernelReport> take()
    {
        std::vector<analysis::KernelReport> reports;
        for (analysis::GridRecorder& recorder : m_recorders)
            reports.push_back(recorder.take(1));
        return reports;
    }

private:
    const Kernel& m_kernel;
    const arch::Traits& m_traits;
    std::uint32_t m_warps;
    bool m_has_events;
    std::deque<analysis::GridRecorder> m_recorders;
    std::deque<timing::MachineEvents> m_events; // empty if the kernel has none
};

LaunchSampler::LaunchSampler(const Kernel& kernel, const Dim3& grid, const Dim3& block, std::uint64_t shared_bytes,
    const arch::Traits& traits, const arch::Gpu& gpu, Result result, bool repeated)
    : m_kernel(kernel)
    , m_grid(grid)
    , m_block(block)
    , m_shared_bytes(shared_bytes)
    , m_traits(traits)
    , m_gpu(gpu)
    , m_result(result)
    , m_repeated(repeated)
    , m_counters(std::make_unique<Counters>(kernel, traits, block))
{
    const auto placement = timing::place(shape(), kernel.code, traits, gpu);
    if (placement && result != Result::counters)
        m_modeled = timing::sampled_blocks(grid, std::uint64_t { placement->resident } * placement->active);
}

void LaunchSampler::observe(simt::RunOptions& options, Observation observation)
{
    std::vector<std::uint64_t> observed = m_modeled;
    m_complete = observation == Observation::complete || m_grid.count() <= kSmallGrid;
    if (m_complete)
        options.of_threads = m_counters.get();
    else
        observed.push_back(0);
    std::ranges::sort(observed);
    observed.erase(std::unique(observed.begin(), observed.end()), observed.end());
    for (const std::uint64_t linear : observed) {
        m_blocks.push_back(std::make_unique<Block>(m_kernel, m_traits, m_block));
        if (std::ranges::find(m_modeled, linear) != m_modeled.end())
            m_blocks.back()->record_stream(m_kernel, m_traits, m_block);
        if (m_complete && m_kernel.assembled.valid())
            m_blocks.back()->record_widths(m_kernel, m_traits);
        m_observers.push_back({ linear, m_blocks.back().get() });
    }
    options.observers = m_observers;
    constexpr std::uint64_t kHuge = 1 << 24; // blocks
    if (m_grid.count() <= kHuge)
        m_work.resize(m_grid.count());
    options.block_instructions = m_work;
}

LaunchSampler::~LaunchSampler() = default;

timing::LaunchShape LaunchSampler::shape() const
{
    return { .blocks = m_grid.count(),
        .threads = static_cast<std::uint32_t>(m_block.count()),
        .shared_bytes = static_cast<std::uint32_t>(m_shared_bytes) };
}

void LaunchSampler::count_machine_code(LaunchRecord& record, std::span<const analysis::InstructionReport> instructions,
    std::span<const timing::BlockStream> streams) const
{
    timing::MachineEvents events(m_kernel.program->listing(), m_kernel.code, m_traits);
    for (const auto& block : m_blocks)
        events += block->events();
    for (timing::MachineEvents& of_thread : m_counters->events()) {
        of_thread.loops.finish();
        events += of_thread;
    }
    record.machine = timing::machine_counters(m_kernel.code, instructions, streams, events);
    if (!m_kernel.assembled.valid() || !m_kernel.assembled.get())
        return;
    timing::WideAccesses accesses(m_kernel.program->listing(), m_traits);
    for (const auto& block : m_blocks)
        if (block->accesses() != nullptr)
            accesses += *block->accesses();
    const timing::AssembledLaunch assembled { &*m_kernel.assembled.get(), &accesses };
    record.assembled = timing::machine_counters(m_kernel.code, instructions, streams, events, &assembled);
}

void LaunchSampler::finish(LaunchRecord& record, const simt::DeviceMemory& memory, bool faulted)
{
    std::vector<analysis::InstructionReport> instructions;
    const auto add = [&](const analysis::KernelReport& report) {
        record.counters += report.total;
        instructions.insert(instructions.end(), report.instructions.begin(), report.instructions.end());
    };
    std::map<std::uint64_t, double> sectors; // by block
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        if (!m_blocks[i]->ran())
            continue;
        const analysis::KernelReport report = m_blocks[i]->take_counters();
        add(report);
        sectors[m_observers[i].block] = requested_sectors(report.total);
        record.sampled_instructions += report.total.instructions;
        ++record.sampled_blocks;
    }
    record.observed_blocks = record.sampled_blocks;
    if (m_complete) {
        for (const analysis::KernelReport& report : m_counters->take())
            add(report);
        record.observed_blocks = m_grid.count();
    }
    if (m_grid.count() <= kSmallGrid) {
        record.sampled_blocks = m_grid.count();
        record.sampled_instructions = record.warp_instructions;
    }
    if (m_result == Result::counters)
        return;
    if (faulted) {
        record.no_estimate = "the kernel ends with a fault";
        return;
    }
    if (m_modeled.empty() || m_gpu.clock_megahertz == 0) {
        record.no_estimate = m_modeled.empty() ? "a block exceeds the limits of the GPU" : "its clock rate is not published";
        return;
    }
    timing::LaunchSample sample;
    sample.grid = m_grid;
    sample.block = m_block;
    sample.shape = shape();
    sample.listing = &m_kernel.program->listing();
    sample.code = &m_kernel.code;
    for (const std::uint64_t linear : m_modeled) {
        const auto found = std::ranges::find(m_observers, linear, &simt::BlockObserver::block);
        sample.blocks.push_back(linear);
        sample.streams.push_back(m_blocks[static_cast<std::size_t>(found - m_observers.begin())]->take_stream());
    }
    if (m_complete)
        count_machine_code(record, instructions, sample.streams);
    double modeled = 0.0; // sectors
    for (std::size_t i = 0; i < std::min(timing::kModeledBlocks, m_modeled.size()); ++i)
        modeled += sectors[m_modeled[i]] / static_cast<double>(std::min(timing::kModeledBlocks, m_modeled.size()));
    if (m_complete && modeled > 0.0)
        sample.requests = requested_sectors(record.counters) / static_cast<double>(m_grid.count()) / modeled;
    sample.work = std::move(m_work);
    sample.repeated = m_repeated;
    for (const simt::DeviceMemory::Region& region : memory.regions())
        sample.buffers.push_back({ region.base, static_cast<std::size_t>(region.size) });
    auto estimate = timing::estimate_launch(sample, m_traits, m_gpu);
    if (!estimate) {
        record.no_estimate = estimate.error().message;
        return;
    }
    record.estimate = LaunchEstimate { estimate->time, timing::limiter_words(estimate->limiter, estimate->pipe),
        estimate->occupancy, estimate->cache, estimate->range };
    if (m_result == Result::estimate)
        return;
    estimate->name = record.kernel;
    if (const auto why = timing::why(std::move(sample), *estimate, m_traits, m_gpu)) {
        const auto source = source_lines(m_kernel);
        record.why = timing::report_of(*why, source.empty() ? nullptr : &source);
    }
}

} // namespace warpstage::runtime
