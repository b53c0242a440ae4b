#include "core/exercise/submission.h"

#include "core/base/temporary_folder.h"
#include "core/base/whole_file.h"
#include "core/gpu/nvcc/nvcc_compiler.h"
#include "core/live/kernel_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace warpstage::exercise {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kNvccTime { 30 };

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

bool is_plain(const fs::path& path, fs::file_type type)
{
    std::error_code ignored;
    return fs::symlink_status(path, ignored).type() == type;
}

// Sorted by the bytes of the names, so that every run grades in the same order.
Result<std::vector<fs::path>> entries_of(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
        entries.push_back(entry->path());
    if (failed)
        return Error { fmt::format("The folder `{}` cannot be read: {}.", folder.string(), failed.message()) };
    std::ranges::sort(entries, {}, [](const fs::path& path) { return path.native(); });
    return entries;
}

Submission file_of(std::string student, const fs::path& file)
{
    Submission submission { std::move(student), {}, {} };
    if (is_plain(file, fs::file_type::regular))
        submission.file = file;
    else
        submission.mistake = fmt::format("The file {} is {}.", file.filename().string(), kind_of(file));
    return submission;
}

// The file of a student's folder. Nothing: the folder has no such file.
std::optional<fs::path> file_in(const fs::path& folder, const std::string& exercise)
{
    const fs::path inner = folder / exercise;
    const fs::path whole_kit = folder / "exercises" / exercise;
    if (is_plain(inner, fs::file_type::directory))
        return inner / kStartFile;
    if (is_plain(folder / "exercises", fs::file_type::directory) && is_plain(whole_kit, fs::file_type::directory))
        return whole_kit / kStartFile;
    return std::nullopt;
}

Submission submission_in(const fs::path& folder, const std::string& exercise, bool only_exercise)
{
    auto student = folder.filename().string();
    if (const auto named = file_in(folder, exercise))
        return file_of(std::move(student), *named);
    std::vector<fs::path> files;
    if (only_exercise) {
        if (!is_plain(folder / kStartFile, fs::file_type::not_found))
            return file_of(std::move(student), folder / kStartFile);
        const auto entries = entries_of(folder);
        if (!entries)
            return { std::move(student), {}, entries.error().message };
        std::ranges::copy_if(*entries, std::back_inserter(files), [](const fs::path& path) { return has_cuda_ending(path); });
    }
    if (files.size() == 1)
        return file_of(std::move(student), files.front());
    return { std::move(student), {},
        files.empty() ? fmt::format("No file {} was handed in.", kStartFile)
                      : fmt::format("The folder has several .cu files and none with the name {}.", kStartFile) };
}

gpu::Compilation compile_with_nvcc(gpu::CompileRequest request, const std::stop_token& stop)
{
    const auto nvcc = gpu::NvccCompiler::find();
    if (!nvcc)
        return { nvcc.error() };
    const TemporaryFolder scratch;
    request.file = scratch.path() / request.name;
    request.include_folders = { scratch.path() };
    if (scratch.path().empty() || !write_whole_file(request.file, request.source))
        return { Error { request.file.string() + " cannot be written. Check that the disk is not full." } };
    return nvcc->compile(request, kNvccTime, stop);
}

} // namespace

bool has_cuda_ending(const fs::path& file)
{
    const auto ending = file.extension().string();
    return ending == ".cu" || ending == ".CU" || ending == ".Cu";
}

Result<Submissions> find_submissions(const fs::path& folder, const std::string& exercise, bool only_exercise)
{
    const auto entries = entries_of(folder);
    if (!entries)
        return entries.error();
    Submissions submissions;
    for (const auto& entry : *entries) {
        const auto name = entry.filename().string();
        if (is_plain(entry, fs::file_type::directory))
            submissions.found.push_back(submission_in(entry, exercise, only_exercise));
        else if (has_cuda_ending(entry))
            submissions.found.push_back(file_of(entry.stem().string(), entry));
        else if (is_plain(entry, fs::file_type::regular))
            submissions.ignored.push_back(name);
        else
            submissions.found.push_back({ name, {}, fmt::format("The submission is {}.", kind_of(entry)) });
    }
    return submissions;
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
    if (compilation.requires_nvcc && !compilation.was_ended)
        compilation = compile_with_nvcc(std::move(request), stop);
    if (compilation.result)
        return { std::move(compilation.result->text), 0, std::move(compilation.diagnostics) };
    const auto first = std::ranges::find(compilation.diagnostics, gpu::Diagnostic::Severity::error, &gpu::Diagnostic::severity);
    return { compilation.result.error(), first == compilation.diagnostics.end() ? 0 : first->line,
        std::move(compilation.diagnostics) };
}

} // namespace warpstage::exercise
