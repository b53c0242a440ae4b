// Work for the processor that students ask for: in their order, a few at the same time, and not too much for one student.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace warpstage::serve {

struct QueueLimits {
    unsigned workers = 2;
    std::size_t waiting = 400; // altogether
    std::size_t of_student = 2; // waiting or at work
    std::size_t kept = 512; // results
};

class WorkQueue {
public:
    using Work = std::function<std::string(const std::stop_token& stop)>;
    enum class Refusal : std::uint8_t { full, student };
    struct Accepted {
        std::shared_future<std::string> result; // an empty text: stopped
        std::optional<Refusal> refusal;
    };

    explicit WorkQueue(QueueLimits limits);
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;
    ~WorkQueue(); // stops what is at work, and drops the rest

    // `key`: of the result; what has the same key runs once, and the result is kept. Empty: it always runs. Student 0 has no
    // limits: work that the server owes.
    [[nodiscard]] Accepted add(std::int64_t student, const std::string& key, Work work);
    [[nodiscard]] std::size_t waiting() const;

private:
    struct Job {
        std::int64_t student = 0;
        std::string key;
        Work work;
        std::promise<std::string> promise;
    };

    void serve(const std::stop_token& stop);
    void keep(const std::string& key, const std::shared_future<std::string>& result);

    QueueLimits m_limits;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<std::unique_ptr<Job>> m_jobs;
    std::map<std::int64_t, std::size_t> m_of_student;
    std::map<std::string, std::shared_future<std::string>> m_results; // at work or kept
    std::list<std::string> m_order; // of the keys, the oldest first
    std::vector<std::jthread> m_workers; // last, because they use the members above
};

} // namespace warpstage::serve
