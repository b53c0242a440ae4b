// Ctrl+C asks what is computed to stop, so that the command ends in order; a second one ends the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace warpstage::cli {

inline constexpr int kInterrupted = 130; // status, as a shell has it

// One at a time.
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

} // namespace warpstage::cli
