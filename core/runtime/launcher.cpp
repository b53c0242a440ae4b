#include "core/runtime/launcher.h"

#include "core/arch/occupancy.h"
#include "core/base/json_text.h"
#include "core/runtime/late/access_log.h"
#include "core/runtime/launch_sample.h"
#include "core/simt/checks/finding.h"
#include "core/simt/checks/global_shadow.h"
#include "core/simt/hang/hang.h"
#include "core/simt/hang/hang_json.h"
#include "core/simt/launch_check.h"
#include "core/simt/operation.h"
#include "core/simt/program_body.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <utility>

namespace warpstage::runtime {

namespace {

// The SM model takes longer than running: programs that launch a kernel thousands of times would take too long.
constexpr std::uint32_t kMaxExplained = 16; // launches whose causes of time are computed, the first of each such number
constexpr std::uint32_t kMaxEstimated = 4; // launches of a kernel with the same numbers of blocks and threads
constexpr std::chrono::milliseconds kWatchPeriod { 1000 };
constexpr std::uint64_t kDefaultStack = 1024; // bytes per thread; cudaLimitStackSize of a new context
constexpr unsigned kMaxDepth = 24; // CUDA C++ Programming Guide, "Nesting and Synchronization Depth"

// Bytes of cudaLimitPrintfFifoSize of a new context: as an H200, which has 64 KiB for each multiprocessor; otherwise as the CUDA
// C++ Programming Guide says ("Formatted Output", limitations).
std::uint64_t default_print_bytes(const arch::Gpu& gpu)
{
    constexpr std::uint64_t kForEach = std::uint64_t { 64 } << 10;
    return gpu.name == "H200" ? gpu.multiprocessors * kForEach : std::uint64_t { 1 } << 20;
}

std::string file_of(std::uint32_t file, const ptx::Module& module)
{
    return file < module.files.size() ? module.files[file] : std::string {};
}

// " (helper.h:4, called from main.cu:6)"; empty without line information.
std::string place_of(const simt::Trap& trap, const ptx::Listing& listing, const ptx::Module& module)
{
    const ptx::SourceLocation& location = listing.instruction(trap.pc).location;
    const std::string file = file_of(location.file, module);
    if (location.line == 0 || file.empty())
        return {};
    const std::string caller = file_of(listing.function(trap.pc).location.file, module);
    return location.inlined_at == 0 || caller.empty()
        ? fmt::format(" ({}:{})", file, location.line)
        : fmt::format(" ({}:{}, called from {}:{})", file, location.line, caller, location.inlined_at);
}

// A GPU executes no barrier of such operands. An mbarrier object is data, which the hardware checks.
Status status_of(const simt::Trap& trap, const ptx::Listing& listing)
{
    const ptx::Opcode opcode = listing.instruction(trap.pc).opcode;
    const bool is_barrier = opcode == ptx::Opcode::bar || opcode == ptx::Opcode::barrier;
    return trap.kind == simt::TrapKind::invalid_barrier && is_barrier ? Status::illegal_instruction
                                                                      : runtime::status_of(trap.kind);
}

// The place of the innermost inlined function.
LaunchFault fault_of(const simt::Trap& trap, const ptx::Listing& listing, const ptx::Module& module)
{
    const ptx::SourceLocation& location = listing.instruction(trap.pc).location;
    LaunchFault fault { std::string { simt::name_of(trap.kind) }, trap.message, {}, location.line, {},
        place_of(trap, listing, module) };
    if (trap.hang != nullptr)
        fault.hang = simt::to_json(*trap.hang).dump();
    if (location.line != 0)
        fault.file = file_of(location.file, module);
    return fault;
}

// Standard error of the program. The library is linked into a shared one, where `stderr` cannot be named.
void print_error(const std::string& text)
{
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0)
        return; // closed by the program
}

std::vector<LaunchFinding> findings_of(const simt::LaunchOutcome& outcome, const ptx::Listing& listing, const ptx::Module& module)
{
    std::vector<LaunchFinding> findings;
    for (const simt::Finding& finding : outcome.findings)
        findings.push_back({ fault_of(finding.trap, listing, module), std::string { simt::name_of(finding.severity) },
            std::string { simt::tool_of(finding.trap.kind) }, std::string { finding.hazard }, std::string { finding.cause },
            finding.count });
    return findings;
}

// The findings after the first error, which the program gets as the error of the launch.
std::string other_findings(const LaunchRecord& record)
{
    constexpr std::size_t kMax = 8;
    std::string text;
    for (std::size_t i = record.fault ? 1 : 0; i < std::min(record.findings.size(), kMax); ++i) {
        const LaunchFault& fault = record.findings[i].fault;
        text += fmt::format("warpstage: {}: launch {}, kernel `{}`: {}{}\n", record.findings[i].severity, record.number,
            record.kernel, fault.message, fault.place);
    }
    if (record.findings.size() > kMax)
        text += fmt::format("warpstage: {} more findings; `--report-json FILE` writes all\n", record.findings.size() - kMax);
    return text;
}

} // namespace

