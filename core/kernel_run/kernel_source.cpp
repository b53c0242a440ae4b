#include "core/kernel_run/kernel_source.h"

#include "core/base/text.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/lesson/files/text_file.h"
#include "core/ptx/demangle.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <system_error>

namespace warpstage::kernel_run {

namespace {

// PTX, and the mangled name if a template instance was requested.
struct Compiled {
    std::string ptx;
    std::string mangled;
};

struct CompiledSource {
    Result<Compiled> compiled;
    std::vector<gpu::Diagnostic> diagnostics;
};

CompiledSource compile(const SourceRequest& request, const std::string& source)
{
    const auto compiler = gpu::NvrtcCompiler::load();
    if (!compiler)
        return { compiler.error(), {} };
    gpu::CompileRequest compile_request;
    compile_request.source = source;
    compile_request.name = request.file.filename().string();
    compile_request.architecture = request.architecture;
    compile_request.defines = request.defines;
    const auto folder = request.file.parent_path();
    compile_request.include_folders = { folder.empty() ? std::filesystem::path { "." } : folder };
    // NVRTC instantiates templates only on request.
    const bool is_template = request.kernel.find('<') != std::string::npos;
    if (is_template)
        compile_request.name_expressions = { request.kernel };
    auto compilation = compiler->compile(compile_request);
    if (!compilation.result)
        return { compilation.result.error(), std::move(compilation.diagnostics) };
    auto& ptx = *compilation.result;
    return { Compiled { std::move(ptx.text), is_template ? ptx.lowered_names.front() : std::string {} },
        std::move(compilation.diagnostics) };
}

std::vector<std::string> kernels_of(const ptx::Module& module)
{
    std::vector<std::string> kernels;
    for (const auto& function : module.functions) {
        if (function.entry)
            kernels.push_back(ptx::shown_name(module, function));
    }
    return kernels;
}

// Finds kernels by the mangled name, else by the name in the source, with or without parameter types.
std::vector<const ptx::Function*> kernels_named(const ptx::Module& module, const std::string& name)
{
    const auto without_blanks = [](std::string text) {
        std::erase(text, ' ');
        return text;
    };
    const auto wanted = without_blanks(name);
    std::vector<const ptx::Function*> found;
    for (const auto& function : module.functions) {
        if (!function.entry)
            continue;
        if (function.name == name)
            return { &function };
        if (without_blanks(function.display_name) == wanted || without_blanks(ptx::signature(function.name)) == wanted)
            found.push_back(&function);
    }
    return found;
}

Result<const ptx::Function*> find_kernel(const ptx::Module& module, const std::string& name, const std::string& file)
{
    const auto kernels = kernels_of(module);
    if (kernels.empty())
        return Error { fmt::format("{} contains no kernel{}.", file,
            name.empty() ? "or only templates. Select an instance with `--kernel`, for example `--kernel 'reduce<256>'`" : "") };
    if (name.empty()) {
        if (kernels.size() > 1)
            return Error { fmt::format(
                "{} contains {} kernels. Select one with `--kernel`: {}.", file, kernels.size(), text::alternatives(kernels)) };
        return &*std::ranges::find_if(module.functions, [](const ptx::Function& function) { return function.entry; });
    }
    const auto matches = kernels_named(module, name);
    if (matches.size() == 1)
        return matches.front();
    if (matches.size() > 1) {
        std::vector<std::string> names;
        for (const auto* kernel : matches)
            names.push_back(fmt::format("{} ({})", ptx::signature(kernel->name), kernel->name));
        return Error { fmt::format("{} contains {} kernels `{}`. Select one with `--kernel`: {}.", file, matches.size(), name,
            text::alternatives(names)) };
    }
    const auto near = text::nearest(name, kernels);
    return Error { near.empty() ? fmt::format("{} contains no kernel `{}`, only {}.", file, name, fmt::join(kernels, ", "))
                                : fmt::format("{} contains no kernel `{}`. Did you mean `{}`?", file, name, near) };
}

// The CUDA source of a PTX file, if it is in the same folder under the name in the .file directive.
std::string source_beside(const std::filesystem::path& ptx_file, const ptx::Module& module, const ptx::Function& kernel)
{
    const auto number = kernel.location.file;
    if (number >= module.files.size() || module.files[number].empty())
        return {};
    const auto path = ptx_file.parent_path() / std::filesystem::path { module.files[number] }.filename();
    auto text = read_text(path, kMaxPtxBytes);
    return text ? std::move(*text) : std::string {};
}

} // namespace

Result<std::string> read_text(const std::filesystem::path& file, std::uint64_t most)
{
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        return Error { fmt::format("{} does not exist.", file.string()) };
    if (!std::filesystem::is_regular_file(file, error))
        return Error { fmt::format("{} is not a file.", file.string()) };
    const auto size = std::filesystem::file_size(file, error);
    std::ifstream stream { file, std::ios::binary };
    if (error || !stream)
        return Error { fmt::format("{} cannot be read. Check its permissions.", file.string()) };
    if (size > most)
        return Error { fmt::format("{} has {} bytes, more than the limit of {}.", file.string(), size, most) };
    std::string text(static_cast<std::size_t>(size), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.gcount() != static_cast<std::streamsize>(text.size()))
        return Error { fmt::format("{} cannot be read completely.", file.string()) };
    if (text::trim(text).empty())
        return Error { fmt::format("{} is empty.", file.string()) };
    return text;
}

LoadedSource load_source(const SourceRequest& request)
{
    auto text = read_text(request.file, kMaxPtxBytes);
    if (!text)
        return { text.error(), {} };
    const auto name = request.file.filename().string();
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = name;
    lesson->folder = request.file.parent_path();
    LoadedSource loaded { KernelSource {}, {} };
    auto wanted = request.kernel;
    auto ptx_name = name;
    if (request.file.extension() == ".ptx") {
        lesson->ptx_text = std::move(*text);
    } else {
        lesson->source = std::move(*text);
        auto compiled = compile(request, lesson->source);
        loaded.diagnostics = std::move(compiled.diagnostics);
        if (!compiled.compiled) {
            loaded.source = compiled.compiled.error();
            return loaded;
        }
        lesson->ptx_text = std::move(compiled.compiled->ptx);
        if (!compiled.compiled->mangled.empty())
            wanted = compiled.compiled->mangled;
        ptx_name = "PTX of " + name;
    }
    auto module = ptx::parse(lesson->ptx_text, ptx_name);
    if (!module) {
        loaded.source = module.error();
        return loaded;
    }
    lesson->module = std::make_shared<const ptx::Module>(std::move(*module));
    const auto kernel = find_kernel(*lesson->module, wanted, name);
    if (!kernel) {
        loaded.source = kernel.error();
        return loaded;
    }
    if (lesson->source.empty())
        lesson->source = source_beside(request.file, *lesson->module, **kernel);
    if (!lesson->source.empty())
        lesson->source_lines = lesson::lines_of(lesson->source);
    loaded.source = KernelSource { lesson, *kernel };
    return loaded;
}

} // namespace warpstage::kernel_run
