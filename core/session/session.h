// The one owner of state: commands in, immutable snapshots out. Nobody else calls an engine.
#pragma once

#include "core/base/result.h"
#include "core/base/urgency.h"
#include "core/lesson/catalog.h"
#include "core/lesson/measured/published.h"
#include "core/lesson/measured/tuned.h"
#include "core/session/command.h"
#include "core/session/estimates/estimates.h"
#include "core/session/run/edited_trial.h"
#include "core/session/snapshot.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::session {

// An OpenGL buffer that may hold a plan's buffer of that name.
using VertexBuffer = engine::Engine::SharedBuffer;

struct SessionOptions {
    std::optional<engine::EngineKind> engine; // nothing: a GPU where there is one
    std::string lesson; // empty: the first
    std::string variant; // empty: the one that the lesson opens with
    std::vector<std::pair<std::string, std::string>> parameters;
    int gpu = 0; // which of several, as the driver counts them
    std::shared_ptr<const lesson::TunedSettings> tuned {}; // null: none
    std::filesystem::path limits_folder {}; // where limits are kept; empty: none are known
    std::shared_ptr<const lesson::PublishedFigures> published {}; // shown on request; null: there are none
    EditedTrial::Try trial {}; // of edited kernels, before a GPU gets them; empty: none
    Estimates::Estimate estimate {}; // of the times on the chosen GPU; empty: nobody estimates
    Urgency urgency = Urgency::usual; // of what the virtual machine computes beside the frames
};

class Session {
public:
    // Errors: no lesson at all, unknown lesson, variant, parameter or value, a GPU asked for that is not there.
    [[nodiscard]] static Result<std::unique_ptr<Session>> create(
        std::shared_ptr<const lesson::Catalog> catalog, const SessionOptions& options);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    // Takes effect at the next tick(). Never fails: what cannot be done becomes a notice in the snapshot.
    void submit(Command command);

    // Once a frame, on the thread that owns the GL context: obeys commands, collects what engines and recorder have finished,
    // starts the next step.
    void tick(std::chrono::steady_clock::time_point now);

    // Waits until the running step, the running recording and what was computed beside them have ended, for pictures and tests
    // that must not depend on time.
    void settle();

    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;

    // GL vertex buffers for the particle scene, each a plan buffer's name with its GL name and size; called by the stage when it
    // has made them. Where the engine cannot write into them, positions go through the host, with a notice.
    void offer_vertex_buffers(std::vector<VertexBuffer> buffers);

    // A function that returns when OpenGL has no work left on the GPU. tick() calls it before it takes a time there: kernels that
    // run beside frames take longer. Whoever draws frames gives it; it must be callable as long as the session lives.
    void finish_drawing_with(std::function<void()> finish);

private:
    struct State;
    explicit Session(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace warpstage::session
