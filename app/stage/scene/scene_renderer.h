// What stands in the middle of the window: which scene it is, how it is drawn, and what lies under the pointer there.
#pragma once

#include "app/draw/draw_list.h"
#include "app/stage/render/renderer.h"
#include "app/stage/scene/array.h"
#include "app/stage/scene/banks.h"
#include "app/stage/scene/camera.h"
#include "app/stage/stage_state.h"
#include "app/views/scenes/scene_kind.h"
#include "core/session/recording/sector_traffic.h"

#include <functional>
#include <optional>
#include <vector>

namespace warpstage::stage {

// How the scene of one frame is drawn.
struct SceneFrame {
    bool shapes = false; // it is a draw list that lies in Graphics::scene, which knows what of it has changed
    std::function<void()> draw; // anything else, over a cleared target; null: there is nothing
    bool stale = false; // draw() gives another picture than in the last frame
};

class SceneRenderer {
public:
    SceneRenderer(StageState& state, Renderer& renderer)
        : m_state(state)
        , m_renderer(renderer)
    {
    }

    [[nodiscard]] Camera& camera() { return m_camera; }
    void toggle_trails() { m_trails_shown = !m_trails_shown; }
    void next_coloring() { m_coloring = stage::next_coloring(m_coloring); }

    // `none` where something else is shown in its place.
    [[nodiscard]] views::SceneKind kind() const;
    // The scene of the state's snapshot, `elapsed` after the last one.
    [[nodiscard]] SceneFrame prepare(Seconds elapsed);

    // stage_cells.cpp: the cell of memory at a point, in the scene or on a sheet.
    [[nodiscard]] std::optional<session::SelectCell> cell_under(draw::Point point) const;

private:
    [[nodiscard]] SceneFrame prepare_bodies(Seconds elapsed);
    void advance_bodies(bool by_processor, Seconds elapsed);
    [[nodiscard]] ParticleView view_of_bodies(bool by_processor) const;
    void draw_bodies(const ParticleView& view, bool by_processor);
    void draw_matrix(const session::MatrixFrame& frame);
    void draw_tiles(const session::MatrixFrame& frame);
    [[nodiscard]] SceneFrame shapes(draw::DrawList marked);
    [[nodiscard]] draw::DrawList sector_picture(draw::Size size);
    void paint(const draw::DrawList& picture) { m_renderer.paint(picture, m_renderer.graphics()->scene); }
    [[nodiscard]] const session::WrongElement* wrong_element() const;
    // stage_cells.cpp
    [[nodiscard]] bool shows_tiles() const;
    [[nodiscard]] draw::DrawList scene_cells() const; // targets in points of the window

    StageState& m_state;
    Renderer& m_renderer;
    Camera m_camera;
    ArrayScene m_array;
    BanksScene m_banks;
    session::SectorTraffic m_traffic;
    bool m_trails_shown = true;
    std::uint64_t m_trailed_steps = 0; // of the session, which starts again at 0
    Coloring m_coloring = Coloring::speed;
    std::shared_ptr<const session::Snapshot> m_prepared; // last
    Projection m_prepared_from;
};

} // namespace warpstage::stage
