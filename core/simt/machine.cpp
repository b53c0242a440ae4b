#include "core/simt/machine.h"

#include "core/simt/launch_check.h"
#include "core/simt/run/launch.h"

#include <new>

namespace warpstage::simt {

struct LaunchRun::State {
    const Program& program;
    DeviceMemory& memory;
    LaunchShape shape;
    RunOptions options;
    std::span<const std::byte> parameters;
    std::optional<ModuleMemory> own_module {};
    std::vector<TextureView> textures {};
    std::optional<Launch> launch {};

    [[nodiscard]] Result<void> prepare()
    {
        if (options.module == nullptr && program.body().uses.module_memory) {
            Result<ModuleMemory> loaded = ModuleMemory::load(program.module(), memory);
            if (!loaded)
                return loaded.error();
            options.module = &own_module.emplace(std::move(*loaded));
        }
        if (program.body().uses.child_launches && !options.runs_children)
            return Error { "kernel `" + program.kernel().display_name
                + "` launches kernels (dynamic parallelism): run the program with `warpstage exec`" };
        ModuleMemory* const module = options.module;
        VERIFY(module == nullptr || module->addresses().size() == program.module().variables.size());
        if (program.body().uses.heap)
            module->heap().prepare(
                memory, options.checks.memory ? DeviceHeap::Tracking::on : DeviceHeap::Tracking::off, options.limits.heap_bytes);
        if (program.body().uses.grid_workspace)
            module->prepare_grid_workspace(memory);
        if (options.textures != nullptr) {
            auto bound = bind(*options.textures, memory);
            if (!bound)
                return bound.error();
            textures = *std::move(bound);
        }
        if (options.progress != nullptr) {
            options.progress->ended_blocks = 0;
            options.progress->blocks = shape.grid.count();
            ++options.progress->launches;
        }
        launch.emplace(program, memory, module, shape, parameters, textures, options);
        return {};
    }

    [[nodiscard]] LaunchOutcome end()
    {
        LaunchOutcome outcome = launch->outcome();
        launch.reset();
        if (own_module)
            own_module->unload(memory);
        if (!options.checks.memory)
            memory.mark_all_initialized();
        return outcome;
    }

    [[nodiscard]] Error no_memory() const
    {
        return Error { "not enough memory for the registers of kernel `" + program.kernel().display_name + "`" };
    }
};

Result<LaunchRun> LaunchRun::begin(const Program& program, DeviceMemory& memory, const LaunchShape& launched,
    std::span<const std::byte> parameters, const RunOptions& options)
{
    LaunchShape shape = launched;
    if (!shape.cluster)
        shape.cluster = program.kernel().cluster;
    if (const Result<void> checked = check_launch(program, shape, parameters, options); !checked)
        return checked.error();
    LaunchRun run(std::unique_ptr<State>(new State { program, memory, shape, options, parameters }));
    try {
        if (auto prepared = run.m_state->prepare(); !prepared)
            return prepared.error();
    } catch (const std::bad_alloc&) {
        return run.m_state->no_memory();
    }
    return run;
}

LaunchRun::LaunchRun(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

LaunchRun::LaunchRun(LaunchRun&& other) noexcept = default;
LaunchRun& LaunchRun::operator=(LaunchRun&& other) noexcept = default;
LaunchRun::~LaunchRun() = default;

Result<std::optional<LaunchOutcome>> LaunchRun::advance(Time until)
{
    try {
        if (!m_state->launch->advance(until))
            return std::optional<LaunchOutcome> {};
        return std::optional<LaunchOutcome> { m_state->end() };
    } catch (const std::bad_alloc&) {
        return m_state->no_memory();
    }
}

Result<LaunchOutcome> run(const Program& program, DeviceMemory& memory, const LaunchShape& shape,
    std::span<const std::byte> parameters, const RunOptions& options)
{
    auto running = LaunchRun::begin(program, memory, shape, parameters, options);
    if (!running)
        return running.error();
    auto outcome = running->advance(LaunchRun::Time::max());
    if (!outcome)
        return outcome.error();
    return **std::move(outcome);
}

} // namespace warpstage::simt
