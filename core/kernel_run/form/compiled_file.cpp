#include "core/kernel_run/form/compiled_file.h"

#include "core/base/text.h"
#include "core/kernel_run/cuda_source.h"
#include "core/kernel_run/form/answers_file.h"
#include "core/kernel_run/kernel_source.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

namespace warpstage::kernel_run {

namespace {

namespace fs = std::filesystem;

bool misses_header(std::string_view message)
{
    return message.find("No such file or directory") != std::string_view::npos
        || message.find("could not open source file") != std::string_view::npos
        || message.find("cannot open source file") != std::string_view::npos;
}

// The first error with its line.
Error compiler_error(const fs::path& file, const gpu::Compilation& compilation)
{
    std::string message = compilation.result.error().message;
    for (const auto& diagnostic : compilation.diagnostics) {
        if (diagnostic.severity != gpu::Diagnostic::Severity::error || diagnostic.line == 0)
            continue;
        const fs::path place = diagnostic.file.empty() ? file : fs::path { diagnostic.file };
        message = text::sentence(fmt::format("{}, line {}: {}", place.filename().string(), diagnostic.line, diagnostic.text));
        break;
    }
    if (misses_header(message))
        message += fmt::format(" Name the folder of the header in {}, as in `include = [\"../include\"]`.",
            answers_beside(file).filename().string());
    return { message };
}

// Template instances that do not compile with the guessed arguments are left out.
gpu::Compilation compile_all(const CompiledFile& compiled, const SourceText& read, const std::stop_token& stop)
{
    CudaOptions options;
    options.include_folders = compiled.include_folders();
    options.stop = stop;
    const auto instances = default_instances(read);
    auto compilation = compile_cuda(compiled.file, compiled.source, options, instances);
    return compilation.result || compilation.was_ended || instances.empty()
        ? std::move(compilation)
        : compile_cuda(compiled.file, compiled.source, options, {});
}

// The source named by the PTX, from the folder of the PTX; empty: it is not there.
std::string source_of_ptx(const CompiledFile& compiled)
{
    for (const auto& name : compiled.module->files) {
        const fs::path path = compiled.file.parent_path() / fs::path { name }.filename();
        if (path.extension() == ".cu")
            if (auto text = read_text(path, kMaxPtxBytes))
                return *std::move(text);
    }
    return {};
}

// The PTX with the lines of its own text as source locations, so that each view that shows a line shows that of the PTX.
std::string with_own_lines(const std::string& ptx, const ptx::Module& module, const std::string& name)
{
    std::set<std::uint32_t> instructions; // lines
    for (const auto& function : module.functions)
        for (const auto& instruction : function.instructions)
            instructions.insert(instruction.text_line);
    std::string text;
    std::uint32_t number = 0;
    for (const auto line : text::split(ptx, '\n')) {
        ++number;
        const auto word = text::trim(line);
        if (word.starts_with(".loc") || word.starts_with(".file"))
            continue;
        if (instructions.contains(number))
            text += fmt::format(".loc 1 {} 0\n", number);
        text += line;
        text += '\n';
    }
    return text + fmt::format(".file 1 \"{}\"\n", name);
}

} // namespace

Result<CompiledFile> compile_file(const fs::path& file, const std::vector<std::string>& include, const std::stop_token& stop)
{
    auto text = read_text(file, max_bytes_of(file));
    if (!text)
        return text.error();
    const std::string name = file.filename().string();
    CompiledFile compiled;
    compiled.file = file;
    compiled.include = include;
    SourceText read;
    const bool cuda = file.extension() != ".ptx";
    if (cuda) {
        compiled.source = *std::move(text);
        read = read_source(compiled.source);
        auto compilation = compile_all(compiled, read, stop);
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
        if (compiled.source.empty()) {
            compiled.source = std::exchange(compiled.ptx, with_own_lines(compiled.ptx, *compiled.module, name));
            module = ptx::parse(compiled.ptx, name);
            if (!module)
                return module.error();
            compiled.module = std::make_shared<const ptx::Module>(*std::move(module));
        }
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
