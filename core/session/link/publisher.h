// Publishes the state of a session for the pages that follow the presenter.
#pragma once

#include "core/base/latest.h"
#include "core/lesson/lesson.h"
#include "core/session/link/link.h"
#include "core/session/snapshot.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace warpstage::session {

// Where readers find the state. Its functions are called in the background, one at a time.
class PublishedPlace {
public:
    PublishedPlace() = default;
    PublishedPlace(const PublishedPlace&) = delete;
    PublishedPlace& operator=(const PublishedPlace&) = delete;
    virtual ~PublishedPlace() = default;

    // Replaces the state, so that a reader sees the old text or the new one.
    [[nodiscard]] virtual Result<void> put_state(const std::string& text, const std::stop_token& stop) = 0;
    // Adds a file with the lesson's edited kernels.
    [[nodiscard]] virtual Result<KernelsFile> put_kernels(const lesson::Lesson& edited, const std::stop_token& stop) = 0;
};

class LinkPublisher {
public:
    using Time = std::chrono::steady_clock::time_point;

    LinkPublisher(std::string presenter, std::unique_ptr<PublishedPlace> place);

    // Publishes the state if it has changed, at most twice a second, and less often while that fails.
    void follow(const Snapshot& shown, Time now);
    // Why the state could not be published, once until it can be published again; empty: no new reason.
    [[nodiscard]] std::string take_failure();
    // Whether it can be published again after a failure, once.
    [[nodiscard]] bool take_recovery() { return std::exchange(m_recovered, false); }
    void wait() { m_writer.wait_until_idle(); }

private:
    static constexpr std::chrono::milliseconds kInterval { 500 };
    static constexpr std::chrono::milliseconds kMaxInterval { 8000 };

    struct Request {
        PublishedLink link;
        std::shared_ptr<const lesson::Lesson> edited; // null: the lesson's own kernels
    };

    [[nodiscard]] Result<void> publish(Request& request, const std::stop_token& stop);
    void fail(const std::string& reason);

    std::unique_ptr<PublishedPlace> m_place;
    std::shared_ptr<const lesson::Lesson> m_kernels; // published last; used in the background only
    KernelsFile m_kernels_file; // used in the background only
    Latest<Request, Result<void>> m_writer;
    Request m_latest;
    std::optional<Time> m_published_at;
    std::chrono::milliseconds m_interval = kInterval;
    std::string m_failure; // the last reason
    bool m_failure_taken = true;
    bool m_recovered = false;
};

} // namespace warpstage::session
