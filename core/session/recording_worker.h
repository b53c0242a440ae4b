// Records in the background. A newer request replaces one that still waits: the newest wins.
#pragma once

#include "core/base/urgency.h"
#include "core/session/recording.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace warpstage::session {

class RecordingWorker {
public:
    struct Finished {
        std::uint64_t tag = 0;
        Result<std::shared_ptr<const Recording>> recording;
        std::shared_ptr<const Assessment> assessment; // by the request's architecture; null without a recording
    };

    explicit RecordingWorker(Urgency urgency = Urgency::usual);
    RecordingWorker(const RecordingWorker&) = delete;
    RecordingWorker& operator=(const RecordingWorker&) = delete;
    ~RecordingWorker();

    // `tag` comes back with the result.
    void request(RecordingRequest request, std::uint64_t tag);
    // A finished recording, once.
    [[nodiscard]] std::optional<Finished> take();
    [[nodiscard]] bool idle() const;
    void wait_until_idle();

private:
    void work(const std::stop_token& stop);

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<std::pair<RecordingRequest, std::uint64_t>> m_next;
    std::optional<Finished> m_finished;
    bool m_busy = false;
    std::jthread m_thread; // last: it uses the members above
};

} // namespace warpstage::session
