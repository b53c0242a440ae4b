// For a program that starts no others, such as one in a browser.
#include "core/base/process/start_process.h"

namespace warpstage {

Result<pid_t> start_process(const std::string& /*program*/, const std::vector<std::string>& /*arguments*/,
    const StandardStreams& /*streams*/, ProcessGroup /*group*/)
{
    return Error { "no program can be started here" };
}

} // namespace warpstage
