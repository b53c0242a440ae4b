// The parts of a stage that its keys act on.
#pragma once

#include "app/stage/capture/capture.h"
#include "app/stage/context/window.h"
#include "app/stage/input/lists.h"
#include "app/stage/input/pointer.h"
#include "app/stage/overlay_view.h"
#include "app/stage/present/presentation.h"
#include "app/stage/present/tour.h"
#include "app/stage/render/frame_renderer.h"
#include "app/stage/render/renderer.h"
#include "app/stage/scene/scene_renderer.h"
#include "app/stage/start/launch_menu.h"
#include "app/stage/start/start_menu.h"

namespace warpstage::stage {

struct StageParts {
    StageParts(const StageOptions& options, std::unique_ptr<Renderer> made, Window* opened);

    StageState state;
    std::unique_ptr<Renderer> renderer;
    Window* window; // the renderer's surface, if it is a window
    SceneRenderer scene;
    Presentation presentation;
    Tour tour;
    StartMenu start;
    LaunchMenu launch;
    Lists lists;
    Pointer pointer;
    FrameRenderer frame;
    Capture capture;
    FrameClock clock;
    std::string no_console; // as in StageOptions
    bool console_requested = false;
};

// What Escape closes, in this order.
enum class StageMode : std::uint8_t { blank, list, marker, help, notes, launch, start, tour, sheet, view, plain };

[[nodiscard]] StageMode mode_of(const StageParts& stage);
// The name in scripts.
[[nodiscard]] std::string_view name_of(StageMode mode);
// Closes one mode per call, the topmost first, until all panels are shown.
void leave_mode(StageParts& stage);

} // namespace warpstage::stage
