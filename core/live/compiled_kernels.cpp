#include "core/live/compiled_kernels.h"

#include "core/lesson/assembly.h"
#include "core/lesson/kernel_check.h"
#include "core/lesson/text_file.h"
#include "core/ptx/parser.h"

#include <charconv>
#include <cstddef>
#include <future>
#include <string_view>
#include <utility>

namespace warpstage::live {

namespace {

// "sm_75" -> 75.
std::uint32_t architecture_of(const ptx::Module& module)
{
    constexpr std::string_view kBefore = "sm_";
    std::uint32_t architecture = gpu::CompileRequest {}.architecture;
    const std::string_view target = module.target;
    if (target.starts_with(kBefore))
        static_cast<void>(std::from_chars(target.data() + kBefore.size(), target.data() + target.size(), architecture));
    return architecture;
}

gpu::Compilation compile(const gpu::NvrtcCompiler& compiler, const lesson::Lesson& lesson, const std::string& source,
    const ptx::Module& old, std::string_view build)
{
    gpu::CompileRequest request;
    request.source = source;
    request.name = "kernels.cu";
    request.architecture = architecture_of(old);
    request.include_folders = { lesson.folder };
    if (build == "ftz")
        request.flags.emplace_back("-ftz=true");
    if (build == "fast")
        request.flags.emplace_back("-use_fast_math");
    return compiler.compile(request);
}

Result<std::shared_ptr<const ptx::Module>> parsed(const std::string& text, std::string_view file)
{
    auto module = ptx::parse(text, std::string { file });
    if (!module)
        return module.error();
    return std::make_shared<const ptx::Module>(std::move(*module));
}

} // namespace

Builds builds_of(const lesson::Lesson& lesson)
{
    Builds builds { "" };
    for (const auto& build : lesson.builds)
        builds.insert(build.name);
    return builds;
}

Builds builds_of(const lesson::Lesson& lesson, const problem::Variant& variant)
{
    Builds builds;
    for (const auto& kernel : lesson.problem->kernels(variant)) {
        const auto at = kernel.find('@');
        builds.insert(at == std::string::npos ? "" : kernel.substr(at + 1));
    }
    if (builds.empty())
        builds.insert(""); // it computes on the host; an edit is compiled all the same
    return builds;
}

CompiledKernels compile_kernels(
    const gpu::NvrtcCompiler& compiler, const lesson::Lesson& lesson, const std::string& source, const Builds& builds)
{
    // Somebody waits for it: all builds at the same time.
    std::map<std::string, std::future<gpu::Compilation>> compilations;
    const auto start = [&](const std::string& name, const ptx::Module& old) {
        if (builds.contains(name))
            compilations.emplace(name, std::async(std::launch::async, [&compiler, &lesson, &source, &old, name] {
                return compile(compiler, lesson, source, old, name);
            }));
    };
    start("", *lesson.module);
    for (const auto& build : lesson.builds)
        start(build.name, *build.module);

    CompiledKernels kernels { KernelTexts { .source = source, .ptx = {}, .builds = {} }, {} };
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

Result<std::shared_ptr<const lesson::Lesson>> with_kernels(const lesson::Lesson& lesson, const KernelTexts& texts)
{
    auto changed = std::make_shared<lesson::Lesson>(lesson);
    changed->edited = true;
    changed->source = texts.source;
    changed->source_lines = lesson::lines_of(texts.source);
    if (!texts.ptx.empty()) {
        auto module = parsed(texts.ptx, "kernels.ptx");
        if (!module)
            return module.error();
        changed->ptx_text = texts.ptx;
        changed->module = std::move(*module);
    }
    for (auto& build : changed->builds) {
        const auto text = texts.builds.find(build.name);
        if (text == texts.builds.end())
            continue;
        auto its_module = parsed(text->second, "kernels." + build.name + ".ptx");
        if (!its_module)
            return its_module.error();
        build.ptx_text = text->second;
        build.module = std::move(*its_module);
    }
    const auto smallest = lesson::smallest_settings(*changed);
    for (const auto& variant : changed->variants) {
        if (auto fits = lesson::check_kernels(*changed, variant, smallest); !fits)
            return Error { "kernels.cu no longer fits its lesson: " + fits.error().message };
    }
    return std::shared_ptr<const lesson::Lesson> { std::move(changed) };
}

} // namespace warpstage::live
