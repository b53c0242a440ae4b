#include "core/base/process/interrupt.h"

#include <chrono>
#include <csignal>
#include <system_error>

namespace warpstage {

namespace {

volatile std::sig_atomic_t pending_interrupt = 0;

extern "C" void take_interrupt(int)
{
    pending_interrupt = 1;
    std::signal(SIGINT, SIG_DFL);
}

} // namespace

Interrupt::Interrupt()
{
    pending_interrupt = 0;
    std::signal(SIGINT, take_interrupt);
    try {
        m_watch = std::jthread([stop = m_stop](const std::stop_token& end) mutable {
            while (!end.stop_requested() && pending_interrupt == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            if (pending_interrupt != 0)
                stop.request_stop();
        });
    } catch (const std::system_error&) { // no thread can be started: Ctrl+C ends the program at once
        std::signal(SIGINT, SIG_DFL);
    }
}

Interrupt::~Interrupt()
{
    std::signal(SIGINT, SIG_DFL);
}

bool Interrupt::requested() const
{
    return pending_interrupt != 0;
}

} // namespace warpstage
