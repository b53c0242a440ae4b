#include "tests/app/cli/started_program.h"

#include <sys/wait.h>

#include <cstdio>

namespace warpstage::cli {

Ended run(const std::string& words, const char* streams)
{
    const std::string command = std::string(WARPSTAGE_PROGRAM) + " " + words + " " + streams;
    Ended ended;
    std::FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (const std::size_t read = std::fread(buffer, 1, sizeof(buffer), pipe))
        ended.output.append(buffer, read);
    const int status = pclose(pipe);
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended;
}

} // namespace warpstage::cli
