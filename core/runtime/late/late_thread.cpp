#include "core/runtime/late/late_thread.h"

namespace warpstage::runtime {

namespace {

constexpr std::chrono::milliseconds kPeriod { 2 };
constexpr std::chrono::milliseconds kLong { 20 }; // for an operation of another thread
constexpr std::chrono::milliseconds kUntilIdle { 200 }; // waking a thread costs more than a short launch

} // namespace

LateThread::LateThread(DeviceMutex& mutex, RunNext run_next)
    : m_mutex(mutex)
    , m_run_next(std::move(run_next))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

LateThread::~LateThread()
{
    m_thread.request_stop();
    m_thread.join();
}

void LateThread::wake(Due due)
{
    const std::scoped_lock lock(m_signals);
    if (due == Due::later && !m_is_idle)
        return;
    m_is_woken = true;
    m_woken.notify_one();
}

void LateThread::wait(std::chrono::microseconds longest)
{
    const auto operations = [this] {
        const std::scoped_lock lock(m_signals);
        return m_operations;
    };
    const unsigned before = operations();
    const unsigned locks = m_mutex.release();
    {
        std::unique_lock lock(m_signals);
        m_ended.wait_for(lock, longest, [&] { return m_operations != before; });
    }
    m_mutex.acquire(locks);
}

void LateThread::work(const std::stop_token& stop)
{
    using Clock = DeviceMutex::Clock;
    auto last_work = Clock::now();
    while (!stop.stop_requested()) {
        Next next = Next::later;
        // Only looking would stop a kernel that another thread runs.
        const auto since = m_mutex.beside_since();
        if (!since || Clock::now() - *since >= kLong) {
            m_mutex.acquire(1);
            next = m_run_next(Clock::now() - m_mutex.last_use());
            static_cast<void>(m_mutex.release());
        }
        if (next != Next::nothing)
            last_work = Clock::now();
        {
            std::unique_lock lock(m_signals);
            const auto is_woken = [this] {
                return m_is_woken;
            };
            switch (next) {
            case Next::has_run:
                ++m_operations;
                m_ended.notify_all();
                break;
            case Next::later:
                m_woken.wait_for(lock, stop, since ? kLong : kPeriod, is_woken);
                break;
            case Next::nothing:
                m_is_idle = Clock::now() - last_work >= kUntilIdle;
                if (m_is_idle)
                    m_woken.wait(lock, stop, is_woken);
                else
                    m_woken.wait_for(lock, stop, kPeriod, is_woken);
                m_is_idle = false;
                break;
            }
            m_is_woken = false;
        }
    }
}

} // namespace warpstage::runtime
