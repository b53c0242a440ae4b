#include "core/kernel_run/kernel_source.h"

#include "core/base/text.h"
#include "core/base/text_limits.h"
#include "core/base/whole_file.h"
#include "core/kernel_run/cuda_source.h"
#include "core/lesson/files/text_file.h"
#include "core/ptx/demangle.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

namespace warpstage::kernel_run {

namespace {

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

// "add<3>" of "add<3>" and "add<3>(float*)"; empty for other kernels. NVRTC instantiates templates only on request.
std::string instance_of(const std::string& kernel)
{
    const auto last = kernel.rfind('>');
    return last == std::string::npos ? std::string {} : kernel.substr(0, last + 1);
}

// Each instance once.
std::vector<std::string> instances_of(const std::vector<std::string>& kernels)
{
    std::vector<std::string> instances;
    for (const auto& kernel : kernels) {
        const auto instance = instance_of(kernel);
        if (!instance.empty() && std::ranges::find(instances, instance) == instances.end())
            instances.push_back(instance);
    }
    return instances;
}

Result<const ptx::Function*> find_kernel(const ptx::Module& module, const std::string& name, const std::string& file)
{
    const auto kernels = kernels_of(module);
    if (kernels.empty())
        return Error { fmt::format("{} contains no kernel{}.", file,
            name.empty() ? ", or only templates: select an instance with `--kernel`, for example `--kernel 'reduce<256>'`"
                         : "") };
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
    auto text = read_whole_file(file, most);
    if (!text)
        return Error { fmt::format("`{}` cannot be read: {}.", file.string(), text.error().message) };
    if (const auto excess = excess_of(*text, file.extension() == ".ptx" ? TextFormat::ptx : TextFormat::source))
        return Error { fmt::format("{}:{}: {}.", file.string(), excess->line, excess->reason) };
    if (text::trim(*text).empty())
        return Error { fmt::format("{} is empty.", file.string()) };
    return text;
}

LoadedSource load_source(const SourceRequest& request)
{
    auto text = read_text(request.file, max_bytes_of(request.file));
    if (!text)
        return { text.error(), {} };
    const auto name = request.file.filename().string();
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = name;
    lesson->folder = request.file.parent_path();
    LoadedSource loaded { KernelSource {}, {} };
    std::vector<std::string> wanted { request.kernel };
    wanted.insert(wanted.end(), request.further.begin(), request.further.end());
    auto ptx_name = name;
    if (request.file.extension() == ".ptx") {
        lesson->ptx_text = std::move(*text);
    } else {
        lesson->source = std::move(*text);
        const auto instances = instances_of(wanted);
        auto compiled = compile_cuda(request.file, lesson->source, request.compilation, instances);
        loaded.diagnostics = std::move(compiled.diagnostics);
        if (!compiled.result) {
            loaded.source = compiled.result.error();
            return loaded;
        }
        lesson->ptx_text = std::move(compiled.result->text);
        for (std::size_t i = 0; i < compiled.result->lowered_names.size(); ++i)
            std::ranges::replace_if(
                wanted, [&](const std::string& kernel) { return instance_of(kernel) == instances[i]; },
                compiled.result->lowered_names[i]);
        ptx_name = "PTX of " + name;
    }
    auto module = ptx::parse(lesson->ptx_text, ptx_name);
    if (!module) {
        loaded.source = module.error();
        return loaded;
    }
    lesson->module = std::make_shared<const ptx::Module>(std::move(*module));
    std::vector<const ptx::Function*> kernels;
    for (const auto& kernel : wanted) {
        const auto found = find_kernel(*lesson->module, kernel, name);
        if (!found) {
            loaded.source = found.error();
            return loaded;
        }
        kernels.push_back(*found);
    }
    if (lesson->source.empty())
        lesson->source = source_beside(request.file, *lesson->module, *kernels.front());
    if (!lesson->source.empty())
        lesson->source_lines = lesson::lines_of(lesson->source);
    loaded.source = KernelSource { lesson, kernels.front(), { kernels.begin() + 1, kernels.end() } };
    return loaded;
}

} // namespace warpstage::kernel_run