Dim3 cluster_of(const Kernel& kernel, const LaunchRequest& request)
{
    return request.cluster.value_or(kernel.program->kernel().cluster.value_or(Dim3 {}));
}

std::uint32_t max_cluster_blocks(const Kernel& kernel)
{
    return kernel.nonportable_cluster == 0 ? simt::kPortableClusterBlocks : simt::kMaxClusterBlocks;
}

Launcher::Launcher(const LaunchPlace& place, const Settings& settings, std::function<void(std::string_view)> print)
    : m_place(place)
    , m_settings(settings)
    , m_print(std::move(print))
    , m_limits { .stack_bytes = kDefaultStack, .print_bytes = default_print_bytes(place.gpu) }
    , m_capture(settings.capture, settings.architecture)
    , m_waits(settings.explain_after ? std::optional { std::chrono::duration<double>(*settings.explain_after) } : std::nullopt,
          print_error)
{
    if (!settings.record_file.empty())
        m_watch = std::make_unique<LaunchWatch>(kWatchPeriod, [this](const LaunchRecord& record) { write(record); });
}

Failure Launcher::pack(LaunchRequest& request, void* const* arguments)
{
    Failure failure;
    const Kernel* kernel = m_place.modules.kernel(request.function, failure);
    if (kernel == nullptr)
        return refuse(request, std::move(failure));
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
    result = 0;
    const auto allowed = static_cast<std::size_t>(kernel->max_dynamic_shared_bytes);
    const bool within_bounds = threads <= kernel->program->kernel().max_block_threads.value_or(threads); // __launch_bounds__
    if (!within_bounds || dynamic_shared_bytes > allowed)
        return { Status::success, {} };
    const auto occupancy = arch::occupancy(m_place.traits,
        { threads, kernel->code.registers_per_thread,
            kernel->program->static_shared_bytes() + static_cast<std::uint32_t>(dynamic_shared_bytes) });
    result = occupancy ? occupancy->blocks : 0;
    return { Status::success, {} };
}

Failure Launcher::check(const Kernel& kernel, const LaunchRequest& request)
{
    if (!simt::is_valid_grid(request.grid) || !simt::is_valid_block(request.block))
        return { Status::invalid_value, {} }; // as the runtime of CUDA 13.0 on an H200, for every wrong grid and block
    const auto allowed = static_cast<std::size_t>(kernel.max_dynamic_shared_bytes);
    // The device runtime has checked launches of kernels.
    if (request.dynamic_shared_bytes > allowed && request.depth == 0)
        return { Status::invalid_value, {} };
    const Dim3 cluster = cluster_of(kernel, request);
    if (cluster != kernel.program->kernel().cluster.value_or(cluster) || cluster.count() == 0
        || cluster.count() > max_cluster_blocks(kernel) || request.grid.x % cluster.x != 0 || request.grid.y % cluster.y != 0
        || request.grid.z % cluster.z != 0)
        return { Status::invalid_cluster_size, {} };
    if (!request.cooperative)
        return { Status::success, {} };
    std::uint32_t resident = 0;
    Failure failure = resident_blocks(
        request.function, static_cast<std::uint32_t>(request.block.count()), request.dynamic_shared_bytes, resident);
    if (failure.status == Status::success && request.grid.count() > std::uint64_t { resident } * m_place.gpu.multiprocessors)
        failure.status = Status::cooperative_too_large;
    return failure;
}

Failure Launcher::check(const LaunchRequest& request)
{
    Failure failure;
    const Kernel* kernel = m_place.modules.kernel(request.function, failure);
    return kernel == nullptr ? failure : check(*kernel, request);
}

// A kernel that the virtual machine cannot run must not pass unnoticed in a program that ignores errors: the error stays, and the
// record makes the exit status 1.
Failure Launcher::refuse(const LaunchRequest& request, Failure failure)
{
    if (failure.status != Status::invalid_ptx)
        return failure;
    failure.permanent = true;
    LaunchRecord record;
    record.number = ++m_launches;
    record.kernel = m_place.modules.name_of(request.function);
    record.grid = request.grid;
    record.block = request.block;
    record.finished = true;
    record.no_estimate = "the kernel did not run";
    record.fault = LaunchFault { "refused", failure.sentence, {}, 0 };
    write(record);
    return failure;
}

