// The place that a presenter publishes to, and that pages follow: the state, as a file and as events, and edited kernels.
#pragma once

#include "app/serve/events.h"

#include <httplib.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace warpstage::serve {

class PresenterPlace {
public:
    // `events` outlives it. `token`: of the lecturer.
    PresenterPlace(Events& events, std::string token)
        : m_events(events)
        , m_token(std::move(token))
    {
    }

    void add_to(httplib::Server& server);

private:
    Events& m_events;
    std::string m_token;
    std::mutex m_mutex;
    std::map<std::string, std::string> m_kernels; // files
};

} // namespace warpstage::serve
