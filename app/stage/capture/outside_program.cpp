#include "app/stage/capture/outside_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

extern "C" {
extern char** environ; // NOLINT: POSIX names it so
}

namespace warpstage::stage {

namespace fs = std::filesystem;

Result<OutsideProgram> OutsideProgram::start(
    const std::string& program, const std::vector<std::string>& arguments, const fs::path& input)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const std::string read = input.empty() ? "/dev/null" : input.string();
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, read.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<std::string> words { program };
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> raw;
    for (std::string& word : words)
        raw.push_back(word.data());
    raw.push_back(nullptr);
    pid_t process = 0;
    const int failed = ::posix_spawnp(&process, program.c_str(), &actions, nullptr, raw.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        return Error { trf("Cannot start `{}`: {}.", program, std::generic_category().message(failed)) };
    return OutsideProgram(process);
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
