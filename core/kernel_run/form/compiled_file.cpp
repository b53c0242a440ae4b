#include "core/kernel_run/form/compiled_file.h"

#include "core/base/text.h"
#include "core/kernel_run/cuda_source.h"
#include "core/kernel_run/kernel_source.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::kernel_run {

namespace {

namespace fs = std::filesystem;

// The first error with its line.
Error compiler_error(const fs::path& file, const gpu::Compilation& compilation)
{
    for (const auto& diagnostic : compilation.diagnostics)
        if (diagnostic.severity == gpu::Diagnostic::Severity::error && diagnostic.line != 0)
            return { text::sentence(fmt::format("{}, line {}: {}",
                diagnostic.file.empty() ? file.filename().string() : fs::path { diagnostic.file }.filename().string(),
                diagnostic.line, diagnostic.text)) };
    return compilation.result.error();
}

// Template instances that do not compile with the guessed arguments are left out.
gpu::Compilation compile_all(const fs::path& file, const std::string& source, const SourceText& read)
{
    const auto instances = default_instances(read);
    auto compilation = compile_cuda(file, source, {}, instances);
    return compilation.result || instances.empty() ? std::move(compilation) : compile_cuda(file, source, {}, {});
}

// The source named by the PTX, from the folder of the PTX.
std::string source_of_ptx(const CompiledFile& compiled)
{
    for (const auto& name : compiled.module->files) {
        const fs::path path = compiled.file.parent_path() / fs::path { name }.filename();
        if (path.extension() == ".cu")
            if (auto text = read_text(path, kMaxPtxBytes))
                return *std::move(text);
    }
    return fmt::format("// {} has no CUDA source beside it.\n", compiled.file.filename().string());
}

} // namespace

Result<CompiledFile> compile_file(const fs::path& file)
{
    auto text = read_text(file, kMaxPtxBytes);
    if (!text)
        return text.error();
    const std::string name = file.filename().string();
    CompiledFile compiled;
    compiled.file = file;
    SourceText read;
    const bool cuda = file.extension() != ".ptx";
    if (cuda) {
        compiled.source = *std::move(text);
        read = read_source(compiled.source);
        auto compilation = compile_all(file, compiled.source, read);
        if (!compilation.result)
            return compiler_error(file, compilation);
        compiled.ptx = std::move(compilation.result->text);
    } else {
        compiled.ptx = *std::move(text);
    }
    auto module = ptx::parse(compiled.ptx, cuda ? "PTX of " + name : name);
    if (!module)
        return module.error();
    compiled.module = std::make_shared<const ptx::Module>(*std::move(module));
    if (!cuda) {
        compiled.source = source_of_ptx(compiled);
        read = read_source(compiled.source);
    }
    compiled.forms = default_forms(*compiled.module, read);
    if (compiled.forms.empty())
        return Error { fmt::format(
            "{} contains no kernel. A kernel is a `__global__` function; a template needs an instance.", name) };
    if (std::ranges::none_of(compiled.forms, [](const LaunchForm& form) { return form.impossible.empty(); }))
        return Error { compiled.forms.front().impossible };
    return compiled;
}

} // namespace warpstage::kernel_run
