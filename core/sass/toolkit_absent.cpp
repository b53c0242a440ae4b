// Replaces toolkit.cpp in the web edition.
#include "core/base/words.h"
#include "core/sass/toolkit.h"

namespace warpstage::sass {

Result<Toolkit> find_toolkit(const std::vector<std::filesystem::path>& /*folders*/)
{
    return Error { tr(
        "Machine code needs the tools of the CUDA Toolkit, which a web page cannot run. Use the installed program.") };
}

} // namespace warpstage::sass
