#include "core/runtime/launcher.h"

#include "core/arch/occupancy.h"
#include "core/base/json_text.h"
#include "core/runtime/launch_sample.h"
#include "core/simt/program_body.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <fstream>
#include <utility>

namespace warpstage::runtime {

namespace {

// Observing takes longer than running: programs that launch a kernel thousands of times would take too long.
constexpr std::uint32_t kMaxObserved = 4; // launches of a kernel with the same numbers of blocks and threads
constexpr std::chrono::milliseconds kWatchPeriod { 1000 };
constexpr std::uint32_t kMaxThreads = 1024;
constexpr std::uint32_t kMaxThreadsZ = 64;
constexpr std::uint32_t kMaxGridX = 0x7fff'ffff;
constexpr std::uint32_t kMaxGridYZ = 65535;

bool is_valid(const Dim3& grid, const Dim3& block)
{
    return grid.count() != 0 && grid.x <= kMaxGridX && grid.y <= kMaxGridYZ && grid.z <= kMaxGridYZ && block.count() != 0
        && block.count() <= kMaxThreads && block.z <= kMaxThreadsZ;
}

LaunchFault fault_of(const simt::Trap& trap, const ptx::Module& module)
{
    LaunchFault fault { std::string { simt::name_of(trap.kind) }, trap.message, {}, trap.location.line };
    if (trap.location.line != 0 && trap.location.file < module.files.size())
        fault.file = module.files[trap.location.file];
    return fault;
}

} // namespace

Launcher::Launcher(const LaunchPlace& place, const Settings& settings, std::function<void(std::string_view)> print)
    : m_place(place)
    , m_settings(settings)
    , m_print(std::move(print))
    , m_capture(settings.capture, settings.architecture)
{
    if (!settings.record_file.empty())
        m_watch = std::make_unique<LaunchWatch>(kWatchPeriod, [this](const LaunchRecord& record) { write(record); });
}

Failure Launcher::pack(LaunchRequest& request, void* const* arguments)
{
    Failure failure;
    const Kernel* kernel = m_place.modules.kernel(request.function, failure);
    if (kernel == nullptr)
        return failure;
    const ptx::Function& function = kernel->program->kernel();
    if (arguments == nullptr && !function.parameters.empty())
        return { Status::invalid_value, {} };
    request.parameters.assign(function.parameter_bytes, std::byte { 0 });
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const ptx::Parameter& parameter = function.parameters[i];
        std::memcpy(request.parameters.data() + parameter.offset, arguments[i], parameter.size);
    }
    return { Status::success, {} };
}

Failure Launcher::resident_blocks(
    const void* function, std::uint32_t threads, std::size_t dynamic_shared_bytes, std::uint32_t& result)
{
    Failure failure;
    const Kernel* kernel = m_place.modules.kernel(function, failure);
    if (kernel == nullptr)
        return failure;
    const auto occupancy = arch::occupancy(m_place.traits,
        { threads, kernel->code.registers_per_thread,
            kernel->program->static_shared_bytes() + static_cast<std::uint32_t>(dynamic_shared_bytes) });
    result = occupancy ? occupancy->blocks : 0;
    return { Status::success, {} };
}

Failure Launcher::check(const Kernel& kernel, const LaunchRequest& request)
{
    if (!is_valid(request.grid, request.block))
        return { Status::invalid_value, {} }; // as the runtime of CUDA 13.0 on an H200, for every wrong grid and block
    const auto allowed = static_cast<std::size_t>(kernel.max_dynamic_shared_bytes);
    if (request.dynamic_shared_bytes > allowed)
        return { Status::invalid_value, {} };
    if (!request.cooperative)
        return { Status::success, {} };
    std::uint32_t resident = 0;
    Failure failure = resident_blocks(
        request.function, static_cast<std::uint32_t>(request.block.count()), request.dynamic_shared_bytes, resident);
    if (failure.status == Status::success && request.grid.count() > std::uint64_t { resident } * m_place.gpu.multiprocessors)
        failure.status = Status::cooperative_too_large;
    return failure;
}

Failure Launcher::launch(const LaunchRequest& request)
{
    Failure failure;
    Kernel* kernel = m_place.modules.kernel(request.function, failure);
    if (kernel == nullptr)
        return failure;
    if (failure = check(*kernel, request); failure.status != Status::success)
        return failure;

    LaunchRecord record;
    record.number = ++m_launches;
    record.kernel = kernel->program->kernel().display_name;
    record.grid = request.grid;
    record.block = request.block;
    record.shared_bytes = kernel->program->static_shared_bytes() + request.dynamic_shared_bytes;
    // A record costs more than a short launch: if nobody asked for a report or a capture, only faults and long launches have one.
    const bool sampled = m_settings.observation == Observation::sampled;
    const bool recorded = sampled || !m_settings.capture.folder.empty();
    if (recorded)
        write(record);

    simt::RunOptions options;
    options.module = &*kernel->unit->memory;
    options.textures = &m_place.textures.table();
    options.checks = m_settings.checks;
    options.scheduling = m_settings.scheduling;
    options.observed_block = request.grid.count(); // none
    std::optional<LaunchSampler> sampler;
    std::uint32_t& observed = m_observed[{ kernel, request.grid.count(), request.block.count() }];
    if (sampled && observed++ < kMaxObserved) {
        sampler.emplace(*kernel, request.grid, request.block, record.shared_bytes, m_place.traits, m_place.gpu);
        options.observers = sampler->observers();
    } else if (sampled) {
        record.no_estimate = fmt::format("only the first {} launches of a kernel with the same grid are observed", kMaxObserved);
    }
    const simt::LaunchShape shape { .grid = request.grid,
        .block = request.block,
        .dynamic_shared_bytes = static_cast<std::uint32_t>(request.dynamic_shared_bytes),
        .cluster = request.cluster };
    auto captured = m_capture.begin(*kernel, request, record.number, m_place);
    if (m_watch != nullptr)
        options.progress = &m_watch->begin(record);
    const auto begin = std::chrono::steady_clock::now();
    const auto outcome = simt::run(*kernel->program, m_place.memory.vm(), shape, request.parameters, options);
    record.emulated = std::chrono::steady_clock::now() - begin;
    const bool watched = m_watch != nullptr && m_watch->end();
    if (!outcome)
        return { Status::out_of_resources, outcome.error().message };
    m_print(outcome->output);
    if (captured)
        m_capture.end(*captured, outcome->trap ? simt::name_of(outcome->trap->kind) : std::string_view {});
    record.finished = true;
    record.warp_instructions = outcome->warp_instructions;
    record.lane_instructions = outcome->lane_instructions;
    if (sampler)
        sampler->finish(record, m_place.memory.vm(), outcome->trap.has_value());
    if (outcome->trap) {
        record.fault = fault_of(*outcome->trap, *kernel->unit->module);
        const std::string place =
            record.fault->file.empty() ? "" : fmt::format(" ({}:{})", record.fault->file, record.fault->line);
        failure = { status_of(outcome->trap->kind),
            fmt::format("Launch {}, kernel `{}`: {}{}", record.number, record.kernel, record.fault->message, place) };
    }
    if (recorded || watched || record.fault)
        write(record);
    return failure;
}

void Launcher::write(const LaunchRecord& record) const
{
    if (m_settings.record_file.empty())
        return;
    std::ofstream file(m_settings.record_file, std::ios::app);
    file << json_text(to_json(record)) + '\n';
}

} // namespace warpstage::runtime
