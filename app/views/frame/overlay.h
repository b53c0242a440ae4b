// The whole overlay of the stage as one draw list with the places that can be clicked: pure layout from a snapshot.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "app/views/frame/cell_grid.h"
#include "app/views/frame/editor_line.h"
#include "app/views/frame/tip.h"
#include "app/views/frame/window_order.h"
#include "app/views/sheets/keys.h"
#include "core/base/lane_mask.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::views {

// Which picture lies where, to be saved by itself.
enum class Picture : std::uint8_t { access, lanes, timings, source, timeline, comparison };

// How much the audience sees of the panels.
enum class View : std::uint8_t {
    panels, // all, around the scene
    picture, // one of them as large as the window
    number, // the one number of the lesson
    nothing, // the scene alone
};

struct OverlayState { // what belongs to the window, not to the session
    Size size; // of the window in points
    float frames_per_second = 0.0F;
    bool help = false; // the list of keys is open
    std::string message {}; // "Saved …/warpstage-….png", shown for some seconds; empty: none
    session::Severity message_severity = session::Severity::information;
    Sheet sheet = Sheet::none; // in the scene's place
    bool ptx = false; // beside the source
    std::int32_t source_scroll = 0; // lines further down than would be shown
    std::optional<EditorLine> editor {}; // a parameter is being typed
    std::optional<Tip> tip {}; // of what the mouse rests on
    Point pointer {};
    std::optional<std::size_t> notes {}; // page of the speaker's notes that lies over everything; a page too many is the last
    std::size_t help_page = 0; // likewise, of the list of keys
    View view = View::panels; // `nothing` is drawn as panels: whoever shows nothing asks for no overlay
    Picture chosen_picture = Picture::access; // of View::picture
    LaneMask marked = 0; // lanes that stand out beside the session's own
    std::optional<std::size_t> tour {}; // step of the first start's tour
    std::span<const KeyWords> keys {}; // of the window, for the line at the bottom and the list of keys
};

struct HitRegion {
    Rect rect;
    session::Command command;
};

struct WindowRegion {
    Rect rect;
    WindowOrder order;
};

struct PictureRegion {
    Rect rect;
    Picture picture = Picture::access;
};

struct Overlay {
    DrawList picture;
    std::vector<HitRegion> regions; // later ones lie on top
    std::vector<WindowRegion> window_regions {}; // over the regions
    std::vector<TipRegion> tips {};
    std::vector<PictureRegion> pictures {};
    std::vector<CellGrid> cells {}; // of memory, over the scene
    Rect source {}; // where the wheel scrolls; empty: nowhere
    Rect scene {}; // the free centre: never covered by a panel
    bool fault = false; // what stopped the recorded block is told under the scene
    std::size_t notes_pages = 1; // of the notes that are open
    std::size_t help_pages = 1;
};

[[nodiscard]] Overlay compose_overlay(const session::Snapshot& snapshot, const OverlayState& state, const Style& style);

} // namespace warpstage::views
