#include "core/base/concurrency/background.h"

#include <condition_variable>
#include <mutex>
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
    m_state->thread =
        std::jthread([ending, urgency, advance = std::move(advance), earlier = std::move(m_state->thread)]() mutable {
            if (earlier.joinable())
                earlier.join();
            compute_with(urgency);
            while (!advance(Time::max())) { }
            const std::scoped_lock lock(ending->mutex);
            ending->ended = true;
            ending->changed.notify_all();
        });
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
