#include "app/stage/capture/outside_program.h"

#include "core/base/process/start_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace warpstage::stage {

namespace fs = std::filesystem;

Result<OutsideProgram> OutsideProgram::start(
    const std::string& program, const std::vector<std::string>& arguments, const fs::path& input)
{
    const int read = input.empty() ? kNullDevice : ::open(input.c_str(), O_RDONLY | O_CLOEXEC);
    if (!input.empty() && read < 0)
        return Error { trf("Cannot start `{}`: {}.", program, std::generic_category().message(errno)) };
    const auto process = start_process(program, arguments, { read, kNullDevice, kNullDevice });
    if (read >= 0)
        ::close(read);
    if (!process)
        return Error { trf("Cannot start `{}`: {}.", program, process.error().message) };
    return OutsideProgram(*process);
}

std::optional<int> OutsideProgram::ended()
{
    if (m_process == 0)
        return 0;
    int status = 0;
    if (::waitpid(m_process, &status, WNOHANG) == 0)
        return std::nullopt;
    m_process = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Result<OutsideProgram> copy_to_clipboard(const fs::path& png)
{
    if (std::getenv("WAYLAND_DISPLAY") != nullptr) // NOLINT(concurrency-mt-unsafe): no code changes it
        if (const auto started = OutsideProgram::start("wl-copy", { "--type", "image/png" }, png))
            return started;
    if (const auto started = OutsideProgram::start("xclip", { "-selection", "clipboard", "-t", "image/png", "-i", png.string() }))
        return started;
    return Error { tr(
        "Screenshot not copied: neither `wl-copy` nor `xclip` was found. Install wl-clipboard or xclip, or press F12 to "
        "save a file.") };
}

} // namespace warpstage::stage
