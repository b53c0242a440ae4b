#include "core/base/concurrency/background.h"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace warpstage {

struct BackgroundWork::State {
    struct Ending {
        std::mutex mutex;
        std::condition_variable changed;
        bool ended = false;
    };

    std::shared_ptr<Ending> newest;
    std::jthread thread; // of the newest work, which waits for earlier ones
};

BackgroundWork::BackgroundWork()
    : m_state(std::make_unique<State>())
{
}

BackgroundWork::BackgroundWork(BackgroundWork&& other) noexcept = default;
BackgroundWork& BackgroundWork::operator=(BackgroundWork&& other) noexcept = default;
BackgroundWork::~BackgroundWork() = default;

void BackgroundWork::start(Advance advance, Urgency urgency, Division /*division*/)
{
    auto ending = std::make_shared<State::Ending>();
    m_state->newest = ending;
    struct Work {
        Advance advance;
        std::jthread earlier;
        void run()
        {
            if (earlier.joinable())
                earlier.join();
            while (!advance(Time::max())) { }
        }
    };
    const auto work = std::make_shared<Work>(Work { std::move(advance), std::move(m_state->thread) });
    const auto end = [ending] {
        const std::scoped_lock lock(ending->mutex);
        ending->ended = true;
        ending->changed.notify_all();
    };
    try {
        m_state->thread = std::jthread([work, end, urgency] {
            compute_with(urgency);
            work->run();
            end();
        });
    } catch (const std::system_error&) { // no thread can be started now: the caller has to wait
        work->run();
        end();
    }
}

bool BackgroundWork::ended() const
{
    if (m_state->newest == nullptr)
        return true;
    const std::scoped_lock lock(m_state->newest->mutex);
    return m_state->newest->ended;
}

void BackgroundWork::wait()
{
    if (m_state->thread.joinable())
        m_state->thread.join();
}

bool BackgroundWork::wait_for(std::chrono::milliseconds longest)
{
    if (m_state->newest == nullptr)
        return true;
    std::unique_lock lock(m_state->newest->mutex);
    return m_state->newest->changed.wait_for(lock, longest, [this] { return m_state->newest->ended; });
}

void let_background_work(std::chrono::microseconds moment)
{
    std::this_thread::sleep_for(moment);
}

bool advance_background_work(std::chrono::steady_clock::time_point /*until*/)
{
    return false;
}

} // namespace warpstage
