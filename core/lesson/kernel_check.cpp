#include "core/lesson/kernel_check.h"

#include "core/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>

namespace warpstage::lesson {

namespace {

Error missing_kernel(const problem::Variant& variant, std::string_view shown, const Lesson& lesson)
{
    const auto at = shown.rfind('@');
    const auto name = shown.substr(0, at);
    const auto file =
        at == std::string_view::npos ? std::string { "kernels.ptx" } : fmt::format("kernels.{}.ptx", shown.substr(at + 1));
    const auto* const module = lesson.find_kernel(shown).module;
    if (module == nullptr)
        return { fmt::format("variant `{}` launches the kernel `{}` of {}, which is missing.", variant.id, name, file) };
    std::vector<std::string> kernels;
    for (const auto& function : module->functions) {
        if (function.entry)
            kernels.push_back(function.display_name);
    }
    return { fmt::format("variant `{}` launches the kernel `{}`, which {} does not contain; it contains {}.", variant.id, name,
        file, kernels.empty() ? "none" : fmt::format("{}", fmt::join(kernels, ", "))) };
}

std::uint32_t size_of(const problem::Argument& argument)
{
    constexpr std::uint32_t kAddressBytes = 8;
    return std::visit(
        [](const auto& value) -> std::uint32_t {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, problem::StructArgument>)
                return static_cast<std::uint32_t>(value.bytes.size());
            else if constexpr (std::is_same_v<Value, problem::BufferArgument> || std::is_same_v<Value, problem::TextureArgument>)
                return kAddressBytes;
            else
                return static_cast<std::uint32_t>(sizeof(Value));
        },
        argument);
}

// The source of the arguments: a built-in problem or the lesson itself.
std::string passer(const problem::Problem& problem)
{
    const auto ids = problem::problem_ids();
    const bool built_in = std::find(ids.begin(), ids.end(), problem.id()) != ids.end();
    return built_in ? fmt::format("the problem `{}`", problem.id()) : std::string { problem.id() };
}

Result<void> check_parameters(const problem::Problem& problem, const problem::Variant& variant,
    const problem::KernelLaunch& launch, const ptx::Function& kernel)
{
    if (kernel.parameters.size() != launch.arguments.size())
        return Error { fmt::format("variant `{}`: the kernel `{}` takes {} parameters, but {} passes {}.", variant.id,
            launch.kernel, kernel.parameters.size(), passer(problem), launch.arguments.size()) };
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        if (kernel.parameters[i].size != size_of(launch.arguments[i]))
            return Error { fmt::format("variant `{}`: parameter {} of the kernel `{}` has {} bytes, but {} passes {} bytes.",
                variant.id, i + 1, launch.kernel, kernel.parameters[i].size, passer(problem), size_of(launch.arguments[i])) };
    }
    return {};
}

// A buffer can be the memory of a variable in any PTX file of the lesson.
Result<void> check_variables(const Lesson& lesson, const problem::Plan& plan)
{
    std::vector<std::string> names;
    const auto add = [&](const std::shared_ptr<const ptx::Module>& module) {
        for (const auto& variable : module->variables)
            if (variable.space == ptx::StateSpace::global || variable.space == ptx::StateSpace::constant)
                names.push_back(variable.name);
    };
    if (lesson.module != nullptr)
        add(lesson.module);
    for (const auto& build : lesson.builds)
        add(build.module);
    for (const auto& buffer : plan.buffers) {
        if (buffer.variable.empty() || std::ranges::find(names, buffer.variable) != names.end())
            continue;
        const auto near = text::nearest(buffer.variable, names);
        return Error { fmt::format("buffer `{}`: the kernels have no variable `{}`{}", buffer.name, buffer.variable,
            near.empty() ? "." : fmt::format(". Did you mean `{}`?", near)) };
    }
    return {};
}

} // namespace

Result<void> check_kernels(const Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings)
{
    const auto& problem = *lesson.problem;
    for (const auto& name : problem.kernels(variant)) {
        if (lesson.find_kernel(name).function == nullptr)
            return missing_kernel(variant, name, lesson);
    }
    const auto plan = problem.plan(variant, settings);
    if (!plan)
        return plan.error();
    if (auto known = check_variables(lesson, *plan); !known)
        return known;
    for (const auto& work : plan->step) {
        const auto* const launch = std::get_if<problem::KernelLaunch>(&work);
        if (launch == nullptr)
            continue;
        const auto* const kernel = lesson.find_kernel(launch->kernel).function;
        if (kernel == nullptr)
            return missing_kernel(variant, launch->kernel, lesson);
        if (auto fits = check_parameters(problem, variant, *launch, *kernel); !fits)
            return fits;
    }
    return {};
}

} // namespace warpstage::lesson
