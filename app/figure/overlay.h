// The whole overlay of the stage as one draw list with the places that can be clicked: pure layout from a snapshot.
#pragma once

#include "app/figure/draw_list.h"
#include "app/figure/style.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <string>
#include <vector>

namespace warpstage::figure {

struct OverlayState { // what belongs to the window, not to the session
    Size size; // of the window in points
    float frames_per_second = 0.0F;
    bool help = false; // the list of keys is open
    std::string message; // "Saved …/warpstage-….png", shown for some seconds; empty: none
    session::Severity message_severity = session::Severity::information;
};

struct HitRegion {
    Rect rect;
    session::Command command;
};

struct Overlay {
    DrawList picture;
    std::vector<HitRegion> regions; // later ones lie on top
    Rect scene; // the free centre: never covered by a panel
};

[[nodiscard]] Overlay compose_overlay(const session::Snapshot& snapshot, const OverlayState& state, const Style& style);

} // namespace warpstage::figure
