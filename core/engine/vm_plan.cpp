#include "core/engine/vm_plan.h"

#include "core/engine/launch_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

namespace warpstage::engine {

namespace {

using Clock = std::chrono::steady_clock;

} // namespace

VmPrograms::VmPrograms(std::shared_ptr<const lesson::Lesson> lesson)
    : m_lesson(std::move(lesson))
{
}

Result<const simt::Program*> VmPrograms::find(const std::string& kernel) const
{
    const std::scoped_lock lock(m_mutex);
    auto known = m_programs.find(kernel);
    if (known == m_programs.end()) {
        const auto [module, function] = m_lesson->find_kernel(kernel);
        if (function == nullptr)
            return Error { fmt::format("Lesson `{}` has no kernel `{}`.", m_lesson->id, kernel) };
        known = m_programs.emplace(kernel, simt::Program::lower(*module, *function)).first;
    }
    if (!known->second)
        return known->second.error();
    return &*known->second;
}

Result<VmPlan> VmPlan::make(std::shared_ptr<const VmPrograms> programs, std::shared_ptr<const problem::Plan> plan)
{
    VmPlan result;
    result.m_programs = std::move(programs);
    result.m_plan = std::move(plan);
    try {
        if (auto allocated = result.allocate(); !allocated)
            return allocated.error();
    } catch (const std::bad_alloc&) {
        return Error { "The buffers of the kernels need more memory than this process can use. Choose smaller sizes." };
    }
    for (std::size_t i = 0; i < result.m_addresses.size(); ++i) {
        if (!result.m_plan->buffers[i].addresses.empty())
            std::ranges::copy(initial_bytes(result.m_plan->buffers[i], result.m_addresses), result.contents(i).begin());
    }
    for (const auto& texture : result.m_plan->textures)
        static_cast<void>(result.m_textures.add(texture.texture, result.m_addresses[texture.buffer] + texture.inside));
    for (const auto& work : result.m_plan->step) {
        result.m_launches.emplace_back();
        const auto* launch = std::get_if<problem::KernelLaunch>(&work);
        if (launch == nullptr)
            continue;
        auto program = result.m_programs->find(launch->kernel);
        if (!program)
            return program.error();
        if (auto fits = check_textures(*result.m_plan, *launch); !fits)
            return fits.error();
        std::vector<std::uint64_t> textures;
        for (const auto& texture : texture_arguments(*launch))
            textures.push_back(result.m_textures.add(texture.texture, result.m_addresses[texture.buffer]));
        auto parameters = parameter_block((*program)->kernel(), *launch, result.m_addresses, textures);
        if (!parameters)
            return parameters.error();
        if (auto loaded = result.load_variables((*program)->module()); !loaded)
            return loaded.error();
        result.m_launches.back() = Launch { *program, std::move(*parameters) };
    }
    for (const auto& value : result.m_plan->variables) {
        const auto variable = result.variable(value.name);
        if (!variable || variable->size() < value.bytes.size())
            return Error { fmt::format("The kernels have no variable `{}` of {} bytes.", value.name, value.bytes.size()) };
        std::ranges::copy(value.bytes, variable->begin());
    }
    result.set_variables();
    return result;
}

Result<void> VmPlan::allocate()
{
    const auto& buffers = m_plan->buffers;
    m_addresses.resize(buffers.size());
    for (std::size_t i = 0; i < buffers.size(); ++i) { // those without a given address are placed behind the others
        if (!buffers[i].address)
            continue;
        if (auto placed = m_memory.allocate_at(*buffers[i].address, buffers[i].name, buffers[i].bytes); !placed)
            return placed;
        m_addresses[i] = *buffers[i].address;
    }
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const auto& buffer = buffers[i];
        if (!buffer.address)
            m_addresses[i] = buffer.unwritten ? m_memory.allocate_uninitialized(buffer.name, buffer.bytes)
                                              : m_memory.allocate(buffer.name, buffer.bytes);
        if (!buffer.variable.empty())
            m_variable_buffers.emplace(buffer.variable, m_addresses[i]);
        std::ranges::copy(buffer.initial, m_memory.bytes(m_addresses[i]).begin());
    }
    return {};
}

