// A matrix as an image: a texture with means of itself in all sizes, so that a matrix of thousands of rows does not shimmer, and
// whole elements when one comes near. Beside it, in other scenes, the matrices that were read, and the tile of the recorded
// block.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/scene/scene.h"
#include "app/views/scenes/block_scenes.h"

namespace warpstage::stage {

class MatrixScene final : public Scene {
public:
    // Errors: the shaders.
    [[nodiscard]] static Result<std::shared_ptr<Scene>> create(const std::filesystem::path& shaders);
    explicit MatrixScene(gl::Program program)
        : m_program(std::move(program))
    {
    }

    [[nodiscard]] SceneFrame prepare(const SceneScope& scope, Seconds elapsed) override;

private:
    void draw_whole(const SceneScope& scope);
    void draw_tiles(const SceneScope& scope);
    // Into `visible` alone; `image`: where the whole matrix lies. `number`: 0, or another one for another matrix of the same
    // scene.
    void draw_image(
        const SceneScope& scope, const session::MatrixFrame& frame, draw::Rect visible, draw::Rect image, std::size_t number = 0);

    gl::Program m_program;
    gl::VertexArray m_nothing; // the rectangle has no vertices of its own
    struct Image {
        std::optional<gl::Texture> texture;
        std::uint64_t serial = 0; // of what lies in the texture
    };
    std::vector<Image> m_images; // by number
    views::TrafficScene m_traffic;
};

} // namespace warpstage::stage
