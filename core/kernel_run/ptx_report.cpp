#include "core/kernel_run/ptx_report.h"

#include "core/kernel_run/kernel_source.h"
#include "core/ptx/demangle.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace warpstage::kernel_run {

namespace {

std::string registers_text(const KernelSummary& function)
{
    std::string text;
    for (const auto& [type, count] : function.registers)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, type);
    return text.empty() ? "none" : text;
}

std::string instructions_text(const KernelSummary& function)
{
    std::string text;
    for (std::size_t i = 0; i < function.instructions.size(); ++i) {
        if (function.instructions[i] != 0)
            text += fmt::format(
                "{}{} {}", text.empty() ? "" : ", ", function.instructions[i], ptx::name_of(static_cast<ptx::OpcodeFamily>(i)));
    }
    return fmt::format("{}{}", function.instruction_count(), text.empty() ? "" : ": " + text);
}

// " (saxpy.cu:12)"; empty if the PTX has no location.
std::string place_text(const ptx::Module& module, const ptx::Instruction& instruction)
{
    const auto& location = instruction.location;
    if (location.line == 0 || location.file >= module.files.size())
        return {};
    return fmt::format(" ({}:{})", std::filesystem::path { module.files[location.file] }.filename().string(), location.line);
}

nlohmann::json to_json(const ptx::Module& module, const KernelSummary& summary)
{
    const auto& function = *summary.function;
    nlohmann::json json { { "name", function.display_name }, { "mangled", function.name },
        { "signature", ptx::signature(function.name) }, { "kernel", function.entry }, { "parameters", nlohmann::json::array() },
        { "registers", nlohmann::json::object() }, { "static_shared_bytes", summary.static_shared_bytes },
        { "local_bytes", summary.local_bytes }, { "instructions", summary.instruction_count() },
        { "families", nlohmann::json::object() }, { "refused", nlohmann::json::array() } };
    for (const auto& parameter : function.parameters)
        json["parameters"].push_back({ { "name", parameter.name }, { "type", ptx::name_of(parameter.type) },
            { "offset", parameter.offset }, { "bytes", parameter.size } });
    for (const auto& [type, count] : summary.registers)
        json["registers"][std::string { type }] = count;
    for (std::size_t i = 0; i < summary.instructions.size(); ++i)
        json["families"][std::string { ptx::name_of(static_cast<ptx::OpcodeFamily>(i)) }] = summary.instructions[i];
    for (const auto& refused : summary.refused) {
        const auto& instruction = function.instructions[refused.instruction];
        nlohmann::json refusal { { "instruction", instruction.text }, { "ptx_line", instruction.text_line } };
        if (!refused.reason.empty())
            refusal["reason"] = refused.reason;
        if (instruction.location.line != 0 && instruction.location.file < module.files.size()) {
            refusal["source_file"] = module.files[instruction.location.file];
            refusal["source_line"] = instruction.location.line;
        }
        json["refused"].push_back(std::move(refusal));
    }
    return json;
}

} // namespace

ReadFile read_kernels(const std::filesystem::path& path, const CudaOptions& options)
{
    auto text = read_text(path, max_bytes_of(path));
    if (!text)
        return { text.error() };
    const auto name = path.filename().string();
    const bool is_ptx = path.extension() == ".ptx";
    gpu::Compilation compilation { gpu::CompiledPtx {} };
    if (is_ptx)
        compilation.result->text = *std::move(text);
    else
        compilation = compile_cuda(path, *text, options);
    if (!compilation.result)
        return { compilation.result.error(), std::move(compilation.diagnostics) };
    auto module = ptx::parse(compilation.result->text, is_ptx ? name : "PTX of " + name);
    if (!module)
        return { module.error(), std::move(compilation.diagnostics) };
    PtxFile file { path.string(), std::make_unique<const ptx::Module>(std::move(*module)), {} };
    file.functions = summarize(*file.module);
    return { std::move(file), std::move(compilation.diagnostics) };
}

std::string to_text(const PtxFile& file)
{
    std::string text;
    const auto out = std::back_inserter(text);
    fmt::format_to(
        out, "{}: PTX {}.{} for {}\n", file.name, file.module->version_major, file.module->version_minor, file.module->target);
    if (std::ranges::none_of(file.functions, [](const auto& summary) { return summary.function->entry; }))
        text += "\nThe file contains no kernel. A compiler omits a template that the file neither launches nor instantiates.\n";
    for (const auto& summary : file.functions) {
        const auto& function = *summary.function;
        fmt::format_to(out, "\n{} {}\n", function.entry ? "kernel" : "function", ptx::shown_name(*file.module, function));
        if (const auto signature = ptx::signature(function.name); signature != function.display_name)
            fmt::format_to(out, "  signature     {}\n", signature);
        for (const auto& parameter : function.parameters) {
            const bool is_array = parameter.size != ptx::size_of(parameter.type);
            fmt::format_to(out, "  parameter     {:>5}  {}{}  {}\n", parameter.offset, ptx::name_of(parameter.type),
                is_array ? fmt::format("[{}]", parameter.size / ptx::size_of(parameter.type)) : "", parameter.name);
        }
        fmt::format_to(out, "  registers     {}\n", registers_text(summary));
        fmt::format_to(out, "  shared memory {} bytes, local memory {} bytes per thread\n", summary.static_shared_bytes,
            summary.local_bytes);
        fmt::format_to(out, "  instructions  {}\n", instructions_text(summary));
        for (const auto& refusal : summary.refused) {
            const auto& instruction = function.instructions[refusal.instruction];
            fmt::format_to(out, "  not supported by the virtual machine: {}:{}{}: {}{}\n", file.name, instruction.text_line,
                place_text(*file.module, instruction), instruction.text, refusal.reason.empty() ? "" : ": " + refusal.reason);
        }
    }
    return text;
}

nlohmann::json to_json(const PtxFile& file)
{
    nlohmann::json json { { "file", file.name },
        { "version", fmt::format("{}.{}", file.module->version_major, file.module->version_minor) },
        { "target", file.module->target }, { "functions", nlohmann::json::array() } };
    for (const auto& summary : file.functions)
        json["functions"].push_back(to_json(*file.module, summary));
    return json;
}

} // namespace warpstage::kernel_run
