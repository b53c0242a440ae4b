#include "app/serve/work_queue.h"

#include "core/base/urgency.h"

#include <algorithm>
#include <utility>

namespace warpstage::serve {

WorkQueue::WorkQueue(QueueLimits limits)
    : m_limits(limits)
{
    for (unsigned i = 0; i < std::max(1U, limits.workers); ++i)
        m_workers.emplace_back([this](const std::stop_token& stop) {
            // The presenter's stage and the answers to requests come first on the lecturer's computer. Processes that compile and
            // check inherit this.
            compute_with(Urgency::behind_drawing);
            serve(stop);
        });
}

WorkQueue::~WorkQueue()
{
    for (auto& worker : m_workers)
        worker.request_stop();
    m_workers.clear();
    for (auto& job : m_jobs)
        job->promise.set_value({});
}

WorkQueue::Accepted WorkQueue::add(std::int64_t student, const std::string& key, Work work)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_results.find(key); !key.empty() && known != m_results.end())
        return { known->second, std::nullopt };
    if (student != 0 && m_of_student[student] >= m_limits.of_student)
        return { {}, Refusal::student };
    if (student != 0 && m_jobs.size() >= m_limits.waiting)
        return { {}, Refusal::full };
    auto job = std::make_unique<Job>();
    job->student = student;
    job->key = key;
    job->work = std::move(work);
    Accepted accepted { job->promise.get_future().share(), std::nullopt };
    ++m_of_student[student];
    if (!key.empty())
        keep(key, accepted.result);
    m_jobs.push_back(std::move(job));
    m_changed.notify_one();
    return accepted;
}

void WorkQueue::keep(const std::string& key, const std::shared_future<std::string>& result)
{
    m_results[key] = result;
    m_order.push_back(key);
    if (m_order.size() <= m_limits.kept)
        return;
    m_results.erase(m_order.front());
    m_order.pop_front();
}

std::size_t WorkQueue::waiting() const
{
    const std::scoped_lock lock(m_mutex);
    return m_jobs.size();
}

void WorkQueue::serve(const std::stop_token& stop)
{
    while (true) {
        std::unique_ptr<Job> job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_jobs.empty(); }))
                return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        auto result = stop.stop_requested() ? std::string {} : job->work(stop);
        const std::scoped_lock lock(m_mutex);
        if (const auto count = m_of_student.find(job->student); --count->second == 0)
            m_of_student.erase(count);
        if (result.empty() && !job->key.empty()) { // not to be kept
            m_results.erase(job->key);
            m_order.remove(job->key);
        }
        job->promise.set_value(std::move(result));
        if (stop.stop_requested())
            return;
    }
}

} // namespace warpstage::serve
