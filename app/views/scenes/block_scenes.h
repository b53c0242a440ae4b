// Scenes of a recorded block that keep something from one frame to the next: its banks while a request is served, and the sectors
// that it moves.
#pragma once

#include "app/views/drawing.h"
#include "app/views/scenes/easing.h"
#include "core/session/recording/sector_traffic.h"

namespace warpstage::views {

// When the recorded run stands at a step, its wavefronts come one after the other, again and again; while it runs on, all of them
// are shown at once.
class BanksScene {
public:
    void advance(const session::Snapshot& model, Seconds elapsed);
    // The picture changes while the model stays the same.
    [[nodiscard]] static bool moving() { return true; }
    // Within the rectangle, in the coordinates that it has.
    [[nodiscard]] DrawList picture(const session::Snapshot& model, Rect scene, const Style& style) const;

private:
    // Of `wavefronts`, the one on its way; nothing: all at once.
    [[nodiscard]] std::optional<std::uint32_t> wavefront(std::uint32_t wavefronts) const;

    std::shared_ptr<const session::Recording> m_recording;
    std::optional<std::size_t> m_step;
    Seconds m_rest { 0 }; // since the run came to the step
};

// Up to the step at which the recorded run stands.
class TrafficScene {
public:
    void advance(const session::Snapshot& model, Seconds) { m_traffic.follow(model); }
    [[nodiscard]] static bool moving() { return false; }
    [[nodiscard]] DrawList picture(const session::Snapshot& model, Rect scene, const Style& style) const;

private:
    session::SectorTraffic m_traffic;
};

} // namespace warpstage::views
