// The overlay of the window: composed anew only when the session or the window changed, kept as triangles in between.
#pragma once

#include "app/figure/overlay.h"
#include "app/stage/painter/mesh.h"
#include "app/stage/painter/painter.h"
#include "app/stage/scene/easing.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::stage {

enum class Panels : std::uint8_t { shown, hidden };

class OverlayView {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit OverlayView(Panels panels)
        : m_panels(panels)
    {
    }

    void toggle_help() { m_state.help = !m_state.help; }
    [[nodiscard]] bool help() const { return m_state.help; }
    // Opens the speaker's notes, turns their page, and closes them behind the last one.
    void toggle_notes();
    void close_notes() { m_state.notes.reset(); }
    [[nodiscard]] bool notes() const { return m_state.notes.has_value(); }
    void toggle_panels() { m_panels = m_panels == Panels::shown ? Panels::hidden : Panels::shown; }
    [[nodiscard]] bool panels_shown() const { return m_panels == Panels::shown || m_state.help || m_state.notes; }
    // Shown for some seconds from the next frame on.
    void say(std::string message, session::Severity severity);
    // Fonts or style are others now: compose again.
    void invalidate() { m_composed_of.reset(); }

    void update(const std::shared_ptr<const session::Snapshot>& snapshot, figure::Size size, float frames_per_second, Time now,
        const figure::Style& style, Painter& painter);

    [[nodiscard]] const Mesh& mesh() const { return m_mesh; }
    // The part of the window that no panel covers.
    [[nodiscard]] figure::Rect scene() const { return m_scene; }
    // What a click there asks for.
    [[nodiscard]] const session::Command* command_at(figure::Point point) const;

private:
    struct Composition { // what the mesh was made of
        std::shared_ptr<const session::Snapshot> snapshot;
        figure::Size size;
        float frames_per_second = 0.0F;
        bool help = false;
        std::optional<std::size_t> notes;
        Panels panels = Panels::shown;
        std::string message;
    };

    [[nodiscard]] bool composed_of(const std::shared_ptr<const session::Snapshot>& snapshot) const;
    [[nodiscard]] figure::DrawList message_alone(const figure::Style& style, const Painter& painter) const;

    Panels m_panels;
    figure::OverlayState m_state;
    std::optional<Time> m_message_since;
    std::optional<Composition> m_composed_of;
    std::vector<figure::HitRegion> m_regions;
    figure::Rect m_scene;
    std::size_t m_notes_pages = 1;
    Mesh m_mesh;
};

} // namespace warpstage::stage
