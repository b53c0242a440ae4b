// A user's .cu or .ptx file with all of its kernels, compiled, and the questions about their launches.
#pragma once

#include "core/base/result.h"
#include "core/kernel_run/form/launch_form.h"
#include "core/ptx/ast.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

struct CompiledFile {
    std::filesystem::path file;
    std::string source; // CUDA C++; of a .ptx file the source beside it, else the PTX itself
    std::string ptx;
    std::shared_ptr<const ptx::Module> module;
    std::vector<LaunchForm> forms; // at least one that is possible
    std::vector<std::string> include; // see Answers

    [[nodiscard]] std::vector<std::filesystem::path> include_folders() const
    {
        std::vector<std::filesystem::path> folders;
        for (const std::string& folder : include)
            folders.push_back(file.parent_path() / folder);
        return folders;
    }
};

// `include`: see Answers. Compiles a .cu file as `warpstage run` does: NVRTC, else the installed nvcc. Errors, each a sentence
// with the line if possible: an unreadable file, no compiler, invalid CUDA or PTX, no kernel, only kernels that a form cannot
// launch; a stop.
[[nodiscard]] Result<CompiledFile> compile_file(
    const std::filesystem::path& file, const std::vector<std::string>& include = {}, const std::stop_token& stop = {});

} // namespace warpstage::kernel_run
