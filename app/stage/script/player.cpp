#include "app/stage/script/script.h"
#include "app/stage/stage.h"

#include <utility>

namespace warpstage::stage {

Result<void> ScriptPlayer::before_frame(Stage& stage, session::Session& session)
{
    if (m_waiting > 0 && --m_waiting > 0)
        return {};
    bool changed = false; // something, since the last frame
    while (m_next < m_script.steps.size()) {
        const ScriptStep& step = m_script.steps[m_next];
        const auto* action = std::get_if<ScriptAction>(&step.order);
        if (changed && action != nullptr && action->kind != ScriptAction::Kind::change)
            return {};
        ++m_next;
        if (const auto* wait = std::get_if<WaitFrames>(&step.order)) {
            m_waiting = wait->frames;
            return {};
        }
        if (const auto* events = std::get_if<std::vector<Event>>(&step.order)) {
            for (const Event& event : *events)
                stage.receive(event);
        } else if (const auto* command = std::get_if<session::Command>(&step.order)) {
            session.submit(*command);
        } else if (const auto done = action->act(action->argument, stage, session); !done) {
            m_next = m_script.steps.size();
            return Error { m_script.name + ", line " + std::to_string(step.line) + ": " + done.error().message };
        }
        changed = changed || action == nullptr || action->kind != ScriptAction::Kind::look;
    }
    return {};
}

} // namespace warpstage::stage
