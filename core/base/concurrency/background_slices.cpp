#include "core/base/concurrency/background.h"

#include <deque>
#include <utility>

namespace warpstage {

namespace {

constexpr std::chrono::milliseconds kWaitSlice { 8 };
constexpr std::chrono::milliseconds kOverrun { 10 }; // longer work stutters

} // namespace

struct BackgroundWork::State {
    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { std::erase(all(), this); }

    // Those with work, in the order of their turns.
    static std::deque<State*>& all()
    {
        static std::deque<State*> states;
        return states;
    }

    // Until then no undivided work is started.
    static Time& pause_end()
    {
        static Time end;
        return end;
    }

    void start(Advance advance)
    {
        if (waiting.empty())
            all().push_back(this);
        waiting.push_back(std::move(advance));
    }

    void advance(Time until)
    {
        const Time began = std::chrono::steady_clock::now();
        const bool ended = waiting.front()(until);
        const Time now = std::chrono::steady_clock::now();
        // Undivided work gets a quarter of the time together, so that divided work and frames continue.
        if (division == Division::none && now > until + kOverrun)
            pause_end() = now + 3 * (now - began);
        if (!ended)
            return;
        waiting.pop_front();
        if (waiting.empty())
            std::erase(all(), this);
    }

    std::deque<Advance> waiting; // the first one runs
    Division division = Division::none; // of the newest
};

BackgroundWork::BackgroundWork()
    : m_state(std::make_unique<State>())
{
}

BackgroundWork::BackgroundWork(BackgroundWork&& other) noexcept = default;
BackgroundWork& BackgroundWork::operator=(BackgroundWork&& other) noexcept = default;

BackgroundWork::~BackgroundWork()
{
    if (m_state != nullptr)
        wait();
}

void BackgroundWork::start(Advance advance, Urgency /*urgency*/, Division division)
{
    m_state->division = division;
    m_state->start(std::move(advance));
}

bool BackgroundWork::ended() const
{
    return m_state->waiting.empty();
}

void BackgroundWork::wait()
{
    while (!ended())
        m_state->advance(Time::max());
}

bool BackgroundWork::wait_for(std::chrono::milliseconds longest)
{
    const Time end = std::chrono::steady_clock::now() + longest;
    while (!ended() && std::chrono::steady_clock::now() < end)
        m_state->advance(end);
    return ended();
}

void let_background_work(std::chrono::microseconds /*moment*/)
{
    BackgroundWork::State::pause_end() = {};
    advance_background_work(std::chrono::steady_clock::now() + kWaitSlice);
}

bool advance_background_work(std::chrono::steady_clock::time_point until)
{
    auto& all = BackgroundWork::State::all();
    std::size_t passed_over = 0; // in sequence
    for (auto now = std::chrono::steady_clock::now(); passed_over < all.size() && now < until;
         now = std::chrono::steady_clock::now()) {
        BackgroundWork::State* const next = all.front();
        all.pop_front();
        all.push_back(next);
        if (next->division == Division::none && now < BackgroundWork::State::pause_end()) {
            ++passed_over;
            continue;
        }
        passed_over = 0;
        next->advance(until);
    }
    return passed_over < all.size();
}

} // namespace warpstage
