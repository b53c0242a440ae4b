#include "app/cli/stage/end_within.h"

#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <thread>

namespace warpstage::cli {

void end_within(std::chrono::milliseconds time, int status)
{
    std::fflush(stdout);
    const auto wait = [time, status] {
        std::this_thread::sleep_for(time);
        std::_Exit(status); // without destructors, one of which is still waiting
    };
    try {
        std::thread(wait).detach();
    } catch (const std::system_error&) { // no thread can be started: the program ends when its computations do
    }
}

} // namespace warpstage::cli
