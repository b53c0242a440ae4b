// Watches a run on the virtual machine: a line of progress on a terminal, a time limit, and Ctrl+C.
#pragma once

#include "core/base/process/interrupt.h"
#include "core/simt/run_progress.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace warpstage::cli {

// Only one instance may exist at a time: it has an Interrupt.
class RunWatch {
public:
    // `limit`: nothing for none.
    explicit RunWatch(std::optional<std::chrono::duration<double>> limit);
    RunWatch(const RunWatch&) = delete;
    RunWatch& operator=(const RunWatch&) = delete;
    ~RunWatch() { end(); }

    [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }
    [[nodiscard]] simt::RunProgress& progress() { return m_progress; }
    // Nothing is printed from now on.
    void end();
    // Prints why the run was stopped, and where: `place` as in kernel_run::JobOutcome::stopped. Returns the exit status.
    [[nodiscard]] int report_stop(const std::string& place) const;

private:
    void watch(const std::stop_token& end);

    Interrupt m_interrupt;
    std::optional<std::chrono::duration<double>> m_limit;
    std::stop_source m_stop;
    simt::RunProgress m_progress;
    std::jthread m_thread; // last member: it uses the members above
};

} // namespace warpstage::cli
