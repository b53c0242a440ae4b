// Scenes of a recorded block with state between frames: its banks while a request is served, and the sectors that it moves.
#pragma once

#include "app/views/drawing.h"
#include "app/views/scenes/easing.h"
#include "core/session/recording/sector_traffic.h"

namespace warpstage::views {

// While the playback is paused at an instruction, its wavefronts are shown in sequence and repeated; during playback, all of them
// are shown at once.
class BanksScene {
public:
    void advance(const session::Snapshot& model, Seconds elapsed);
    // The picture changes while the model stays the same.
    [[nodiscard]] static bool moving() { return true; }
    // Within the rectangle, in the rectangle's coordinates.
    [[nodiscard]] DrawList picture(const session::Snapshot& model, Rect scene, const Style& style) const;

private:
    // The current one of `wavefronts`; empty: all at once.
    [[nodiscard]] std::optional<std::uint32_t> wavefront(std::uint32_t wavefronts) const;

    std::shared_ptr<const session::Recording> m_recording;
    std::optional<std::size_t> m_step;
    Seconds m_rest { 0 }; // time since the playback reached the instruction
};

// Up to the current instruction of the playback.
class TrafficScene {
public:
    void advance(const session::Snapshot& model, Seconds) { m_traffic.follow(model); }
    [[nodiscard]] static bool moving() { return false; }
    [[nodiscard]] DrawList picture(const session::Snapshot& model, Rect scene, const Style& style) const;

private:
    session::SectorTraffic m_traffic;
};

} // namespace warpstage::views
