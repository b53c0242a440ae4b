// Prints which threads of a launch wait where: after some time, and when Ctrl+C ends the program.
#pragma once

#include "core/runtime/launch_record.h"
#include "core/simt/hang/wait_question.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace warpstage::runtime {

class WaitReport {
public:
    using Print = std::function<void(const std::string&)>;
    // `after`: nothing: only Ctrl+C. A program that handles Ctrl+C itself goes on doing so.
    WaitReport(std::optional<std::chrono::duration<double>> after, Print print);

    // A launch begins; one at a time.
    [[nodiscard]] simt::WaitQuestion& begin(const LaunchRecord& record);
    void end();

private:
    void answer(const simt::Hang& hang);
    void wait(const std::stop_token& stop);

    std::optional<std::chrono::duration<double>> m_after;
    Print m_print;
    simt::WaitQuestion m_question;
    std::string m_launch; // "Launch 1, kernel `k`"
    std::chrono::steady_clock::time_point m_begin;
    std::optional<struct sigaction> m_before; // of SIGINT, if it is handled here
    std::mutex m_mutex; // for the time
    std::jthread m_timer; // during a launch
};

} // namespace warpstage::runtime