void Launcher::note_finding(const std::string& kind, const std::string& sentence) const
{
    LaunchRecord record;
    record.finished = true;
    record.fault = LaunchFault { kind, sentence, {}, 0 };
    write(record);
}

WorkNote Launcher::note_of(const LaunchRequest& request) const
{
    WorkNote note { fmt::format("a launch of kernel `{}`", m_place.modules.name_of(request.function)), {},
        std::make_shared<UsedMemory>() };
    for (std::size_t offset = 0; offset + sizeof(void*) <= request.parameters.size(); offset += sizeof(void*)) {
        const void* pointer = nullptr;
        std::memcpy(&pointer, request.parameters.data() + offset, sizeof(pointer));
        if (auto range = m_place.memory.shared_range(pointer))
            note.host.push_back(*std::move(range));
    }
    return note;
}

bool Launcher::may_wait_for_host(const LaunchRequest& request)
{
    Failure ignored;
    const Kernel* const kernel = m_place.modules.kernel(request.function, ignored);
    if (kernel == nullptr || !kernel->polls)
        return false;
    return !kernel->binary->managed.empty() || points_to_host(request.parameters, Follow::buffers)
        || any_variable_points_to_host(*kernel);
}

// Whether one of the words is a pointer to memory that the host accesses, too, or points to a small buffer with such a pointer.
bool Launcher::points_to_host(std::span<const std::byte> words, Follow follow) const
{
    constexpr std::uint64_t kMaxFollowed = 4096; // bytes
    for (std::size_t offset = 0; offset + sizeof(void*) <= words.size(); offset += sizeof(void*)) {
        const void* pointer = nullptr;
        std::memcpy(&pointer, words.data() + offset, sizeof(pointer));
        const Allocation* const allocation = pointer == nullptr ? nullptr : m_place.memory.find(pointer);
        if (allocation == nullptr)
            continue;
        if (allocation->kind != MemoryKind::device)
            return true;
        if (follow == Follow::nothing || allocation->bytes > kMaxFollowed)
            continue;
        const simt::DeviceMemory::Region* const region = m_place.memory.vm().nearest(std::bit_cast<simt::DeviceAddress>(pointer));
        if (points_to_host({ region->data, static_cast<std::size_t>(region->size) }, Follow::nothing))
            return true;
    }
    return false;
}

bool Launcher::any_variable_points_to_host(const Kernel& kernel) const
{
    constexpr std::uint64_t kMaxBytes = 256; // of a variable with pointers
    simt::ModuleMemory& memory = *kernel.unit->memory;
    if (memory.constants().size() <= kMaxBytes && points_to_host(memory.constants(), Follow::nothing))
        return true;
    for (const std::uint64_t address : memory.addresses()) {
        const simt::DeviceMemory::Region* const region = m_place.memory.vm().nearest(address);
        const bool is_small = region != nullptr && region->base == address && region->size <= kMaxBytes;
        if (is_small && points_to_host({ region->data, static_cast<std::size_t>(region->size) }, Follow::nothing))
            return true;
    }
    return false;
}

Result<simt::LaunchOutcome> Launcher::run(const simt::Program& program, const simt::LaunchShape& shape,
    std::span<const std::byte> parameters, simt::RunOptions& options)
{
    DeviceMutex& mutex = m_place.mutex;
    if (!mutex.is_beside())
        return simt::run(program, m_place.memory.vm(), shape, parameters, options);
    options.gate = &mutex.gate();
    auto running = simt::LaunchRun::begin(program, m_place.memory.vm(), shape, parameters, options);
    if (!running)
        return running.error();
    const unsigned locks = mutex.release();
    auto outcome = running->advance(simt::LaunchRun::Time::max());
    mutex.acquire(locks);
    if (!outcome)
        return outcome.error();
    return **std::move(outcome);
}

