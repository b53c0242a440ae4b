// Programs of the system that the stage uses if they are installed: a video encoder, clipboard tools.
#pragma once

#include "app/stage/standard.h"
#include "core/base/process/process.h"

namespace warpstage::stage {

// A program that runs concurrently with the stage; its input is empty or a file, its output is discarded.
class OutsideProgram {
public:
    // `program`: its name, searched for in PATH. Errors: it does not exist or cannot be started.
    [[nodiscard]] static Result<OutsideProgram> start(
        const std::string& program, const std::vector<std::string>& arguments, const std::filesystem::path& input = {});

    // Its exit status if it has ended. Never blocks.
    [[nodiscard]] std::optional<int> ended();

private:
    explicit OutsideProgram(Process process)
        : m_process(std::move(process))
    {
    }
    Process m_process; // continues when the stage ends: other programs take the content of the clipboard from it
};

// Copies a PNG file to the clipboard with wl-copy or xclip. Errors: neither is installed or starts.
[[nodiscard]] Result<OutsideProgram> copy_to_clipboard(const std::filesystem::path& png);

} // namespace warpstage::stage
