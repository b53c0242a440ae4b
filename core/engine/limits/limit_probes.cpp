#include "core/engine/limits/limit_probes.h"

#include "core/engine/series.h"
#include "core/lesson/files/text_file.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::engine {

namespace {

using problem::BufferArgument;
using problem::Resource;

constexpr std::uint32_t kThreads = 256;
// A multiple of the resident blocks per multiprocessor for 1024, 1536 and 2048 threads, so that there is no partial last wave.
constexpr std::uint32_t kBlocksOfAMultiprocessor = 24;
constexpr std::uint32_t kNever = 0xfedcba98U;
constexpr double kOfARound = 128.0; // operations per lane: see limits.cu
constexpr std::uint32_t kSharedBytesOfARound = 16 * 16;

std::shared_ptr<problem::Plan> plan_of(problem::KernelLaunch launch, double work)
{
    auto plan = std::make_shared<problem::Plan>();
    plan->step.emplace_back(std::move(launch));
    plan->work_per_step = work;
    plan->scene = problem::ArrayScene {};
    plan->variant = std::get<problem::KernelLaunch>(plan->step.front()).kernel;
    return plan;
}

problem::KernelLaunch launch_of(std::string kernel, std::uint32_t blocks, std::vector<problem::Argument> arguments)
{
    return { .kernel = std::move(kernel),
        .grid = { .x = blocks },
        .block = { .x = kThreads },
        .shared_bytes = 0,
        .arguments = std::move(arguments) };
}

// Grid sizes for traversing memory, from few to many blocks, and the one with `at_once` loads per thread.
std::vector<std::uint32_t> grids(const ProbeSize& size, std::uint32_t words, std::uint32_t at_once)
{
    std::vector<std::uint32_t> blocks;
    for (const std::uint32_t each : { 4U, 8U, 16U, 32U })
        blocks.push_back(each * size.multiprocessors);
    blocks.push_back(std::max(1U, words / (kThreads * at_once)));
    return blocks;
}

void add_memory(const ProbeSize& size, std::vector<LimitProbe>& probes)
{
    constexpr std::uint32_t kWordBytes = 16;
    const auto words = static_cast<std::uint32_t>(size.bytes / kWordBytes);
    const auto bytes = static_cast<double>(words) * kWordBytes;
    for (const auto* const kernel : { "copy", "copy_streaming" }) {
        for (const auto blocks : grids(size, words, 4)) {
            auto plan = plan_of(launch_of(kernel, blocks, { BufferArgument { 0 }, BufferArgument { 1 }, words }), 2.0 * bytes);
            plan->buffers = { { .name = "from", .bytes = size.bytes }, { .name = "to", .bytes = size.bytes } };
            probes.push_back({ Resource::copied_bytes, std::move(plan) });
        }
    }
    for (const auto blocks : grids(size, words, 8)) {
        auto plan = plan_of(launch_of("read", blocks, { BufferArgument { 0 }, BufferArgument { 1 }, words, kNever }), bytes);
        plan->buffers = { { .name = "from", .bytes = size.bytes }, { .name = "sink", .bytes = 4 } };
        probes.push_back({ Resource::read_bytes, std::move(plan) });
    }
}

void add_arithmetic(const ProbeSize& size, std::vector<LimitProbe>& probes)
{
    const auto blocks = kBlocksOfAMultiprocessor * size.multiprocessors;
    const auto threads = static_cast<double>(blocks) * kThreads;
    // `share`: fraction of lanes of the unit; the number of rounds is reduced accordingly.
    const auto add = [&](Resource resource, const char* kernel, std::uint32_t share, double of_a_round,
                         const std::vector<problem::Argument>& more) {
        const auto rounds = std::max(1U, size.rounds / share);
        std::vector<problem::Argument> arguments { BufferArgument { 0 }, rounds };
        arguments.insert(arguments.end(), more.begin(), more.end());
        auto plan = plan_of(launch_of(kernel, blocks, std::move(arguments)), threads * of_a_round * rounds);
        plan->buffers = { { .name = "sink", .bytes = 4 } };
        probes.push_back({ resource, std::move(plan) });
    };
    add(Resource::shared_bytes, "read_shared", 1, kSharedBytesOfARound, { std::uint32_t { 48 }, kNever });
    add(Resource::fp32, "multiply_add_floats", 1, kOfARound, { 0.5F, 1.0F });
    add(Resource::fp64, "multiply_add_doubles", 8, kOfARound, { 0.5, 1.0 });
    add(Resource::rsqrt, "reciprocal_root", 4, kOfARound, {});
    add(Resource::issue, "issue", 1, kOfARound, { 0.5F, 1.0F });
}

Result<Series> measure(Engine& engine, const std::shared_ptr<const problem::Plan>& plan)
{
    if (auto adopted = engine.adopt(plan, Contents::initial); !adopted)
        return adopted.error();
    SeriesRequest request;
    request.samples = 7;
    request.cache = CacheState::warm; // the data are much larger than the cache
    return engine.measure(request);
}

Rate rate_of(const TimingSummary& time, double work)
{
    const auto a_second = [work](std::chrono::nanoseconds step) {
        return work / std::max(std::chrono::duration<double>(step).count(), 1e-9);
    };
    return { a_second(time.median), a_second(time.maximum), a_second(time.minimum), time.samples };
}

} // namespace

