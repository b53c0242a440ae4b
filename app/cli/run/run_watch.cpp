#include "app/cli/run/run_watch.h"

#include "app/cli/command_line.h"
#include "app/cli/standard_streams.h"
#include "core/base/text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace warpstage::cli {

namespace {

using Clock = std::chrono::steady_clock;

// Shorter runs print nothing.
constexpr std::chrono::seconds kFirstLine { 2 };
constexpr std::chrono::milliseconds kBetweenLines { 500 };

std::string number_text(std::uint64_t number)
{
    return text::grouped(static_cast<std::int64_t>(number));
}

void print_line(const simt::RunProgress& progress, std::chrono::duration<double> time)
{
    print_error(fmt::format("\r\033[K{:.0f} s: {} warp instructions, {} of {} blocks ended. Ctrl+C stops the run.",
        std::floor(time.count()), number_text(progress.warp_instructions), number_text(progress.ended_blocks),
        number_text(progress.blocks)));
}

} // namespace

RunWatch::RunWatch(std::optional<std::chrono::duration<double>> limit)
    : m_limit(limit)
    , m_thread([this](const std::stop_token& end) { watch(end); })
{
}

void RunWatch::watch(const std::stop_token& end)
{
    const bool is_terminal = ::isatty(STDERR_FILENO) == 1;
    const auto start = Clock::now();
    auto next_line = start + kFirstLine;
    bool printed = false;
    while (!end.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        const auto now = Clock::now();
        if (m_interrupt.requested() || (m_limit && now - start >= *m_limit))
            m_stop.request_stop();
        if (is_terminal && now >= next_line && m_progress.blocks != 0) {
            print_line(m_progress, now - start);
            printed = true;
            next_line = now + kBetweenLines;
        }
    }
    if (printed)
        print_error("\r\033[K");
}

void RunWatch::end()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

int RunWatch::report_stop(const std::string& place) const
{
    if (m_interrupt.requested()) {
        warn(fmt::format("Interrupted: {}.", place));
        return kInterrupted;
    }
    warn(fmt::format("The limit of {:g} s (`--limit`) is reached: {}. Use a smaller problem or a higher limit.",
        m_limit ? m_limit->count() : 0.0, place));
    return kDiffers;
}

} // namespace warpstage::cli
