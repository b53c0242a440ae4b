// The only owner of state: commands in, immutable snapshots out. No other class calls an engine.
#pragma once

#include "core/base/result.h"
#include "core/base/urgency.h"
#include "core/lesson/catalog.h"
#include "core/lesson/measured/published.h"
#include "core/lesson/measured/tuned.h"
#include "core/session/command.h"
#include "core/session/estimates/estimates.h"
#include "core/session/run/launch_trial.h"
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

// An OpenGL buffer that can hold the plan's buffer of that name.
using VertexBuffer = engine::Engine::SharedBuffer;

struct SessionOptions {
    std::optional<engine::EngineKind> engine; // nothing: a GPU if available
    std::string lesson; // empty: the first
    std::string variant; // empty: the lesson's initial variant
    std::vector<std::pair<std::string, std::string>> parameters;
    int gpu = 0; // index of the GPU, in the driver's order
    std::shared_ptr<const lesson::TunedSettings> tuned {}; // null: none
    std::filesystem::path limits_folder {}; // folder of the measured limits; empty: no limits
    std::shared_ptr<const lesson::PublishedFigures> published {}; // shown on request; null: none
    LaunchTrial::Try trial {}; // of kernels that were not built with the program before they are launched on a GPU; empty: none
    Estimates::Estimate estimate {}; // of the times on the chosen GPU; empty: no estimates
    Urgency urgency = Urgency::usual; // of the virtual machine's work in the background
    bool tries_advice = false; // live editing serves TryAdvice
    double share_of_steps = 1.0; // of the time, at most, for steps that move nothing on the screen: less saves a phone's battery
};

class Session {
public:
    // Errors: no lesson could be loaded; unknown lesson, variant, parameter or value; the requested GPU is not available.
    [[nodiscard]] static Result<std::unique_ptr<Session>> create(
        std::shared_ptr<const lesson::Catalog> catalog, const SessionOptions& options);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    // Takes effect at the next tick(). Never fails: an impossible command becomes a notice in the snapshot.
    void submit(Command command);

    // Called once per frame on the thread that owns the GL context: executes commands, collects results of engines and recorder,
    // starts the next step.
    void tick(std::chrono::steady_clock::time_point now);

    // Waits until the running step, the running recording and all background computations have ended, for screenshots and tests
    // that must not depend on time.
    void settle();

    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;

    // GL vertex buffers for the particle scene, each with the plan buffer's name, its GL name and size; called by the stage when
    // it has created them. If the engine cannot write into them, positions go through the host, with a notice.
    void offer_vertex_buffers(std::vector<VertexBuffer> buffers);

    // A function that returns when OpenGL has no work left on the GPU. tick() calls it before it measures a time, because kernels
    // that run concurrently with frames take longer. Set by the stage; must be callable for the lifetime of the session.
    void finish_drawing_with(std::function<void()> finish);

private:
    struct State;
    explicit Session(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace warpstage::session
