// A computation over the whole launch that starts on request and whose result grows while it runs.
#pragma once

#include "core/base/latest.h"

#include <memory>
#include <optional>
#include <utility>

namespace warpstage::session {

// `Result` has a member `running`. For one calling thread.
template <typename Request, typename Result> class OnRequest {
public:
    using Compute = typename Latest<Request, std::shared_ptr<const Result>>::Compute;

    OnRequest(Compute compute, Urgency urgency)
        : m_urgency(urgency)
        , m_worker(std::move(compute))
    {
    }

    // Started by the next call of start().
    void request() { m_due = true; }
    // `make_request` is called if a request is due; without a result of it, there is nothing to compute.
    template <typename MakeRequest> void start(const MakeRequest& make_request)
    {
        if (!std::exchange(m_due, false))
            return;
        std::optional<Request> request = make_request();
        if (!request)
            return;
        Result waiting;
        waiting.running = true;
        m_result = std::make_shared<const Result>(std::move(waiting));
        m_worker.request(*std::move(request), m_urgency);
    }
    void collect()
    {
        if (auto grown = m_worker.take())
            m_result = std::move(grown->result);
    }
    // Returns immediately; the computation may take a while to stop.
    void forget()
    {
        m_worker.cancel();
        m_result = nullptr;
        m_due = false;
    }
    void wait_until_idle() { m_worker.wait_until_idle(); }

    // Null: not requested.
    [[nodiscard]] const std::shared_ptr<const Result>& result() const { return m_result; }

private:
    std::shared_ptr<const Result> m_result;
    bool m_due = false;
    Urgency m_urgency;
    Latest<Request, std::shared_ptr<const Result>> m_worker;
};

} // namespace warpstage::session
