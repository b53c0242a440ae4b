// Plays a script on a stage and a session, a frame at a time.
#pragma once

#include "app/stage/script/script.h"
#include "app/stage/stage.h"
#include "core/base/result.h"
#include "core/session/session.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::stage {

class ScriptPlayer {
public:
    explicit ScriptPlayer(Script script)
        : m_script(std::move(script))
    {
    }

    // Before each frame. Pictures and expectations are about frames that have been drawn, so they wait for the one that shows all
    // before them. Errors: with file and line; the script ends there.
    [[nodiscard]] Result<void> before_frame(Stage& stage, session::Session& session);
    [[nodiscard]] bool done() const { return m_next >= m_script.steps.size() && m_waiting == 0; }

private:
    [[nodiscard]] Result<void> obey(const ScriptStep& step, Stage& stage, session::Session& session);
    [[nodiscard]] Result<void> expect(const Expect& expected, const Stage& stage, const session::Snapshot& shown) const;

    Script m_script;
    std::size_t m_next = 0;
    std::uint64_t m_waiting = 0; // frames
};

} // namespace warpstage::stage
