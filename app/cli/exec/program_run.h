// A CUDA program on the virtual device, for `warpstage exec` and `warpstage capture`: found or compiled, checked, and run to its
// end in this terminal.
#pragma once

#include "core/runtime/launch_record.h"
#include "core/runtime/settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::cli {

struct ProgramOutcome {
    int status = 0; // exit status
    std::vector<runtime::LaunchRecord> records;
};

// `command`: "exec", for messages. `words`: PROGRAM [ARGUMENTS], or FILE.cu [-I FOLDER] [-D NAME] [ARGUMENTS] [-- NVCC-OPTIONS].
// `settings`: without the file of the records. Refuses: no program, one that cannot run on the virtual device, an invalid
// architecture.
[[nodiscard]] ProgramOutcome run_on_virtual_device(
    std::string_view command, const std::vector<std::string>& words, runtime::Settings settings);

// Runs the program with its own CUDA runtime library on the GPU, with libwarpstage_capture.so in front, which captures launches.
// Returns the exit status. `architecture`: for which a .cu file is compiled. Refuses: as above.
[[nodiscard]] int run_interposed(std::string_view command, const std::vector<std::string>& words, const std::string& architecture,
    const runtime::CaptureSettings& settings);

} // namespace warpstage::cli
