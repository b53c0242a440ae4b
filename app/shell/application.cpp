#include "app/shell/application.h"

namespace warpstage::shell {

void Application::frame(stage::Face& face, Time now)
{
    for (const auto& service : m_services)
        service->before_frame(face.parts(), *m_session, now);
    if (m_pace == Pace::repeatable)
        for (const auto& service : m_services)
            service->wait();
    face.take_input(*m_session);
    submit(face.parts(), now);
    m_session->tick(now);
    if (m_pace == Pace::repeatable && m_session->snapshot()->device->engine.kind == engine::EngineKind::vm)
        m_session->settle();
    face.draw(m_audience.of(m_session->snapshot()), now);
}

void Application::last_frame(stage::Face& face, Time now)
{
    m_session->settle();
    m_session->tick(now);
    m_session->settle();
    face.draw(m_audience.of(m_session->snapshot()), now);
}

void Application::save()
{
    for (const auto& service : m_services)
        service->save();
}

// The program's and the user's commands, then those that show what the presenter shows.
void Application::submit(stage::StageParts& stage, Time now)
{
    stage::StageState& state = stage.state;
    m_following.watch_user(state.commands);
    const auto own = std::exchange(state.own_commands, {});
    for (const session::Command& command : own)
        m_session->submit(command);
    for (session::Command& command : std::exchange(state.commands, {}))
        m_session->submit(std::move(command));
    if (state.invocations.empty())
        m_following.apply_request();
    if (!own.empty())
        return; // the link's commands depend on what is shown after them
    m_following.keep_paused(stage.presentation.reduced_motion());
    for (session::Command& command : m_following.commands(*m_session->snapshot(), now))
        m_session->submit(std::move(command));
}

} // namespace warpstage::shell
