#include "core/base/process/start_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <system_error>

extern char** environ;

namespace warpstage {

namespace {

void set_stream(posix_spawn_file_actions_t& actions, int stream, int wanted)
{
    if (wanted == kNullDevice)
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
    else if (wanted != kSameStream)
        posix_spawn_file_actions_adddup2(&actions, wanted, stream);
}

} // namespace

Result<pid_t> start_process(
    const std::string& program, const std::vector<std::string>& arguments, const StandardStreams& streams, ProcessGroup group)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    set_stream(actions, STDIN_FILENO, streams.input);
    set_stream(actions, STDOUT_FILENO, streams.output);
    set_stream(actions, STDERR_FILENO, streams.errors);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    if (group == ProcessGroup::own) {
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0);
    }
    std::vector<std::string> words { program };
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_t process = 0;
    const int failed = posix_spawnp(&process, program.c_str(), &actions, &attributes, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed != 0)
        return Error { std::generic_category().message(failed) };
    return process;
}

} // namespace warpstage
