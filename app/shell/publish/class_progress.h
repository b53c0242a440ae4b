// Asks the class server, to which what is shown is published, how far the class is: for the stage and the console.
#pragma once

#include "app/shell/publish/publish_target.h"
#include "app/shell/service.h"
#include "core/session/model/classroom.h"

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace warpstage::shell {

// The answer of the server, JSON. Errors: it is something else.
[[nodiscard]] Result<session::ClassSection> parse_class(std::string_view json);

class ClassProgress final : public Service {
public:
    // `target` has an address. A server of another kind is asked seldom.
    explicit ClassProgress(const PublishTarget& target);

    void before_frame(stage::StageParts& stage, session::Session& session, Time now) override;

private:
    void ask(const PublishTarget& target, const std::stop_token& stop);

    std::mutex m_mutex;
    std::optional<session::ClassSection> m_answer; // not yet shown
    std::jthread m_asks; // last: it uses the members above
};

} // namespace warpstage::shell
