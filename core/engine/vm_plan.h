// A plan laid out in the virtual machine's memory, and its steps run there: what the engine repeats and what a recording
// observes.
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

// The kernels of a lesson, each lowered when somebody first wants to launch it. May be asked by several threads.
class VmPrograms {
public:
    explicit VmPrograms(std::shared_ptr<const lesson::Lesson> lesson);

    // By the name that plans use. Errors: the lesson has none of that name, or the virtual machine cannot run it.
    [[nodiscard]] Result<const simt::Program*> find(const std::string& kernel) const;
    [[nodiscard]] const lesson::Lesson& lesson() const { return *m_lesson; }

private:
    std::shared_ptr<const lesson::Lesson> m_lesson;
    mutable std::mutex m_mutex;
    mutable std::map<std::string, Result<simt::Program>, std::less<>> m_programs; // those asked for; they stay where they are
};

// Which launch of the step is watched, and by whom.
struct Observation {
    std::size_t work = 0; // index into Plan::step
    std::uint64_t block = 0;
    simt::Observer* observer = nullptr;
    simt::Blocks blocks = simt::Blocks::all; // of the watched launch; with only_observed the step ends after it
};

struct VmStepOptions {
    std::uint32_t warp_width = 32;
    std::uint64_t instruction_budget = simt::RunOptions {}.instruction_budget; // warp instructions of one block
    std::optional<Observation> observation;
    // Asked before each launch: who is told of all its blocks, one after the other; null for nobody.
    std::function<simt::Observer*(std::size_t work)> grid_observer;
    simt::Checks checks = simt::kNoChecks;
    simt::Scheduling scheduling {};
    std::stop_token stop; // at once
    std::stop_token leave; // where it is harmless: see engine::Interruption
};

class VmPlan {
public:
    // Errors: variables of the module that do not fit, a kernel of the plan that the virtual machine does not know or whose
    // parameters do not fit the plan's arguments, a texture that no GPU would make.
    [[nodiscard]] static Result<VmPlan> make(
        std::shared_ptr<const VmPrograms> programs, std::shared_ptr<const problem::Plan> plan);

    [[nodiscard]] const problem::Plan& plan() const { return *m_plan; }
    [[nodiscard]] std::span<std::byte> contents(problem::BufferIndex buffer);
    // The content of a variable of a module whose kernels are launched; nothing where none has this name.
    [[nodiscard]] std::optional<std::span<std::byte>> variable(std::string_view name);
    // Where a kernel finds it.
    [[nodiscard]] std::uint64_t address(problem::BufferIndex buffer) const;

    // Every work of the step in order; ends at the first trap. Errors: a shape that no GPU would launch.
    [[nodiscard]] Result<StepOutcome> run_step(const VmStepOptions& options);
    // These blocks (linear indices) of a work that is a launch; `options` says who observes them, their budget and when to stop.
    // Errors: as in run_step().
    [[nodiscard]] Result<simt::LaunchOutcome> run_blocks(
        std::size_t work, std::span<const std::uint64_t> blocks, simt::RunOptions options);

private:
    VmPlan() = default;

    [[nodiscard]] Result<void> load_variables(const ptx::Module& module);
    [[nodiscard]] Result<simt::LaunchOutcome> launch(std::size_t work, std::uint32_t warp_width, simt::RunOptions options);

    struct Launch {
        const simt::Program* program = nullptr;
        std::vector<std::byte> parameters;
    };

    std::shared_ptr<const VmPrograms> m_programs;
    std::shared_ptr<const problem::Plan> m_plan;
    simt::DeviceMemory m_memory;
    // Of the modules whose kernels are launched; they keep their values from step to step.
    std::map<const ptx::Module*, simt::ModuleMemory> m_variables;
    std::vector<simt::DeviceAddress> m_addresses; // by buffer
    simt::TextureTable m_textures; // of all launches
    std::vector<std::optional<Launch>> m_launches; // by work; nothing for what is no launch
};

} // namespace warpstage::engine
