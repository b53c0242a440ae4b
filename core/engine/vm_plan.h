// A plan in the memory of the virtual machine, and its steps: used by the engine and for recordings.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/lesson/lesson.h"
#include "core/problem/plan.h"
#include "core/simt/device_memory.h"
#include "core/simt/machine.h"
#include "core/simt/memory/module_memory.h"
#include "core/simt/program.h"
#include "core/simt/texture/texture_table.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::engine {

// The kernels of a lesson, each lowered on first use. Thread-safe.
class VmPrograms {
public:
    explicit VmPrograms(std::shared_ptr<const lesson::Lesson> lesson);

    // Finds a kernel by its name in plans. Errors: the lesson has no such kernel, or the virtual machine does not support it.
    [[nodiscard]] Result<const simt::Program*> find(const std::string& kernel) const;
    [[nodiscard]] const lesson::Lesson& lesson() const { return *m_lesson; }

private:
    std::shared_ptr<const lesson::Lesson> m_lesson;
    mutable std::mutex m_mutex;
    mutable std::map<std::string, Result<simt::Program>, std::less<>>
        m_programs; // kernels used so far; their addresses are stable
};

// The observed launch of the step, and its observer.
struct Observation {
    std::size_t work = 0; // index into Plan::step
    std::uint64_t block = 0;
    simt::Observer* observer = nullptr;
    simt::Blocks blocks = simt::Blocks::all; // of the observed launch; with only_observed the step ends after it
};

struct VmStepOptions {
    std::uint32_t warp_width = 32;
    std::uint64_t instruction_budget = simt::RunOptions {}.instruction_budget; // warp instructions of one block
    std::optional<Observation> observation;
    // Called before each launch: returns the observer of all its blocks, in sequence, or null.
    std::function<simt::Observer*(std::size_t work)> grid_observer;
    simt::Checks checks = simt::kNoChecks;
    simt::Scheduling scheduling {};
    std::stop_token stop; // at once
    std::stop_token leave; // where interruption is safe: see engine::Interruption
    simt::RunProgress* progress = nullptr; // updated while kernels run
    simt::WaitQuestion* question = nullptr; // answered while kernels run
};

class StepRun;

class VmPlan {
public:
    // Errors: variables that the module does not have, a kernel of the plan that does not exist or whose parameters do not match
    // the plan's arguments, a texture that a GPU would refuse, a buffer that cannot lie at its address.
    [[nodiscard]] static Result<VmPlan> make(
        std::shared_ptr<const VmPrograms> programs, std::shared_ptr<const problem::Plan> plan);

    [[nodiscard]] const problem::Plan& plan() const { return *m_plan; }
    [[nodiscard]] std::span<std::byte> contents(problem::BufferIndex buffer);
    // The content of a variable of a module whose kernels are launched; nothing if no variable has this name.
    [[nodiscard]] std::optional<std::span<std::byte>> variable(std::string_view name);
    // Its address in kernels.
    [[nodiscard]] std::uint64_t address(problem::BufferIndex buffer) const;

    // Runs every work of the step in order; ends at the first trap. Errors: a launch shape that no GPU supports.
    [[nodiscard]] Result<StepOutcome> run_step(const VmStepOptions& options);
    // Runs these blocks (linear indices) of a launch; `options` has their observer, budget and stop request. Errors: as in
    // run_step().
    [[nodiscard]] Result<simt::LaunchOutcome> run_blocks(
        std::size_t work, std::span<const std::uint64_t> blocks, simt::RunOptions options);

private:
    friend class StepRun;

    VmPlan() = default;

    [[nodiscard]] Result<void> allocate();
    [[nodiscard]] Result<void> load_variables(const ptx::Module& module);
    void set_variables(); // to the contents of their buffers
    void restore(); // the initial contents
    [[nodiscard]] Result<simt::LaunchRun> launch(std::size_t work, std::uint32_t warp_width, simt::RunOptions options);

    struct Launch {
        const simt::Program* program = nullptr;
        std::vector<std::byte> parameters;
    };

    std::shared_ptr<const VmPrograms> m_programs;
    std::shared_ptr<const problem::Plan> m_plan;
    simt::DeviceMemory m_memory;
    // Variables of the modules whose kernels are launched; they keep their values between steps.
    std::map<const ptx::Module*, simt::ModuleMemory> m_variables;
    std::vector<simt::DeviceAddress> m_addresses; // by buffer
    simt::VariableBuffers m_variable_buffers;
    simt::TextureTable m_textures; // of all launches
    std::vector<std::optional<Launch>> m_launches; // by work; nothing for works other than launches
};

// One step in slices, for a program that has only one thread. The plan must outlive it.
class StepRun {
public:
    using Time = simt::LaunchRun::Time;

    StepRun(VmPlan& plan, VmStepOptions options)
        : m_plan(plan)
        , m_options(std::move(options))
    {
    }

    // Runs until this time, or to the end of the step without a limit of time. Nothing: the step has not ended. Not called again
    // after its end. Errors: as in VmPlan::run_step().
    [[nodiscard]] Result<std::optional<StepOutcome>> advance(Time until);

private:
    enum class Progress : std::uint8_t { interrupted, work_done, ends_step };

    [[nodiscard]] Result<Progress> advance_work(Time until);
    void run_on_host(const problem::HostWork& work);
    void copy(const problem::Transfer& transfer);
    [[nodiscard]] simt::RunOptions run_options() const;
    void add_time(const std::string& label, Time begin, bool on_host);

    VmPlan& m_plan;
    VmStepOptions m_options;
    StepOutcome m_outcome;
    bool m_begun = false;
    std::size_t m_work = 0; // the current one
    std::optional<simt::LaunchRun> m_launch; // of the current work
    std::chrono::nanoseconds m_launch_time { 0 };
};

} // namespace warpstage::engine
