// Computes one thing at a time beside the caller: the newest request wins. A request that is canceled or replaced is asked to
// stop; nobody waits for its end, and nothing of it is delivered any more. One caller; only the computation is on other threads.
#pragma once

#include "core/base/urgency.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace warpstage {

template <typename Request, typename Result> class Latest {
    struct Job {
        explicit Job(Request what)
            : request(std::make_shared<Request>(std::move(what)))
        {
        }
        void put(Result found, bool last)
        {
            const std::scoped_lock lock(mutex);
            result = std::move(found);
            ended = last;
            changed.notify_all();
        }

        std::shared_ptr<Request> request;
        std::stop_source stop;
        std::mutex mutex; // for what is below
        std::condition_variable changed;
        std::optional<Result> result; // that nobody has taken yet
        bool ended = false;
    };

public:
    // What a computation knows of its caller.
    class Progress {
    public:
        explicit Progress(Job& job)
            : m_job(&job)
            , m_stop(job.stop.get_token())
        {
        }
        [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
        // Delivers an intermediate result, in place of one that has not been taken yet.
        void publish(Result intermediate) { m_job->put(std::move(intermediate), false); }

    private:
        Job* m_job;
        std::stop_token m_stop;
    };
    // Called on a thread of the request's urgency. It may use up the request.
    using Compute = std::function<Result(Request&, Progress&)>;

    struct Answer {
        std::shared_ptr<const Request> request; // used up while the computation still runs: read it behind the last result only
        Result result;
    };

    explicit Latest(Compute compute)
        : m_compute(std::move(compute))
    {
    }
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;
    // Waits for the end of what has been started, which is asked to stop.
    ~Latest() { cancel(); }

    // Starts when what was requested before has stopped: two computations never need their memory at once.
    void request(Request what, Urgency urgency = Urgency::usual)
    {
        cancel();
        m_job = std::make_shared<Job>(std::move(what));
        m_thread = std::jthread([this, job = m_job, urgency, earlier = std::move(m_thread)]() mutable {
            if (earlier.joinable())
                earlier.join();
            if (job->stop.stop_requested())
                return;
            compute_with(urgency);
            Progress progress(*job);
            job->put(m_compute(*job->request, progress), true);
        });
    }

    // Returns at once, though the computation may take a while to stop.
    void cancel()
    {
        if (m_job != nullptr)
            m_job->stop.request_stop();
        m_job = nullptr;
    }

    // The newest result of the present request, each once.
    [[nodiscard]] std::optional<Answer> take()
    {
        if (m_job == nullptr)
            return std::nullopt;
        std::unique_lock lock(m_job->mutex);
        if (!m_job->result)
            return std::nullopt;
        Answer answer { m_job->request, *std::exchange(m_job->result, std::nullopt) };
        const bool last = m_job->ended;
        lock.unlock();
        if (last)
            m_job = nullptr;
        return answer;
    }

    // Something is requested whose last result nobody has taken yet.
    [[nodiscard]] bool pending() const { return m_job != nullptr; }
    // Waits until the present request has been computed, but not longer; whether it has.
    bool wait_for(std::chrono::milliseconds longest) const
    {
        if (m_job == nullptr)
            return true;
        std::unique_lock lock(m_job->mutex);
        return m_job->changed.wait_for(lock, longest, [this] { return m_job->ended; });
    }
    // Waits for what was canceled as well.
    void wait_until_idle()
    {
        if (m_thread.joinable())
            m_thread.join();
    }

private:
    Compute m_compute;
    std::shared_ptr<Job> m_job; // the present one
    std::jthread m_thread; // of the newest job; it waits for the earlier ones. Last: it uses the members above
};

} // namespace warpstage
