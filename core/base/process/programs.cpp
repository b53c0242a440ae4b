#include "core/base/process/programs.h"

#include "core/base/user_folders.h"

#include <unistd.h>

#include <string>
#include <system_error>

namespace warpstage {

namespace fs = std::filesystem;

fs::path own_program()
{
    std::error_code unknown;
    return fs::read_symlink("/proc/self/exe", unknown);
}

std::vector<fs::path> program_folders()
{
    const auto program = own_program();
    if (program.empty())
        return {};
    const auto folder = program.parent_path();
    return { folder, folder.parent_path() / "lib" / "warpstage" };
}

std::vector<fs::path> asset_folders()
{
    const auto program = own_program();
    if (program.empty())
        return {};
    const auto folder = program.parent_path();
    return { folder / "assets", folder.parent_path() / "share" / "warpstage" / "assets" };
}

std::vector<fs::path> toolkit_folders()
{
    std::vector<fs::path> folders;
    const auto path = environment("PATH").value_or("");
    for (std::string_view left = path; !left.empty();) {
        const auto end = left.find(':');
        if (end != 0) // an empty entry means the current folder, from which nothing is started
            folders.emplace_back(left.substr(0, end));
        left = end == std::string_view::npos ? std::string_view {} : left.substr(end + 1);
    }
    for (const char* name : { "CUDA_HOME", "CUDA_PATH" })
        if (const auto folder = environment(name))
            folders.push_back(fs::path(*folder) / "bin");
    folders.emplace_back("/usr/local/cuda/bin");
    return folders;
}

std::optional<fs::path> find_program(const std::vector<fs::path>& folders, std::string_view program)
{
    for (const auto& folder : folders) {
        const auto path = folder / program;
        std::error_code ignored;
        if (fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0)
            return path;
    }
    return std::nullopt;
}

} // namespace warpstage
