// Publishes the state of a session for the pages that follow the presenter.
#pragma once

#include "core/base/latest.h"
#include "core/session/link/link.h"
#include "core/session/snapshot.h"

#include <chrono>
#include <optional>
#include <string>

namespace warpstage::session {

class LinkPublisher {
public:
    using Time = std::chrono::steady_clock::time_point;
    // Replaces what is published, so that a reader sees the old text or the new one. Called in the background.
    using Write = std::function<Result<void>(const std::string& text)>;

    LinkPublisher(std::string presenter, Write write);

    // Publishes the state if it has changed, at most twice a second.
    void follow(const Snapshot& shown, Time now);
    // Why the state could not be published, once until it can be published again; empty: no new reason.
    [[nodiscard]] std::string take_failure();
    void wait() { m_writer.wait_until_idle(); }

private:
    static constexpr std::chrono::milliseconds kInterval { 500 };

    void fail(const std::string& reason);

    Latest<std::string, Result<void>> m_writer;
    PublishedLink m_published;
    std::optional<Time> m_published_at;
    std::string m_failure; // the last reason
    bool m_failure_taken = true;
};

} // namespace warpstage::session
