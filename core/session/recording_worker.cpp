#include "core/session/recording_worker.h"

#include "core/session/assessment.h"

#include <utility>

namespace warpstage::session {

RecordingWorker::RecordingWorker(Urgency urgency)
    : m_thread([this, urgency](const std::stop_token& stop) {
        compute_with(urgency);
        work(stop);
    })
{
}

RecordingWorker::~RecordingWorker() = default;

void RecordingWorker::request(RecordingRequest request, std::uint64_t tag)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_next = { std::move(request), tag };
    }
    m_changed.notify_all();
}

std::optional<RecordingWorker::Finished> RecordingWorker::take()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_finished, std::nullopt);
}

bool RecordingWorker::idle() const
{
    const std::scoped_lock lock(m_mutex);
    return !m_busy && !m_next;
}

void RecordingWorker::wait_until_idle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_busy && !m_next; });
}

void RecordingWorker::work(const std::stop_token& stop)
{
    while (true) {
        std::pair<RecordingRequest, std::uint64_t> job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_next.has_value(); }))
                return;
            job = *std::exchange(m_next, std::nullopt);
            m_busy = true;
        }
        auto recording = record(job.first, stop);
        auto assessment = recording ? assess(**recording, *job.first.traits) : nullptr;
        {
            const std::scoped_lock lock(m_mutex);
            m_finished = Finished { job.second, std::move(recording), std::move(assessment) };
            m_busy = false;
        }
        m_changed.notify_all();
    }
}

} // namespace warpstage::session
