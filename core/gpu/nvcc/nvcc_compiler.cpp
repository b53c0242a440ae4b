#include "core/gpu/nvcc/nvcc_compiler.h"

#include "core/base/process/program_run.h"
#include "core/base/temporary_folder.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/gpu/nvrtc/compile_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace warpstage::gpu {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxPtx = std::uint64_t { 256 } << 20U; // bytes
constexpr std::size_t kMaxLog = std::size_t { 16 } << 20U; // bytes

// The file, and code of the host that uses the requested template instances, so that nvcc compiles them.
std::string text_with_instances(const fs::path& file, const std::vector<std::string>& instances)
{
    auto text = fmt::format("#include \"{}\"\n", file.string());
    for (std::size_t i = 0; i < instances.size(); ++i)
        text += fmt::format("namespace {{ [[maybe_unused]] auto* const warpstage_instance_{} = &{}; }}\n", i, instances[i]);
    return text;
}

// The last line of the compiler's output, for failures without a diagnostic: "nvcc fatal   : Unknown option '--x'".
std::string last_line(std::string_view log)
{
    const auto trimmed = text::trim(log);
    const auto begin = trimmed.rfind('\n');
    return std::string { begin == std::string_view::npos ? trimmed : trimmed.substr(begin + 1) };
}

// Shows the file under its short name, and removes what nvcc says about the text with the instances.
void rename_files(
    std::vector<Diagnostic>& diagnostics, const CompileRequest& request, const fs::path& file, const fs::path& input)
{
    for (auto& diagnostic : diagnostics) {
        if (diagnostic.file == file.string())
            diagnostic.file = request.name;
    }
    if (input != file)
        std::erase_if(diagnostics, [&](const Diagnostic& diagnostic) {
            return diagnostic.file == input.string() && diagnostic.severity != Diagnostic::Severity::error;
        });
}

Error error_of(
    const CompileRequest& request, const std::vector<Diagnostic>& diagnostics, const fs::path& input, const std::string& log)
{
    const auto first = std::ranges::find(diagnostics, Diagnostic::Severity::error, &Diagnostic::severity);
    if (first == diagnostics.end())
        return { text::sentence(fmt::format("{} does not compile with nvcc: {}", request.name, last_line(log))) };
    if (first->file == input.string())
        return { fmt::format("`{}` is not a kernel of {}: {}.", text::alternatives(request.name_expressions), request.name,
            std::string_view { first->text }.substr(0, first->text.find('\n'))) };
    return compile_error(request, diagnostics);
}

// The arguments of the program that limits nvcc; those of nvcc follow.
std::vector<std::string> limits_of(const CompileRequest& request, const fs::path& file, const fs::path& scratch)
{
    std::vector<std::string> words { "limit", std::to_string(NvccCompiler::kMemoryLimit) };
    if (!request.confined)
        return words;
    words.insert(words.end(), { "--write", scratch.string(), "--read", file.parent_path().string() });
    for (const auto& folder : request.include_folders)
        words.insert(words.end(), { "--read", folder.string() });
    return words;
}

} // namespace

Result<NvccCompiler> NvccCompiler::find(const std::vector<fs::path>& folders)
{
    if (auto program = find_program(folders, "nvcc"))
        return NvccCompiler { *std::move(program) };
    return Error { "nvcc was not found. Install the CUDA Toolkit, or set CUDA_HOME to its folder." };
}

Compilation NvccCompiler::compile(
    const CompileRequest& request, std::chrono::milliseconds time_limit, const std::stop_token& stop) const
{
    const auto limiter = compiler_program();
    if (!limiter)
        return { limiter.error() };

    const TemporaryFolder scratch;
    if (scratch.path().empty())
        return { Error { "Cannot create a folder for temporary files. Check that the disk is not full." } };
    std::error_code ignored;
    const auto file = fs::absolute(request.file, ignored);
    auto input = file;
    if (!request.name_expressions.empty()) {
        input = scratch.path() / "instances.cu";
        if (!(std::ofstream { input } << text_with_instances(file, request.name_expressions)).flush())
            return { Error { input.string() + " cannot be written. Check that the disk is not full." } };
    }
    const auto output = scratch.path() / "kernels.ptx";
    auto arguments = limits_of(request, file, scratch.path());
    arguments.push_back(m_program.string());
    std::ranges::copy(compile_options(request), std::back_inserter(arguments));
    // Most projects whose files need these flags set them in their build scripts; other files are compiled as without them.
    arguments.insert(arguments.end(), { "--ptx", "-x", "cu", "--extended-lambda", "--expt-relaxed-constexpr" });
    for (const auto& folder : request.include_folders)
        arguments.push_back("--include-path=" + folder.string());
    arguments.insert(arguments.end(), { "-o", output.string(), input.string() });
    const auto begin = std::chrono::steady_clock::now();
    const auto run =
        run_program(*limiter, arguments, { time_limit, kMaxLog, "nvcc", { { "TMPDIR", scratch.path().string() } } }, stop);
    if (!run) {
        Compilation ended { run.error() };
        ended.was_ended = true;
        ended.timed_out = std::chrono::steady_clock::now() - begin >= time_limit && !stop.stop_requested();
        return ended;
    }
    auto diagnostics = parse_nvrtc_log(run->output);
    rename_files(diagnostics, request, file, input);
    if (run->status != 0)
        return { error_of(request, diagnostics, input, run->output), std::move(diagnostics) };
    auto ptx = read_whole_file(output, kMaxPtx);
    if (!ptx)
        return { Error { fmt::format("The PTX that nvcc wrote for {} cannot be read: {}.", request.name, ptx.error().message) },
            std::move(diagnostics) };
    if (ptx->empty())
        return { Error { fmt::format("nvcc wrote no PTX for {}.", request.name) }, std::move(diagnostics) };
    CompiledPtx compiled { *std::move(ptx) };
    return { std::move(compiled), std::move(diagnostics) };
}

Compilation NvccCompiler::compile_copy(
    CompileRequest request, std::chrono::milliseconds time_limit, const std::stop_token& stop) const
{
    const TemporaryFolder scratch;
    request.file = scratch.path() / request.name;
    if (scratch.path().empty() || !write_whole_file(request.file, request.source))
        return { Error { request.file.string() + " cannot be written. Check that the disk is not full." } };
    return compile(request, time_limit, stop);
}

} // namespace warpstage::gpu
