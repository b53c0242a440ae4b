#include "tests/app/cli/started_program.h"

#include <sys/wait.h>

#include <cstdio>

namespace warpstage::cli {

namespace {

Ended ended_command(const std::string& command)
{
    Ended ended;
    std::FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (const std::size_t read = std::fread(buffer, 1, sizeof(buffer), pipe))
        ended.output.append(buffer, read);
    const int status = pclose(pipe);
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended;
}

} // namespace

Ended run(const std::string& words, const char* streams)
{
    return ended_command(std::string(WARPSTAGE_PROGRAM) + " " + words + " " + streams);
}

Ended run_in(const std::string& environment, const std::string& words)
{
    return ended_command(environment + " " + WARPSTAGE_PROGRAM + " " + words + " " + kBothStreams);
}

Ended interrupted_after(std::chrono::milliseconds time, const std::string& words)
{
    const double seconds = std::chrono::duration<double>(time).count();
    return ended_command("timeout --preserve-status --signal INT " + std::to_string(seconds) + " " + WARPSTAGE_PROGRAM + " "
        + words + " " + kBothStreams);
}

Ended run_in_terminal(const std::string& words)
{
    return ended_command("script --quiet --return --command '" + std::string(WARPSTAGE_PROGRAM) + " " + words + "' /dev/null");
}

} // namespace warpstage::cli
