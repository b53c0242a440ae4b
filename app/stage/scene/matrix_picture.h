// The scene of a matrix, for windows and for the page of the web edition: the places of its images, and what is drawn over them.
#pragma once

#include "app/stage/scene/camera.h"
#include "app/views/scenes/block_scenes.h"
#include "app/views/view.h"

namespace warpstage::stage {

class MatrixPicture {
public:
    struct Image {
        const session::MatrixFrame* frame = nullptr; // of the model
        draw::Rect visible; // the part of the window in which it is drawn
        draw::Rect place; // of the whole matrix, in pixels from the top left
    };
    struct Made {
        std::vector<Image> images;
        draw::DrawList picture; // over the images
    };

    // The result alone, or the small whole matrices and a large tile of the recorded block. `view`: the row of the scene;
    // `place`: of the scene in the window.
    [[nodiscard]] Made make(const session::Snapshot& model, const views::View& view, const Camera& camera, draw::Rect place,
        const draw::Style& style);

private:
    [[nodiscard]] Made make_tiles(
        const session::Snapshot& model, const views::View& view, draw::Rect place, const draw::Style& style);

    views::TrafficScene m_traffic;
};

} // namespace warpstage::stage