ProbeSize probe_size_for(const Description& machine)
{
    ProbeSize size;
    constexpr std::size_t kMegabyte = std::size_t { 1 } << 20;
    size.bytes = std::clamp(machine.memory_bytes / 8, kMegabyte, size.bytes) / kMegabyte * kMegabyte;
    size.multiprocessors = std::max(1U, machine.multiprocessors);
    return size;
}

std::vector<LimitProbe> limit_probes(const ProbeSize& size)
{
    std::vector<LimitProbe> probes;
    add_memory(size, probes);
    add_arithmetic(size, probes);
    return probes;
}

std::shared_ptr<const problem::Plan> launch_probe()
{
    return plan_of(launch_of("nothing", 1, {}), 1.0);
}

Result<std::shared_ptr<const lesson::Lesson>> load_limit_kernels(const std::filesystem::path& assets)
{
    const auto folder = assets / "probes";
    auto text = lesson::read_lesson_file(folder, "limits.ptx", "build or install warpstage again");
    if (!text)
        return text.error();
    auto module = ptx::parse(*text, "limits.ptx");
    if (!module)
        return module.error();
    auto kernels = std::make_shared<lesson::Lesson>();
    kernels->folder = folder;
    kernels->id = "limits";
    kernels->ptx_text = std::move(*text);
    kernels->module = std::make_shared<const ptx::Module>(std::move(*module));
    return std::shared_ptr<const lesson::Lesson> { kernels };
}

Result<Limits> measure_limits(Engine& engine, const std::shared_ptr<const lesson::Lesson>& kernels,
    const std::function<void(std::string_view what)>& progress)
{
    const auto& machine = engine.description();
    if (machine.kind != EngineKind::gpu)
        return Error { "Limits can be measured on a GPU only, not on the virtual machine." };
    if (auto loaded = engine.load(kernels); !loaded)
        return loaded.error();
    Limits limits;
    limits.device = machine.name;
    limits.driver = machine.driver;
    limits.clock_megahertz = machine.clock_megahertz;
    for (const auto& [resource, plan] : limit_probes(probe_size_for(machine))) {
        if (progress)
            progress(limit_kind(resource).name);
        const auto series = measure(engine, plan);
        if (!series)
            return series.error();
        const auto rate = rate_of(summarize(series->samples), plan->work_per_step);
        auto& best = limits.rates[static_cast<std::size_t>(resource)];
        if (rate.median > best.median)
            best = rate;
    }
    if (progress)
        progress("launch");
    const auto empty = measure(engine, launch_probe());
    if (!empty)
        return empty.error();
    limits.launch = summarize(empty->samples);
    if (!empty->graph_samples.empty())
        limits.graph_launch = summarize(empty->graph_samples);
    return limits;
}

} // namespace warpstage::engine
