#include "core/live/compiled_kernels.h"

#include "core/base/concurrency/parallel.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/gpu/nvcc/nvcc_compiler.h"
#include "core/live/kernel_subset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace warpstage::live {

namespace {

// "sm_90a" -> "90a".
std::string architecture_of(const ptx::Module& module)
{
    constexpr std::string_view kBefore = "sm_";
    return module.target.starts_with(kBefore) ? module.target.substr(kBefore.size()) : gpu::CompileRequest {}.architecture;
}

// The template instances that the variants launch: a user's file need not instantiate them.
std::vector<std::string> instances_of(const lesson::Lesson& lesson)
{
    std::vector<std::string> instances;
    for (const auto& variant : lesson.variants)
        for (const auto& kernel : lesson.problem->kernels(variant))
            if (kernel.find('<') != std::string::npos && std::ranges::find(instances, kernel) == instances.end())
                instances.push_back(kernel);
    return instances;
}

// A user's file, or a captured program, which also launches its kernels. In other lessons an error of NVRTC is the better answer.
bool is_program(const lesson::Lesson& lesson)
{
    return !lesson.origin.outside.empty() || lesson.source.find("<<<") != std::string::npos;
}

gpu::Compilation compile(gpu::CompileProcess& compiler, const lesson::Lesson& lesson, const std::string& source,
    const ptx::Module& old, std::string_view build, const std::stop_token& stop)
{
    gpu::CompileRequest request;
    request.source = source;
    request.name = lesson.source_name();
    request.architecture = architecture_of(old);
    request.confined = lesson.origin.outside.empty(); // a user's own file may include what it wants
    request.include_folders = { lesson.folder, lesson.folder / "source" }; // the latter in captures
    if (!lesson.origin.outside.empty()) {
        request.include_folders.push_back(lesson.origin.outside.parent_path());
        request.include_folders.insert(
            request.include_folders.end(), lesson.origin.include_folders.begin(), lesson.origin.include_folders.end());
        request.name_expressions = instances_of(lesson);
    }
    // "ftz=-ftz=true fast=-use_fast_math", the same flags as for nvcc: cmake/cuda.cmake.
    for (const std::string_view flag : text::split(WARPSTAGE_BUILD_FLAGS, ' ')) {
        if (flag.starts_with(std::string { build } + "="))
            request.flags.emplace_back(flag.substr(build.size() + 1));
    }
    auto compilation = compiler.compile(request, stop);
    if (!compilation.requires_nvcc || !is_program(lesson))
        return compilation;
    const auto nvcc = gpu::NvccCompiler::find();
    return nvcc ? nvcc->compile_copy(std::move(request), gpu::NvccCompiler::kTimeLimit, stop) : gpu::Compilation { nvcc.error() };
}

// "reduce6<256>@sm_80": "sm_80".
std::string build_of(std::string_view kernel)
{
    const auto at = kernel.rfind('@');
    return at == std::string_view::npos ? std::string {} : std::string { kernel.substr(at + 1) };
}

// "reduce6<256>@sm_80": "reduce6".
std::string name_of(std::string_view kernel)
{
    return std::string { kernel.substr(0, kernel.find_first_of("<@")) };
}

// Null: the lesson has no such build.
const ptx::Module* module_of(const lesson::Lesson& lesson, std::string_view build)
{
    if (build.empty())
        return lesson.module.get();
    for (const auto& one : lesson.builds) {
        if (one.name == build && !one.partial)
            return one.module.get();
    }
    return nullptr;
}

} // namespace

Builds builds_of(const lesson::Lesson& lesson)
{
    Builds builds { "" };
    for (const auto& build : lesson.builds)
        builds.insert(build.name); // every partial build has a complete one
    return builds;
}

Builds builds_of(const lesson::Lesson& lesson, const problem::Variant& variant)
{
    Builds builds;
    for (const auto& kernel : lesson.problem->kernels(variant))
        builds.insert(build_of(kernel));
    if (builds.empty())
        builds.insert(""); // it runs on the host; an edit is compiled nevertheless
    return builds;
}

Result<std::optional<KernelTexts>> compile_kernels_of(gpu::CompileProcess& compiler, const lesson::Lesson& lesson,
    const problem::Variant& variant, const std::string& source, const std::stop_token& stop)
{
    const std::optional<KernelTexts> nothing;
    std::map<std::string, KernelNames> wanted; // by build
    for (const auto& kernel : lesson.problem->kernels(variant))
        wanted[build_of(kernel)].insert(name_of(kernel));
    std::map<std::string, std::future<gpu::Compilation>> compilations;
    for (const auto& [build, kernels] : wanted) {
        const auto* const old = module_of(lesson, build);
        auto text = with_only(source, kernels);
        if (old == nullptr || !text)
            return nothing;
        compilations.emplace(build, std::async(kThreadIfPossible, [&, old, build = build, text = *std::move(text)] {
            return compile(compiler, lesson, text, *old, build, stop);
        }));
    }
    KernelTexts texts { .source = source, .ptx = {}, .builds = {}, .partial = {} };
    bool complete = !compilations.empty();
    for (auto& [build, compilation] : compilations) {
        auto compiled = compilation.get();
        if (compiled.was_ended)
            return compiled.result.error();
        complete = complete && compiled.result.ok();
        if (complete)
            texts.partial.emplace(build, std::move(compiled.result->text));
    }
    return complete ? std::optional { std::move(texts) } : nothing;
}

CompiledKernels compile_kernels(gpu::CompileProcess& compiler, const lesson::Lesson& lesson, const std::string& source,
    const Builds& builds, const std::stop_token& stop)
{
    // The user is waiting, so all builds are compiled in parallel.
    std::map<std::string, std::future<gpu::Compilation>> compilations;
    const auto start = [&](const std::string& name, const ptx::Module& old) {
        if (builds.contains(name))
            compilations.emplace(
                name, std::async(kThreadIfPossible, [&, name] { return compile(compiler, lesson, source, old, name, stop); }));
    };
    start("", *lesson.module);
    for (const auto& build : lesson.builds) {
        if (!build.partial)
            start(build.name, *build.module);
    }

    CompiledKernels kernels { KernelTexts { .source = source, .ptx = {}, .builds = {}, .partial = {} }, {} };
    bool first = true;
    for (auto& [name, compilation] : compilations) {
        auto compiled = compilation.get();
        if (!compiled.result)
            return { compiled.result.error(), std::move(compiled.diagnostics) };
        if (std::exchange(first, false))
            kernels.diagnostics = std::move(compiled.diagnostics);
        if (name.empty())
            kernels.texts->ptx = std::move(compiled.result->text);
        else
            kernels.texts->builds.emplace(name, std::move(compiled.result->text));
    }
    return kernels;
}

bool has_partial_builds_of(const lesson::Lesson& lesson, const problem::Variant& variant)
{
    return std::ranges::all_of(lesson.problem->kernels(variant), [&](const std::string& kernel) {
        const auto* const module = lesson.find_kernel(kernel).module;
        return std::ranges::any_of(
            lesson.builds, [&](const lesson::Build& build) { return build.partial && build.module.get() == module; });
    });
}

} // namespace warpstage::live
