// Computes one request at a time on another thread; a new request replaces the current one. A canceled or replaced request is
// asked to stop; its end is not awaited and its results are discarded. For one calling thread.
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
        std::mutex mutex; // protects the members below
        std::condition_variable changed;
        std::optional<Result> result; // not yet taken
        bool ended = false;
    };

public:
    // The interface of a computation to its request.
    class Progress {
    public:
        explicit Progress(Job& job)
            : m_job(&job)
            , m_stop(job.stop.get_token())
        {
        }
        [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
        // Delivers an intermediate result, replacing one that has not been taken yet.
        void publish(Result intermediate) { m_job->put(std::move(intermediate), false); }

    private:
        Job* m_job;
        std::stop_token m_stop;
    };
    // Called on a thread with the request's urgency. It may move from the request.
    using Compute = std::function<Result(Request&, Progress&)>;

    struct Answer {
        std::shared_ptr<const Request> request; // may be moved from while the computation runs: read it only with the last result
        Result result;
    };

    explicit Latest(Compute compute)
        : m_compute(std::move(compute))
    {
    }
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;
    // Asks running computations to stop and waits for their end.
    ~Latest() { cancel(); }

    // Starts when the previous computation has stopped, so that two computations never need memory at the same time.
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

    // Returns immediately; the computation may take a while to stop.
    void cancel()
    {
        if (m_job != nullptr)
            m_job->stop.request_stop();
        m_job = nullptr;
    }

    // The newest result of the current request; each is returned once.
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

    // Whether the last result of the current request has not been taken yet.
    [[nodiscard]] bool pending() const { return m_job != nullptr; }
    // Waits until the current request has been computed, at most for the given time. Returns whether it has.
    bool wait_for(std::chrono::milliseconds longest) const
    {
        if (m_job == nullptr)
            return true;
        std::unique_lock lock(m_job->mutex);
        return m_job->changed.wait_for(lock, longest, [this] { return m_job->ended; });
    }
    // Waits for all computations, including canceled ones.
    void wait_until_idle()
    {
        if (m_thread.joinable())
            m_thread.join();
    }

private:
    Compute m_compute;
    std::shared_ptr<Job> m_job; // the current request
    std::jthread m_thread; // of the newest job, which waits for earlier ones. Last member: it uses the members above
};

} // namespace warpstage
