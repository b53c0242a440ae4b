#include "core/exercise/submission.h"

#include "core/base/whole_file.h"
#include "core/gpu/nvcc/nvcc_compiler.h"
#include "core/live/kernel_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::exercise {

namespace fs = std::filesystem;

std::string kind_of(const fs::path& path)
{
    std::error_code ignored;
    const auto status = fs::symlink_status(path, ignored);
    if (fs::is_symlink(status))
        return "a symbolic link";
    if (fs::is_directory(status))
        return "a folder";
    if (fs::is_fifo(status))
        return "a pipe";
    if (fs::is_socket(status))
        return "a socket";
    if (fs::is_block_file(status) || fs::is_character_file(status))
        return "a device";
    return "missing or not a regular file";
}

bool has_cuda_ending(const fs::path& file)
{
    const auto ending = file.extension().string();
    return ending == ".cu" || ending == ".CU" || ending == ".Cu";
}

Result<std::string> read_submission(const fs::path& file)
{
    auto text = read_whole_file(file, live::kMaxSourceBytes);
    if (!text)
        return Error { fmt::format("{} cannot be read: {}.", file.filename().string(), text.error().message) };
    if (auto usable = live::check_source(*text); !usable)
        return usable.error();
    return text;
}

CompiledSubmission compile_submission(gpu::CompileProcess& compiler, const std::string& source, const std::stop_token& stop)
{
    gpu::CompileRequest request;
    request.source = source;
    request.name = kStartFile;
    request.confined = true;
    auto compilation = compiler.compile(request, stop);
    if (compilation.requires_nvcc && !compilation.was_ended) {
        const auto nvcc = gpu::NvccCompiler::find();
        compilation = nvcc ? nvcc->compile_copy(std::move(request), gpu::NvccCompiler::kTimeLimit, stop)
                           : gpu::Compilation { nvcc.error() };
    }
    if (compilation.result)
        return { std::move(compilation.result->text), 0, std::move(compilation.diagnostics) };
    const auto first = std::ranges::find(compilation.diagnostics, gpu::Diagnostic::Severity::error, &gpu::Diagnostic::severity);
    return { compilation.result.error(), first == compilation.diagnostics.end() ? 0 : first->line,
        std::move(compilation.diagnostics), compilation.timed_out };
}

} // namespace warpstage::exercise