Failure Launcher::launch(const LaunchRequest& request)
{
    Failure failure;
    Kernel* kernel = m_place.modules.kernel(request.function, failure);
    if (kernel == nullptr)
        return refuse(request, std::move(failure));
    if (failure = check(*kernel, request); failure.status != Status::success)
        return failure;

    LaunchRecord record;
    record.number = ++m_launches;
    record.kernel = kernel->program->kernel().display_name;
    record.grid = request.grid;
    record.block = request.block;
    record.shared_bytes = kernel->program->static_shared_bytes() + request.dynamic_shared_bytes;
    // A record costs more than a short launch: if nobody asked for a report or a capture, only faults and long launches have one.
    const bool observes = m_settings.observation != Observation::none;
    const bool recorded = observes || !m_settings.capture.folder.empty();
    if (recorded)
        write(record);

    simt::RunOptions options;
    options.module = &*kernel->unit->memory;
    options.textures = &m_place.textures.table();
    options.checks = m_settings.checks;
    options.scheduling = m_settings.scheduling;
    options.limits = m_limits;
    options.stop = m_stop.get_token();
    options.runs_children = true;
    // As on the device, blocks that wait for blocks which do not fit never go on.
    std::uint32_t resident = 0;
    if (resident_blocks(
            request.function, static_cast<std::uint32_t>(request.block.count()), request.dynamic_shared_bytes, resident)
                .status
            == Status::success
        && resident != 0)
        options.resident_blocks = std::uint64_t { resident } * m_place.gpu.multiprocessors;
    m_heap_used = m_heap_used || kernel->program->body().uses.heap;
    options.observed_block = request.grid.count(); // none
    std::optional<LaunchSampler> sampler;
    std::uint32_t& observed = m_observed[{ kernel, request.grid.count(), request.block.count() }];
    const bool estimated = observes && m_settings.estimates && observed++ < kMaxEstimated;
    if (observes && !estimated)
        record.no_estimate = m_settings.estimates
            ? fmt::format("only the first {} launches of a kernel with the same grid have estimates", kMaxEstimated)
            : "the report has counters only";
    if (estimated || m_settings.observation == Observation::complete) {
        if (estimated && m_settings.observation == Observation::complete)
            m_place.modules.assemble(*kernel);
        // The SM model simulates the launch once for each cause.
        const bool explained = estimated && observed == 1 && m_explained < kMaxExplained;
        m_explained += explained ? 1 : 0;
        using enum LaunchSampler::Result;
        sampler.emplace(*kernel, request.grid, request.block, record.shared_bytes, m_place.traits, m_place.gpu,
            explained ? causes : (estimated ? estimate : counters), observed > 1 && !m_settings.flushes_caches);
        sampler->observe(options, m_settings.observation);
    }
    std::optional<AccessLog> log;
    UsedMemory* const used = m_used_by_graph != nullptr ? m_used_by_graph.get() : request.used.get();
    if (used != nullptr && used->is_wanted()) {
        options.observer = &log.emplace(*used, kernel->program->listing());
        options.blocks = simt::Blocks::all_observed;
        options.observers = {};
        options.of_threads = nullptr;
        sampler.reset();
    }
    const simt::LaunchShape shape { .grid = request.grid,
        .block = request.block,
        .dynamic_shared_bytes = static_cast<std::uint32_t>(request.dynamic_shared_bytes),
        .cluster = request.cluster,
        .cooperative = request.cooperative };
    auto captured = m_capture.begin(*kernel, request, record.number, m_place);
    if (m_watch != nullptr)
        options.progress = &m_watch->begin(record);
    options.question = &m_waits.begin(record);
    const auto begin = std::chrono::steady_clock::now();
    const auto outcome = run(*kernel->program, shape, request.parameters, options);
    record.emulated = std::chrono::steady_clock::now() - begin;
    m_waits.end();
    const bool watched = m_watch != nullptr && m_watch->end();
    if (!outcome) { // more threads than __launch_bounds__ are an invalid value for the driver
        const auto threads = std::uint64_t { request.block.x } * request.block.y * request.block.z;
        const bool within_bounds = threads <= kernel->program->kernel().max_block_threads.value_or(threads);
        return { within_bounds ? Status::out_of_resources : Status::invalid_value, outcome.error().message };
    }
    m_print(outcome->output);
    if (captured)
        m_capture.end(*captured, outcome->trap ? simt::name_of(outcome->trap->kind) : std::string_view {});
    record.finished = true;
    record.warp_instructions = outcome->warp_instructions;
    record.lane_instructions = outcome->lane_instructions;
    if (sampler)
        sampler->finish(record, m_place.memory.vm(), outcome->trap.has_value());
    if (outcome->trap) {
        // As the runtime of a GPU, which prints a line for each thread; here of the first warp.
        if (outcome->trap->kind == simt::TrapKind::assertion_failed)
            print_error(outcome->trap->lines);
        const simt::Trap& first = outcome->findings.empty() ? *outcome->trap : outcome->findings.front().trap;
        record.fault = fault_of(first, kernel->program->listing(), *kernel->unit->module);
        // The headers of cooperative groups end a kernel whose grid cannot synchronize with a trap.
        const bool not_cooperative = outcome->trap->kind == simt::TrapKind::trap_instruction && !request.cooperative
            && kernel->program->body().uses.grid_workspace;
        const std::string_view hint =
            not_cooperative ? ". `grid.sync()` requires a launch with `cudaLaunchCooperativeKernel`" : "";
        std::string sentence = fmt::format(
            "Launch {}, kernel `{}`: {}{}{}", record.number, record.kernel, record.fault->message, record.fault->place, hint);
        if (first.hang != nullptr)
            sentence += "\n" + simt::to_text(*first.hang);
        // As with compute-sanitizer, the program goes on after a finding that did not end the kernel.
        if (outcome->ended)
            print_error(fmt::format("warpstage: {}\n", sentence));
        else
            failure = { status_of(*outcome->trap, kernel->program->listing()), std::move(sentence) };
    }
    record.findings = findings_of(*outcome, kernel->program->listing(), *kernel->unit->module);
    print_error(other_findings(record));
    if (outcome->checks_are_incomplete)
        print_error(fmt::format(
            "warpstage: launch {}, kernel `{}`: not all memory was checked for races: the notes about it exceed {} GiB\n",
            record.number, record.kernel, simt::ShadowBudget::kMaxBytes >> 30U));
    if (recorded || watched || record.fault || !record.findings.empty())
        write(record);
    const bool reads_clock = std::ranges::any_of(
        kernel->program->body().services, [](const simt::ServiceForm& form) { return form.service == simt::Service::clock; });
    if (failure.status == Status::success && reads_clock)
        failure.sentence =
            fmt::format("Kernel `{}` reads the clock of the multiprocessor: on the virtual device it counts the warp "
                        "instructions of the block, not cycles of a GPU.",
                record.kernel);
    std::vector<simt::ChildLaunch> children = kernel->unit->memory->children().take();
    return failure.status != Status::success || children.empty() ? failure : run_children(request, *kernel, std::move(children));
}