void VmPlan::restore()
{
    for (std::size_t i = 0; i < m_addresses.size(); ++i) {
        const auto initial = initial_bytes(m_plan->buffers[i], m_addresses);
        const auto content = contents(i);
        std::ranges::copy(initial, content.begin());
        std::fill(content.begin() + static_cast<std::ptrdiff_t>(initial.size()), content.end(), std::byte { 0 });
    }
    set_variables();
}

Result<void> VmPlan::load_variables(const ptx::Module& module)
{
    if (m_variables.contains(&module))
        return {};
    auto variables = simt::ModuleMemory::load(module, m_memory, m_variable_buffers);
    if (!variables)
        return variables.error();
    m_variables.emplace(&module, std::move(*variables));
    return {};
}

// A kernel that was edited may no longer have one of the variables.
void VmPlan::set_variables()
{
    for (const auto& buffer : m_plan->buffers) {
        if (buffer.variable.empty())
            continue;
        for (auto& [module, variables] : m_variables) {
            const auto variable = variables.find(buffer.variable, m_memory);
            if (!variable)
                continue;
            const auto copied = std::min(variable->size(), buffer.initial.size());
            std::copy_n(buffer.initial.begin(), copied, variable->begin());
            std::fill(variable->begin() + static_cast<std::ptrdiff_t>(copied), variable->end(), std::byte { 0 });
        }
    }
}

std::span<std::byte> VmPlan::contents(problem::BufferIndex buffer)
{
    return m_memory.bytes(m_addresses[buffer]);
}

std::optional<std::span<std::byte>> VmPlan::variable(std::string_view name)
{
    for (auto& [module, variables] : m_variables) {
        if (auto found = variables.find(name, m_memory))
            return found;
    }
    return std::nullopt;
}

std::uint64_t VmPlan::address(problem::BufferIndex buffer) const
{
    return m_addresses[buffer];
}

Result<simt::LaunchRun> VmPlan::launch(std::size_t work, std::uint32_t warp_width, simt::RunOptions options)
{
    const auto& planned = std::get<problem::KernelLaunch>(m_plan->step[work]);
    const auto& prepared = *m_launches[work];
    options.textures = &m_textures;
    options.module = &m_variables.at(&prepared.program->module());
    return simt::LaunchRun::begin(*prepared.program, m_memory,
        { planned.grid, planned.block, planned.shared_bytes, warp_width, planned.cluster }, prepared.parameters, options);
}

Result<simt::LaunchOutcome> VmPlan::run_blocks(std::size_t work, std::span<const std::uint64_t> blocks, simt::RunOptions options)
{
    options.blocks = simt::Blocks::chosen;
    options.chosen = blocks;
    auto run = launch(work, VmStepOptions {}.warp_width, std::move(options));
    if (!run)
        return run.error();
    auto outcome = run->advance(simt::LaunchRun::Time::max());
    if (!outcome)
        return outcome.error();
    return **std::move(outcome);
}

Result<StepOutcome> VmPlan::run_step(const VmStepOptions& options)
{
    auto outcome = StepRun(*this, options).advance(StepRun::Time::max());
    if (!outcome)
        return outcome.error();
    return **std::move(outcome);
}

Result<std::optional<StepOutcome>> StepRun::advance(Time until)
{
    if (!std::exchange(m_begun, true) && m_plan.m_plan->starts_anew)
        m_plan.restore();
    const std::size_t works = m_plan.m_plan->step.size();
    while (m_launch || (m_work < works && !m_options.leave.stop_requested() && !m_options.stop.stop_requested())) {
        const auto progress = advance_work(until);
        if (!progress)
            return progress.error();
        if (*progress == Progress::interrupted)
            return std::optional<StepOutcome> {};
        if (*progress == Progress::ends_step)
            return std::optional { std::move(m_outcome) };
        ++m_work;
    }
    m_outcome.stopped = m_outcome.stopped || m_outcome.timing.works.size() < works;
    return std::optional { std::move(m_outcome) };
}

