#include "core/gpu/nvrtc/compilation.h"

#include "core/base/text.h"
#include "core/gpu/nvrtc/compile_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <system_error>

namespace warpstage::gpu {

namespace {

bool is_error(const Diagnostic& diagnostic)
{
    return diagnostic.severity == Diagnostic::Severity::error;
}

bool is_standard(std::string_view flag)
{
    return flag.starts_with("-std") || flag.starts_with("--std");
}

// " in line 3", or " in line 3 of helper.h".
std::string place_text(const CompileRequest& request, const Diagnostic& diagnostic)
{
    if (diagnostic.line == 0)
        return {};
    if (diagnostic.file == request.name)
        return fmt::format(" in line {}", diagnostic.line);
    return fmt::format(" in line {} of {}", diagnostic.line, diagnostic.file);
}

} // namespace

Error compile_error(const CompileRequest& request, const std::vector<Diagnostic>& diagnostics)
{
    const auto count = std::ranges::count_if(diagnostics, is_error);
    const auto first = std::ranges::find_if(diagnostics, is_error);
    if (first == diagnostics.end())
        return { fmt::format("{} does not compile, and the CUDA compiler gives no reason. It may have needed more than {} GiB of "
                             "memory: divide long expressions and lists.",
            request.name, kCompilerMemory >> 30U) };
    const auto more = count == 1 ? std::string {} : fmt::format(" ({} errors in total)", count);
    const auto words = std::string_view { first->text }.substr(0, first->text.find('\n'));
    return { fmt::format("{} does not compile{}: {}{}.", request.name, place_text(request, *first), words, more) };
}

std::vector<std::string> compile_options(const CompileRequest& request)
{
    std::vector<std::string> options { fmt::format("--gpu-architecture=compute_{}", request.architecture) };
    const bool has_standard = std::ranges::any_of(request.flags, is_standard);
    for (const std::string_view flag : text::split(WARPSTAGE_KERNEL_FLAGS, ' ')) { // those of cmake/cuda.cmake
        if (!has_standard || !is_standard(flag))
            options.emplace_back(flag);
    }
    for (const auto& [name, value] : request.defines)
        options.push_back(fmt::format("--define-macro={}={}", name, value));
    std::ranges::copy(request.flags, std::back_inserter(options));
    return options;
}

void remove_toolkit_warnings(std::vector<Diagnostic>& diagnostics, const std::vector<std::filesystem::path>& toolkit_folders)
{
    std::erase_if(diagnostics, [&](const Diagnostic& diagnostic) {
        return !is_error(diagnostic) && std::ranges::any_of(toolkit_folders, [&](const std::filesystem::path& folder) {
            return diagnostic.file.starts_with(folder.string() + "/");
        });
    });
}

std::vector<std::filesystem::path> cuda_include_folders()
{
    std::vector<std::filesystem::path> candidates { "/usr/local/cuda/include", "/usr/include" };
    if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home != '\0') // NOLINT(concurrency-mt-unsafe)
        candidates.insert(candidates.begin(), std::filesystem::path { home } / "include");
    std::error_code ignored;
    for (const auto& folder : candidates) {
        if (!std::filesystem::exists(folder / "cuda_fp16.h", ignored))
            continue;
        if (std::filesystem::exists(folder / "cccl" / "cuda", ignored))
            return { folder, folder / "cccl" };
        return { folder };
    }
    return {};
}

} // namespace warpstage::gpu
