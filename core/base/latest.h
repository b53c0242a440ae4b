// Computes one request at a time in the background; a new request replaces the current one. A canceled or replaced request is
// asked to stop; its end is not awaited and its results are discarded. For one calling thread.
#pragma once

#include "core/base/concurrency/background.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
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
        }

        std::shared_ptr<Request> request;
        std::stop_source stop;
        std::mutex mutex; // protects the members below
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
    // Called in the background with the request's urgency. It may move from the request.
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
        const auto compute = [this, job = m_job](BackgroundWork::Time /*until*/) {
            if (!job->stop.stop_requested()) {
                Progress progress(*job);
                job->put(m_compute(*job->request, progress), true);
            }
            return true;
        };
        m_work.start(compute, urgency, Division::none);
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
    bool wait_for(std::chrono::milliseconds longest) { return m_job == nullptr || m_work.wait_for(longest); }
    // Waits for all computations, including canceled ones.
    void wait_until_idle() { m_work.wait(); }

private:
    Compute m_compute;
    std::shared_ptr<Job> m_job; // the current request
    BackgroundWork m_work; // of the newest job and of earlier ones. Last member: it uses the members above
};

} // namespace warpstage