// Launches in the order of the blocks, each with all that it launches itself, then the tail launches.
Failure Launcher::run_children(const LaunchRequest& parent, const Kernel& kernel, std::vector<simt::ChildLaunch> children)
{
    if (parent.depth == kMaxDepth)
        return { Status::launch_failure,
            fmt::format("Kernel `{}`: launches from kernels are nested more than {} deep.", kernel.program->kernel().display_name,
                kMaxDepth) };
    std::ranges::stable_sort(children, {}, &simt::ChildLaunch::order);
    for (simt::ChildLaunch& child : children) {
        Failure failure = run_child(parent, kernel, child);
        // A launch that is not valid is an error of the kernel that launches; the host does not see it.
        const bool refused = failure.status == Status::invalid_value && failure.sentence.empty();
        if (failure.status != Status::success && !refused)
            return failure;
    }
    return { Status::success, {} };
}

Failure Launcher::run_child(const LaunchRequest& parent, const Kernel& kernel, simt::ChildLaunch& child)
{
    const auto pointer = [](simt::DeviceAddress address) {
        return std::bit_cast<void*>(address);
    };
    switch (child.kind) {
    case simt::ChildLaunch::Kind::copy:
        return { m_place.memory.copy(pointer(child.target), pointer(child.source), child.bytes, CopyKind::by_address), {} };
    case simt::ChildLaunch::Kind::fill:
        return { m_place.memory.set_rows({ pointer(child.target), child.bytes, 0 }, child.value, 1, { child.bytes, 1, 1 }), {} };
    case simt::ChildLaunch::Kind::kernel:
        break;
    }
    LaunchRequest request { .function =
                                m_place.modules.find_kernel(*kernel.binary, kernel.unit->module->functions[child.function].name),
        .grid = child.grid,
        .block = child.block,
        .dynamic_shared_bytes = child.shared_bytes,
        .parameters = std::move(child.parameters),
        .depth = parent.depth + 1,
        .used = parent.used };
    return launch(request);
}

void Launcher::write(const LaunchRecord& record) const
{
    if (m_settings.record_file.empty())
        return;
    std::ofstream file(m_settings.record_file, std::ios::app);
    file << json_text(to_json(record)) + '\n';
}

} // namespace warpstage::runtime
