// A matrix as an image: a texture with mipmaps, so that thousands of rows do not shimmer and close elements have sharp edges.
// Other scenes also show the operand matrices and the tile of the recorded block.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/scene/scene.h"
#include "app/views/scenes/block_scenes.h"

namespace warpstage::stage {

class MatrixScene final : public Scene {
public:
    // Errors: shaders cannot be loaded.
    [[nodiscard]] static Result<std::shared_ptr<Scene>> create(const std::filesystem::path& shaders);
    explicit MatrixScene(gl::Program program)
        : m_program(std::move(program))
    {
    }

    [[nodiscard]] SceneFrame prepare(const SceneScope& scope, Seconds elapsed) override;

private:
    void draw_whole(const SceneScope& scope);
    void draw_tiles(const SceneScope& scope);
    // Draws only within `visible`; `image`: place of the whole matrix. `number`: index of the matrix in the scene.
    void draw_image(
        const SceneScope& scope, const session::MatrixFrame& frame, draw::Rect visible, draw::Rect image, std::size_t number = 0);

    gl::Program m_program;
    gl::VertexArray m_nothing; // the rectangle needs no vertex buffer
    struct Image {
        std::optional<gl::Texture> texture;
        std::uint64_t serial = 0; // serial of the texture's content
    };
    std::vector<Image> m_images; // by index
    views::TrafficScene m_traffic;
};

} // namespace warpstage::stage
