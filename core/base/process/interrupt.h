// Ctrl+C requests a stop of the running computation, so that the command ends normally; a second Ctrl+C ends the program
// immediately.
#pragma once

#include <stop_token>
#include <thread>

namespace warpstage {

inline constexpr int kInterrupted = 130; // exit status, as shells define it

// Only one instance may exist at a time.
class Interrupt {
public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }
    [[nodiscard]] bool requested() const;

private:
    std::stop_source m_stop;
    std::jthread m_watch; // a signal handler may only set a flag
};

} // namespace warpstage
