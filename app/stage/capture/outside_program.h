// Programs of the system that the stage can use where they are installed: a video encoder, the clipboard.
#pragma once

#include "app/stage/standard.h"

#include <sys/types.h>

namespace warpstage::stage {

// A program that runs beside the stage, with nothing to read or with a file, and without words on the terminal.
class OutsideProgram {
public:
    // `program`: its name, in the folders of PATH. Errors: it is not there, or cannot be started.
    [[nodiscard]] static Result<OutsideProgram> start(
        const std::string& program, const std::vector<std::string>& arguments, const std::filesystem::path& input = {});

    // Its status once it has ended, asked without waiting.
    [[nodiscard]] std::optional<int> ended();

private:
    explicit OutsideProgram(pid_t process)
        : m_process(process)
    {
    }
    pid_t m_process;
};

// Puts a PNG file on the clipboard, with wl-copy or xclip. Errors: neither is there, or it does not start.
[[nodiscard]] Result<OutsideProgram> copy_to_clipboard(const std::filesystem::path& png);

} // namespace warpstage::stage
