// The scene of the web edition: pictures, images of matrices and bodies, written for the page, which paints them.
#pragma once

#include "app/stage/render/screen.h"
#include "app/stage/scene/bodies_view.h"
#include "app/stage/scene/matrix_picture.h"
#include "app/views/scenes/array_scene.h"
#include "app/views/scenes/block_scenes.h"
#include "app/web/message.h"

#include <optional>

namespace warpstage::web {

class WebScene final : public stage::SceneControl {
public:
    WebScene(stage::StageState& state, const stage::Screen& screen)
        : SceneControl(state)
        , m_screen(screen)
    {
    }

    // Writes what has changed since the last call.
    void write(Message& message, stage::Seconds elapsed);
    // Everything is written again.
    void invalidate() { m_shown.reset(); }

private:
    struct Shown { // inputs of the last frame
        const views::View* view = nullptr;
        session::Snapshot model; // input of the view
        draw::Rect place;
        LaneMask marked = 0;
        bool panels_shown = true;
        stage::Projection camera;
        stage::Camera::Axes axes;
        float scale = 1.0F;
        draw::Theme theme = draw::Theme::dark;
        views::Coloring coloring = views::Coloring::speed;

        bool operator==(const Shown&) const = default;
    };

    template <typename Picture> void write_picture(Message& message, Picture& picture, stage::Seconds elapsed, bool changed);
    void write_matrix(Message& message);
    void write_bodies(Message& message, stage::Seconds elapsed, bool changed);
    void write_shapes(Message& message, draw::DrawList picture);
    void write_images(Message& message, const std::vector<stage::MatrixPicture::Image>& images);
    [[nodiscard]] stage::ParticleView view_of_bodies() const;
    [[nodiscard]] const session::Snapshot& model() const { return m_shown->model; }

    const stage::Screen& m_screen;
    std::optional<Shown> m_shown; // nothing: write everything
    std::vector<std::uint64_t> m_sent_images; // serials, by number
    bool m_images_shown = false;
    bool m_bodies_shown = false;
    stage::TrailClock m_trail_clock;
    std::uint64_t m_trailed_steps = 0; // of the session; restarts at 0
    std::optional<std::uint64_t> m_sent_bodies; // serial
    views::TrafficScene m_traffic;
    stage::MatrixPicture m_matrix;
    views::BanksScene m_banks;
    views::ArrayScene m_array;
};

} // namespace warpstage::web
