// Locations of the assembler and the disassembler of an installed CUDA Toolkit.
#pragma once

#include "core/base/process/programs.h"
#include "core/base/result.h"

#include <filesystem>
#include <vector>

namespace warpstage::sass {

struct Toolkit {
    std::filesystem::path ptxas;
    std::filesystem::path nvdisasm;

    bool operator==(const Toolkit&) const = default;
};

// Each tool from the first folder that contains it. Error: the missing tool, and what to install.
[[nodiscard]] Result<Toolkit> find_toolkit(const std::vector<std::filesystem::path>& folders = toolkit_folders());

} // namespace warpstage::sass
