#include "app/stage/capture/outside_program.h"

#include <fcntl.h>
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
    auto process = Process::start({ .program = program,
        .arguments = arguments,
        .streams = { read, kNullDevice, kNullDevice },
        .ends_with = EndsWith::nothing });
    if (read >= 0)
        ::close(read);
    if (!process)
        return Error { trf("Cannot start `{}`: {}.", program, process.error().message) };
    return OutsideProgram(*std::move(process));
}

std::optional<int> OutsideProgram::ended()
{
    const auto end = m_process.ended();
    return end ? std::optional { end->status } : std::nullopt;
}

Result<OutsideProgram> copy_to_clipboard(const fs::path& png)
{
    if (std::getenv("WAYLAND_DISPLAY") != nullptr) // NOLINT(concurrency-mt-unsafe): no code changes it
        if (auto started = OutsideProgram::start("wl-copy", { "--type", "image/png" }, png))
            return started;
    if (auto started = OutsideProgram::start("xclip", { "-selection", "clipboard", "-t", "image/png", "-i", png.string() }))
        return started;
    return Error { tr(
        "Screenshot not copied: neither `wl-copy` nor `xclip` was found. Install wl-clipboard or xclip, or press F12 to "
        "save a file.") };
}

} // namespace warpstage::stage
