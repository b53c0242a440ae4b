// One row per command, in the order of --help; each command has a file in commands/.
#include "app/cli/command_line.h"

#define WARPSTAGE_COMMANDS(COMMAND)                                                                                              \
    COMMAND(list)                                                                                                                \
    COMMAND(check)                                                                                                               \
    COMMAND(trace)                                                                                                               \
    COMMAND(counters)                                                                                                            \
    COMMAND(figure)                                                                                                              \
    COMMAND(report)                                                                                                              \
    COMMAND(run)                                                                                                                 \
    COMMAND(exec)                                                                                                                \
    COMMAND(capture)                                                                                                             \
    COMMAND(estimate)                                                                                                            \
    COMMAND(ptx)                                                                                                                 \
    COMMAND(machine_code)                                                                                                        \
    COMMAND(bench)                                                                                                               \
    COMMAND(compare)                                                                                                             \
    COMMAND(rules)                                                                                                               \
    COMMAND(layout)                                                                                                              \
    COMMAND(litmus)                                                                                                              \
    COMMAND(sweep)                                                                                                               \
    COMMAND(trajectory)                                                                                                          \
    COMMAND(web)                                                                                                                 \
    COMMAND(course)                                                                                                              \
    COMMAND(grade)                                                                                                               \
    COMMAND(grade_worker)                                                                                                        \
    COMMAND(serve)                                                                                                               \
    COMMAND(new_lesson)                                                                                                          \
    COMMAND(limits)                                                                                                              \
    COMMAND(tune)                                                                                                                \
    COMMAND(lint_lesson)                                                                                                         \
    COMMAND(gpus)                                                                                                                \
    COMMAND(try_kernels)                                                                                                         \
    COMMAND(doctor)

namespace warpstage::cli {

#define COMMAND(name) void add_##name(CommandLine& line);
WARPSTAGE_COMMANDS(COMMAND)
#undef COMMAND

void add_commands(CommandLine& line)
{
#define COMMAND(name) add_##name(line);
    WARPSTAGE_COMMANDS(COMMAND)
#undef COMMAND
}

std::vector<std::string> command_names()
{
#define COMMAND(name) #name,
    std::vector<std::string> names { WARPSTAGE_COMMANDS(COMMAND) };
#undef COMMAND
    for (auto& name : names)
        std::ranges::replace(name, '_', '-');
    return names;
}

} // namespace warpstage::cli
