#include "core/base/process/program_run.h"

#include "core/base/process/start_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>
#include <thread>

namespace warpstage {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSlice { 10 }; // maximum delay until a stop request is noticed

// A program and the read end of its output pipe. The destructor waits for the end of the program.
class Running {
public:
    Running(pid_t process, int output)
        : m_process(process)
        , m_output(output)
    {
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running()
    {
        close(m_output);
        if (m_process > 0) {
            kill(-m_process, SIGKILL);
            waitpid(m_process, nullptr, 0);
        }
    }

    [[nodiscard]] int output() const { return m_output; }
    // Its exit status once it has ended.
    [[nodiscard]] std::optional<int> ended()
    {
        int status = 0;
        if (waitpid(m_process, &status, WNOHANG) != m_process)
            return std::nullopt;
        m_process = 0;
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

private:
    pid_t m_process;
    int m_output;
};

} // namespace

std::vector<std::filesystem::path> toolkit_folders()
{
    std::vector<std::filesystem::path> folders;
    if (const char* path = std::getenv("PATH"); path != nullptr) {
        std::string_view left = path;
        while (!left.empty()) {
            const auto end = left.find(':');
            if (end != 0) // an empty entry means the current folder, from which nothing is started
                folders.emplace_back(left.substr(0, end));
            left = end == std::string_view::npos ? std::string_view {} : left.substr(end + 1);
        }
    }
    for (const char* name : { "CUDA_HOME", "CUDA_PATH" })
        if (const char* folder = std::getenv(name); folder != nullptr && *folder != '\0')
            folders.push_back(std::filesystem::path(folder) / "bin");
    folders.emplace_back("/usr/local/cuda/bin");
    return folders;
}

std::optional<std::filesystem::path> find_program(const std::vector<std::filesystem::path>& folders, std::string_view program)
{
    for (const auto& folder : folders) {
        const auto path = folder / program;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0)
            return path;
    }
    return std::nullopt;
}

Result<ProgramRun> run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
    const ProgramLimits& limits, const std::stop_token& stop)
{
    std::array<int, 2> ends { -1, -1 };
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return Error { fmt::format("Cannot start {}: {}.", program.string(), std::strerror(errno)) };
    const auto process = start_process(program.string(), arguments, { kNullDevice, ends[1], ends[1] },
        ProcessGroup::own); // so that its own children end with it
    close(ends[1]);
    if (!process) {
        close(ends[0]);
        return Error { fmt::format("Cannot start {}: {}.", program.string(), process.error().message) };
    }
    Running running(*process, ends[0]);
    const auto name = limits.name.empty() ? program.filename().string() : limits.name;
    const auto deadline = Clock::now() + limits.time;
    ProgramRun run;
    for (bool open = true;;) {
        if (stop.stop_requested())
            return Error { fmt::format("{} was stopped.", name) };
        if (Clock::now() >= deadline)
            return Error { fmt::format(
                "{} did not end within {:.1f} s and was stopped.", name, std::chrono::duration<double>(limits.time).count()) };
        if (!open) {
            if (const auto status = running.ended()) {
                run.status = *status;
                return run;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        pollfd waiting { running.output(), POLLIN, 0 };
        if (poll(&waiting, 1, static_cast<int>(kSlice.count())) <= 0)
            continue;
        std::array<char, 65536> bytes {};
        const auto count = read(running.output(), bytes.data(), bytes.size());
        open = count > 0;
        run.output.append(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (run.output.size() > limits.output)
            return Error { fmt::format("{} printed more than {} MiB and was stopped.", name, limits.output >> 20U) };
    }
}

} // namespace warpstage