// Host work is not divided.
Result<StepRun::Progress> StepRun::advance_work(Time until)
{
    const auto& work = m_plan.m_plan->step[m_work];
    if (const auto* host = std::get_if<problem::HostWork>(&work)) {
        run_on_host(*host);
    } else if (const auto* transfer = std::get_if<problem::Transfer>(&work)) {
        copy(*transfer);
    } else {
        const auto begin = Clock::now();
        if (!m_launch) {
            auto launch = m_plan.launch(m_work, m_options.warp_width, run_options());
            if (!launch)
                return launch.error();
            m_launch = *std::move(launch);
            m_launch_time = {};
        }
        auto run = m_launch->advance(until);
        if (!run)
            return run.error();
        m_launch_time += Clock::now() - begin;
        if (!*run)
            return Progress::interrupted;
        m_launch.reset();
        const auto& planned = std::get<problem::KernelLaunch>(work);
        m_outcome.timing.works.push_back({ planned.kernel, m_launch_time, false });
        m_outcome.warp_instructions += (*run)->warp_instructions;
        m_outcome.lane_instructions += (*run)->lane_instructions;
        m_outcome.trap = std::move((*run)->trap);
        m_outcome.stopped = (*run)->stopped;
        m_outcome.stopped_at = std::move((*run)->stopped_at);
        m_outcome.output += (*run)->output;
    }
    m_outcome.timing.total += m_outcome.timing.works.back().time;
    const auto& observation = m_options.observation;
    const bool picture_taken = observation && observation->work == m_work && observation->blocks == simt::Blocks::only_observed;
    return m_outcome.trap || picture_taken ? Progress::ends_step : Progress::work_done;
}

void StepRun::run_on_host(const problem::HostWork& work)
{
    const auto begin = Clock::now();
    std::vector<std::span<std::byte>> spans(m_plan.m_plan->buffers.size());
    for (const auto buffer : work.reads)
        spans[buffer] = m_plan.contents(buffer);
    for (const auto buffer : work.writes)
        spans[buffer] = m_plan.contents(buffer);
    work.run(spans, m_options.leave);
    add_time(work.label, begin, true);
}

// Host and device share one memory here.
void StepRun::copy(const problem::Transfer& transfer)
{
    const auto begin = Clock::now();
    std::ranges::copy(m_plan.contents(transfer.from).subspan(transfer.offset, transfer.bytes),
        m_plan.contents(transfer.to).subspan(transfer.offset, transfer.bytes).begin());
    add_time(transfer.label, begin, false);
}

// Of the launch of the current work.
simt::RunOptions StepRun::run_options() const
{
    simt::RunOptions options;
    options.checks = m_options.checks;
    options.scheduling = m_options.scheduling;
    options.instruction_budget = m_options.instruction_budget;
    options.progress = m_options.progress;
    options.question = m_options.question;
    // After the recorded work the state changes (positions advance), and a partial change must not persist.
    options.stop = m_work <= m_plan.m_plan->recorded_work ? m_options.leave : m_options.stop;
    if (m_options.observation && m_options.observation->work == m_work) {
        options.observer = m_options.observation->observer;
        options.observed_block = m_options.observation->block;
        options.blocks = m_options.observation->blocks;
    }
    if (m_options.grid_observer)
        options.observer = m_options.grid_observer(m_work);
    if (m_options.grid_observer && options.observer != nullptr)
        options.blocks = simt::Blocks::all_observed;
    return options;
}

void StepRun::add_time(const std::string& label, Time begin, bool on_host)
{
    m_outcome.timing.works.push_back(
        { label, std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin), on_host });
}

} // namespace warpstage::engine
