#include "core/live/vm_trial.h"

#include "core/engine/variant_run.h"
#include "core/engine/vm_plan.h"
#include "core/live/deadline.h"
#include "core/simt/faults/fault_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::live {

namespace {

// Enough for several blocks: the virtual machine runs about ten thousand threads per millisecond.
constexpr std::uint64_t kTrialThreads = std::uint64_t { 1 } << 14;
// One thread may traverse all of it.
constexpr std::uint64_t kTrialBytes = std::uint64_t { 1 } << 20;
// Interactions, operations or bytes, in the problem's unit: some milliseconds. A check repeats it and computes a reference.
constexpr double kTrialWork = 1048576.0;
// Integer parameters above this value are data sizes; below it they describe the decomposition of the work.
constexpr std::int64_t kSmallestSize = 1024;

struct Size {
    std::uint64_t threads = 0; // of all launches of a step
    std::uint64_t bytes = 0; // of all buffers
    double work = 0.0; // of a step

    [[nodiscard]] bool small_enough() const { return threads <= kTrialThreads && bytes <= kTrialBytes && work <= kTrialWork; }
    [[nodiscard]] bool smaller_than(const Size& other) const
    {
        return threads < other.threads || bytes < other.bytes || work < other.work;
    }
};

Size size_of(const problem::Plan& plan)
{
    Size size;
    size.work = plan.work_per_step;
    for (const auto& work : plan.step) {
        if (const auto* const launch = std::get_if<problem::KernelLaunch>(&work))
            size.threads += launch->grid.count() * launch->block.count();
    }
    for (const auto& buffer : plan.buffers)
        size.bytes += buffer.bytes;
    return size;
}

problem::Settings no_larger_than(const problem::Settings& limits, const lesson::Lesson& lesson, const problem::Settings& settings)
{
    const auto& parameters = lesson.problem->parameters();
    auto chosen = settings;
    for (const auto& parameter : parameters) {
        if (parameter.kind == problem::Parameter::Kind::integer && chosen.integer(parameter.id) > limits.integer(parameter.id))
            VERIFY(chosen.set(parameters, parameter.id, limits.text(parameter.id)).ok()); // validated when the lesson was loaded
    }
    return chosen;
}

problem::Settings halved(const lesson::Lesson& lesson, const problem::Settings& settings)
{
    const auto& parameters = lesson.problem->parameters();
    auto chosen = settings;
    for (const auto& parameter : parameters) {
        if (parameter.kind != problem::Parameter::Kind::integer || chosen.integer(parameter.id) <= kSmallestSize)
            continue;
        const auto half = chosen.integer(parameter.id) / 2 / parameter.multiple_of * parameter.multiple_of;
        // If half of the value is below the parameter's minimum, the value is kept.
        static_cast<void>(chosen.set(parameters, parameter.id, std::to_string(half)));
    }
    return chosen;
}

struct Run {
    std::optional<simt::Trap> trap;
    bool cut_short = false;
};

// Runs `steps` steps from the plan's initial contents.
Result<Run> run(engine::VmPlan& plan, std::uint32_t steps, const engine::VmSettings& settings, std::uint64_t budget,
    std::chrono::milliseconds limit, const std::stop_token& stop)
{
    const Deadline deadline { limit, stop };
    engine::VmStepOptions options;
    options.instruction_budget = budget;
    options.checks = settings.checks;
    options.scheduling = settings.scheduling;
    options.stop = options.leave = deadline.token();
    Run run;
    for (std::uint32_t step = 0; step < steps && !deadline.token().stop_requested(); ++step) {
        auto outcome = plan.run_step(options);
        if (!outcome)
            return outcome.error();
        if (outcome->trap) {
            run.trap = std::move(outcome->trap);
            return run;
        }
    }
    if (stop.stop_requested())
        return Error { "The trial was stopped." };
    run.cut_short = deadline.passed();
    return run;
}

} // namespace

problem::Settings trial_settings(const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings)
{
    const auto size_with = [&](const problem::Settings& tried) -> std::optional<Size> {
        const auto plan = lesson.problem->check_plan(variant, tried);
        return plan ? std::optional { size_of(*plan) } : std::nullopt;
    };
    if (lesson.problem->has_one_size(variant))
        return lesson.initial_settings(EngineKind::vm);
    // The lesson's initial size fits into memory while it is being reduced.
    auto chosen = no_larger_than(lesson.initial_settings(EngineKind::vm), lesson, settings);
    auto size = size_with(chosen);
    if (!size)
        return lesson.initial_settings(EngineKind::vm);
    while (!size->small_enough()) {
        const auto smaller = halved(lesson, chosen);
        const auto its_size = size_with(smaller);
        if (!its_size || !its_size->smaller_than(*size))
            break; // no further size to reduce
        chosen = smaller;
        size = its_size;
    }
    return chosen;
}

Result<VmTrial> VmTrial::prepare(
    std::shared_ptr<const lesson::Lesson> lesson, const problem::Variant& variant, problem::Settings settings)
{
    VmTrial trial;
    trial.m_variant = lesson->find_variant(variant.id);
    VERIFY(trial.m_variant != nullptr);
    auto plan = lesson->problem->check_plan(variant, settings);
    if (!plan)
        return plan.error();
    trial.m_plan = std::make_shared<const problem::Plan>(std::move(*plan));
    trial.m_programs = std::make_shared<const engine::VmPrograms>(lesson);
    if (auto made = engine::VmPlan::make(trial.m_programs, trial.m_plan); !made)
        return made.error();
    trial.m_lesson = std::move(lesson);
    trial.m_settings = std::move(settings);
    return trial;
}

