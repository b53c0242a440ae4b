// The parts of a stage that its keys act on, wherever it is painted.
#pragma once

#include "app/stage/capture/captures.h"
#include "app/stage/input/lists.h"
#include "app/stage/input/pointer.h"
#include "app/stage/overlay_view.h"
#include "app/stage/present/history.h"
#include "app/stage/present/presentation.h"
#include "app/stage/present/tour.h"
#include "app/stage/render/frame_time.h"
#include "app/stage/render/screen.h"
#include "app/stage/scene/scene_control.h"
#include "app/stage/start/launch_menu.h"
#include "app/stage/start/start_menu.h"

namespace warpstage::stage {

struct StageParts {
    // `window`: null off screen.
    StageParts(StageState& its_state, Screen& its_screen, WindowControl* its_window, SceneControl& its_scene,
        const StageOptions& options);

    StageState& state;
    Screen& screen;
    WindowControl* window;
    SceneControl& scene;
    Presentation presentation;
    Tour tour;
    History history;
    StartMenu start;
    LaunchMenu launch;
    Lists lists;
    Pointer pointer;
    Captures* captures = nullptr; // set by the owner before the first event
    FrameClock clock;
    // The next four are copies of the members of StageOptions with these names.
    std::string no_console;
    std::string site;
    std::shared_ptr<const views::FollowCode> follow_code;
    std::string no_follow_code;
    bool console_requested = false;
    bool touring = false; // in the last frame
};

// Performs what the user did with keys, typed characters and the pointer.
void receive(StageParts& stage, const Event& event);
// Prepares the parts for a frame of this snapshot. Returns the time since the last one.
[[nodiscard]] Seconds begin_frame(
    StageParts& stage, std::shared_ptr<const session::Snapshot> shown, std::chrono::steady_clock::time_point now);

// What Escape closes, in this order.
enum class StageMode : std::uint8_t { blank, list, marker, code, help, notes, launch, start, tour, sheet, view, cell, plain };

[[nodiscard]] StageMode mode_of(const StageParts& stage);
// The name in scripts.
[[nodiscard]] std::string_view name_of(StageMode mode);
// Closes one mode per call, the topmost first, until all panels are shown.
void leave_mode(StageParts& stage);

} // namespace warpstage::stage
