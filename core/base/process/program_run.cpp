#include "core/base/process/program_run.h"

#include "core/base/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

namespace warpstage {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSlice { 10 }; // maximum delay until a stop request is noticed

// The read end of a pipe.
class Output {
public:
    explicit Output(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output() { close(m_descriptor); }

    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

} // namespace

Result<ProgramRun> run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
    const ProgramLimits& limits, const std::stop_token& stop)
{
    std::array<int, 2> ends { -1, -1 };
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return Error { fmt::format("Cannot start {}: {}.", program.string(), std::strerror(errno)) };
    const Output output { ends[0] };
    auto process = Process::start({ .program = program.string(),
        .arguments = arguments,
        .streams = { kNullDevice, ends[1], ends[1] },
        .group = ProcessGroup::own,
        .ends_with = EndsWith::thread,
        .environment = limits.environment });
    close(ends[1]);
    if (!process)
        return Error { fmt::format("Cannot start {}: {}.", program.string(), process.error().message) };
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
            if (const auto end = process->ended()) {
                run.status = end->status;
                return run;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        pollfd waiting { output.descriptor(), POLLIN, 0 };
        if (poll(&waiting, 1, static_cast<int>(kSlice.count())) <= 0)
            continue;
        std::array<char, 65536> bytes {};
        const auto count = read(output.descriptor(), bytes.data(), bytes.size());
        open = count > 0;
        run.output.append(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (run.output.size() > limits.output)
            return Error { fmt::format("{} printed more than {} MiB and was stopped.", name, limits.output >> 20U) };
    }
}

} // namespace warpstage
