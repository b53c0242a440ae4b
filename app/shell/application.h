// The application without a window: the session, the services beside it, the presenter that it follows, and the audience's
// view. A host opens it, adds the services that it needs, and calls frame() with the face on which it is shown: the stage with
// the console, the stage off screen, or the page of the web edition.
#pragma once

#include "app/shell/following.h"
#include "app/shell/service.h"
#include "app/stage/face.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"
#include "core/session/walkthrough/hidden_answer.h"

#include <memory>
#include <utility>
#include <vector>

namespace warpstage::shell {

// Whether a frame shows what is ready, or waits for background work and the time step, so that the same input gives the same
// image on every computer.
enum class Pace : std::uint8_t { immediate, repeatable };

class Application {
public:
    using Time = std::chrono::steady_clock::time_point;

    Application(std::shared_ptr<const lesson::Catalog> catalog, std::unique_ptr<session::Session> session, Pace pace)
        : m_session(std::move(session))
        , m_following(std::move(catalog))
        , m_pace(pace)
    {
    }

    // Creates a service; services act in the order in which they were added.
    template <typename Made, typename... Arguments> Made& add(Arguments&&... arguments)
    {
        auto made = std::make_unique<Made>(std::forward<Arguments>(arguments)...);
        Made& service = *made;
        m_services.push_back(std::move(made));
        return service;
    }

    // One frame: services, input, commands, the session, the picture.
    void frame(stage::Face& face, Time now);
    // The same state with everything that was still being computed.
    void last_frame(stage::Face& face, Time now);

    // After the last frame: the services save what they keep.
    void save();

    [[nodiscard]] session::Session& session() { return *m_session; }
    [[nodiscard]] Following& following() { return m_following; }

private:
    void submit(stage::StageParts& stage, Time now);

    std::unique_ptr<session::Session> m_session;
    Following m_following;
    session::AudienceSnapshots m_audience;
    std::vector<std::unique_ptr<Service>> m_services; // destroyed before the session
    Pace m_pace;
};

} // namespace warpstage::shell
