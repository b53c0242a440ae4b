#include "core/sass/toolkit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string_view>

namespace warpstage::sass {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> find_in(const std::vector<fs::path>& folders, std::string_view tool)
{
    for (const auto& folder : folders) {
        const auto path = folder / tool;
        std::error_code ignored;
        if (fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0)
            return path;
    }
    return std::nullopt;
}

} // namespace

std::vector<fs::path> toolkit_folders()
{
    std::vector<fs::path> folders;
    if (const char* path = std::getenv("PATH"); path != nullptr) {
        std::string_view left = path;
        while (!left.empty()) {
            const auto end = left.find(':');
            if (end != 0) // an empty entry means the current folder, from which nothing is started
                folders.emplace_back(left.substr(0, end));
            left = end == std::string_view::npos ? std::string_view {} : left.substr(end + 1);
        }
    }
    for (const char* name : { "CUDA_HOME", "CUDA_PATH" })
        if (const char* folder = std::getenv(name); folder != nullptr && *folder != '\0')
            folders.push_back(fs::path(folder) / "bin");
    folders.emplace_back("/usr/local/cuda/bin");
    return folders;
}

Result<Toolkit> find_toolkit(const std::vector<fs::path>& folders)
{
    const auto ptxas = find_in(folders, "ptxas");
    const auto nvdisasm = find_in(folders, "nvdisasm");
    if (ptxas && nvdisasm)
        return Toolkit { *ptxas, *nvdisasm };
    return Error { fmt::format("Machine code requires {} from the CUDA Toolkit. Install it, or set CUDA_HOME to its folder.",
        ptxas          ? "nvdisasm"
            : nvdisasm ? "ptxas"
                       : "ptxas and nvdisasm") };
}

} // namespace warpstage::sass