Result<std::optional<Finding>> VmTrial::compare(const TrialLimits& limits, const std::stop_token& stop) const
{
    const auto& problem = *m_lesson->problem;
    auto plan = engine::VmPlan::make(m_programs, m_plan);
    VERIFY(plan.ok()); // as in prepare()
    const auto ended =
        run(*plan, problem.check_steps(), engine::vm_settings_of(*m_variant, {}), limits.instruction_budget, limits.result, stop);
    if (!ended)
        return ended.error();
    if (ended->trap) {
        if (engine::is_expected(*m_variant, *ended->trap))
            return std::optional<Finding> {};
        return std::optional { found(Stage::virtual_machine, ended->trap->message, ended->trap) };
    }
    if (ended->cut_short) {
        auto endless = found(Stage::virtual_machine,
            fmt::format("The kernels did not end within {} s on the virtual machine. Check for an infinite loop.",
                std::chrono::duration<double>(limits.result).count()));
        endless.endless = true;
        return std::optional { std::move(endless) };
    }
    if (!m_variant->expects.empty())
        return std::optional<Finding> {}; // its result is not its purpose
    std::vector<std::vector<std::byte>> contents;
    for (problem::BufferIndex i = 0; i < m_plan->buffers.size(); ++i) {
        const auto content = plan->contents(i);
        contents.emplace_back(content.begin(), content.end());
    }
    const auto outcome = problem.check(*m_plan, m_settings, contents);
    if (outcome.passed)
        return std::optional<Finding> {};
    auto finding = found(Stage::virtual_machine, fmt::format("The result is wrong: {}.", outcome.sentence));
    if (outcome.first)
        finding.writer = writer_of(*outcome.first, limits, stop);
    finding.difference = outcome.first;
    return std::optional { std::move(finding) };
}

Result<std::vector<std::vector<std::byte>>> VmTrial::results(const TrialLimits& limits, const std::stop_token& stop) const
{
    auto plan = engine::VmPlan::make(m_programs, m_plan);
    VERIFY(plan.ok()); // as in prepare()
    const auto ended = run(*plan, m_lesson->problem->check_steps(), engine::vm_settings_of(*m_variant, {}),
        limits.instruction_budget, limits.result, stop);
    if (!ended)
        return ended.error();
    if (ended->trap)
        return Error { ended->trap->message };
    if (ended->cut_short)
        return Error { "The kernels did not end in time on the virtual machine." };
    std::vector<std::vector<std::byte>> contents;
    for (problem::BufferIndex i = 0; i < m_plan->buffers.size(); ++i) {
        const auto content = plan->contents(i);
        contents.emplace_back(content.begin(), content.end());
    }
    return contents;
}

Result<std::optional<Finding>> VmTrial::compare_with(
    const VmTrial& other, const TrialLimits& limits, const std::stop_token& stop) const
{
    const auto own = results(limits, stop);
    const auto others = other.results(limits, stop);
    if (!own || !others)
        return !own ? own.error() : others.error();
    for (problem::BufferIndex i = 0; i < m_plan->buffers.size(); ++i)
        if ((*own)[i] != (*others)[i])
            return std::optional { found(Stage::virtual_machine,
                fmt::format("The results in buffer `{}` differ from the present ones.", m_plan->buffers[i].name)) };
    return std::optional<Finding> {};
}

bool VmTrial::differs_in_launches(const VmTrial& other) const
{
    const auto has_shape_of = [](const problem::Work& a, const problem::Work& b) {
        const auto* const one = std::get_if<problem::KernelLaunch>(&a);
        const auto* const two = std::get_if<problem::KernelLaunch>(&b);
        return one == nullptr || two == nullptr ? one == two : one->grid == two->grid && one->block == two->block;
    };
    return !std::ranges::equal(m_plan->step, other.m_plan->step, has_shape_of);
}

std::optional<ElementWriter> VmTrial::writer_of(
    const problem::Difference& element, const TrialLimits& limits, const std::stop_token& stop) const
{
    auto plan = engine::VmPlan::make(m_programs, m_plan);
    VERIFY(plan.ok()); // as in prepare()
    const Deadline deadline { limits.result, stop };
    engine::VmStepOptions options;
    options.instruction_budget = limits.instruction_budget;
    options.stop = options.leave = deadline.token();
    return find_writer(*plan, *m_programs, element, options);
}

Result<VmTrial::Hazards> VmTrial::look_for_hazards(const TrialLimits& limits, const std::stop_token& stop) const
{
    Hazards hazards;
    // A race between warps needs a barrier, which also orders the lanes of each warp, so it is reported first.
    for (const char* const checks : { "all-in-step", "all" }) {
        auto plan = engine::VmPlan::make(m_programs, m_plan);
        VERIFY(plan.ok()); // as in prepare()
        const auto settings = engine::vm_settings_of(*m_variant, { *simt::find_checks(checks), {} });
        const auto ended = run(*plan, 1, settings, limits.instruction_budget, limits.hazards, stop);
        if (!ended)
            return ended.error();
        hazards.cut_short = hazards.cut_short || ended->cut_short;
        if (!ended->trap || engine::is_expected(*m_variant, *ended->trap))
            continue;
        hazards.finding = found(Stage::hazards, ended->trap->message, ended->trap);
        hazards.finding->checks = checks;
        break;
    }
    return hazards;
}

} // namespace warpstage::live
