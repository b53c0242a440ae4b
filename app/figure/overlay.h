// The whole overlay of the stage as one draw list with the places that can be clicked: pure layout from a snapshot.
#pragma once

#include "app/figure/draw_list.h"
#include "app/figure/style.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::figure {

struct OverlayState { // what belongs to the window, not to the session
    Size size; // of the window in points
    float frames_per_second = 0.0F;
    bool help = false; // the list of keys is open
    std::string message; // "Saved …/warpstage-….png", shown for some seconds; empty: none
    session::Severity message_severity = session::Severity::information;
    std::optional<std::size_t> notes; // page of the speaker's notes that lies over everything; a page too many is the last
};

struct HitRegion {
    Rect rect;
    session::Command command;
};

struct Overlay {
    DrawList picture;
    std::vector<HitRegion> regions; // later ones lie on top
    Rect scene; // the free centre: never covered by a panel
    std::size_t notes_pages = 1; // of the notes that are open
};

[[nodiscard]] Overlay compose_overlay(const session::Snapshot& snapshot, const OverlayState& state, const Style& style);

} // namespace warpstage::figure
