#include "core/runtime/wait_report.h"

#include "core/base/text.h"
#include "core/simt/faults/fault.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <utility>

namespace warpstage::runtime {

namespace {

using Clock = std::chrono::steady_clock;

// One interrupt may arrive twice: from its sender and passed on by the parent, to which it was sent too.
constexpr std::chrono::milliseconds kSameInterrupt { 500 };

// For the handler.
std::atomic<simt::WaitQuestion*> asked_by_signal = nullptr;
std::atomic<bool> is_interrupted = false;
std::atomic<Clock::rep> first_interrupt = 0;

// As without a handler.
void end_program()
{
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
}

// The first one asks, a later one ends the program at once.
void interrupt(int /*signal*/)
{
    const Clock::duration now = Clock::now().time_since_epoch();
    if (is_interrupted && now - Clock::duration { first_interrupt } > kSameInterrupt)
        end_program();
    if (is_interrupted)
        return;
    first_interrupt = now.count();
    is_interrupted = true;
    if (simt::WaitQuestion* const question = asked_by_signal)
        question->ask();
}

} // namespace

WaitReport::WaitReport(std::optional<std::chrono::duration<double>> after, Print print)
    : m_after(after)
    , m_print(std::move(print))
    , m_question([this](const simt::Hang& hang) { answer(hang); })
{
}

simt::WaitQuestion& WaitReport::begin(const LaunchRecord& record)
{
    m_launch = fmt::format("Launch {}, kernel `{}`", record.number, record.kernel);
    m_begin = Clock::now();
    struct sigaction now { };
    if (::sigaction(SIGINT, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_DFL) {
        m_before = now;
        asked_by_signal = &m_question;
        struct sigaction ours { };
        ours.sa_handler = interrupt;
        ours.sa_flags = SA_RESTART;
        ::sigaction(SIGINT, &ours, nullptr);
    }
    if (m_after)
        m_timer = std::jthread([this](const std::stop_token& stop) { wait(stop); });
    return m_question;
}

void WaitReport::end()
{
    m_timer = {};
    if (!m_before)
        return;
    ::sigaction(SIGINT, &*m_before, nullptr);
    m_before.reset();
    asked_by_signal = nullptr;
    if (is_interrupted) // no block has answered
        end_program();
}

void WaitReport::wait(const std::stop_token& stop)
{
    std::condition_variable_any never; // only a request to stop wakes the thread early
    std::unique_lock lock(m_mutex);
    if (!never.wait_for(lock, stop, *m_after, [&] { return stop.stop_requested(); }))
        m_question.ask();
}

void WaitReport::answer(const simt::Hang& hang)
{
    const bool ends = is_interrupted; // an interrupt from now on has its own answer
    const Dim3 block = !hang.waits.empty() ? hang.waits.front().who.block
        : hang.running.empty()             ? Dim3 { 0, 0, 0 }
                                           : hang.running.front().who.block;
    if (!hang.waits.empty() || !ends)
        m_print(fmt::format("warpstage: {}, after {}, block {}:\n{}\n", m_launch,
            text::plain_spaces(text::duration(Clock::now() - m_begin)), simt::text_of(block), simt::to_text(hang)));
    if (ends)
        end_program();
}

} // namespace warpstage::runtime
