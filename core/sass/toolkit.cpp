#include "core/sass/toolkit.h"

#include <fmt/format.h>

namespace warpstage::sass {

namespace fs = std::filesystem;

Result<Toolkit> find_toolkit(const std::vector<fs::path>& folders)
{
    const auto ptxas = find_program(folders, "ptxas");
    const auto nvdisasm = find_program(folders, "nvdisasm");
    if (ptxas && nvdisasm)
        return Toolkit { *ptxas, *nvdisasm };
    return Error { fmt::format("Machine code requires {} from the CUDA Toolkit. Install it, or set CUDA_HOME to its folder.",
        ptxas          ? "nvdisasm"
            : nvdisasm ? "ptxas"
                       : "ptxas and nvdisasm") };
}

} // namespace warpstage::sass
