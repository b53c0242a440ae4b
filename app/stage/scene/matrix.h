// A matrix as an image: a texture with mipmaps, so that thousands of rows do not shimmer and close elements have sharp edges.
// Other scenes also show the operand matrices and the tile of the recorded block.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/scene/matrix_picture.h"
#include "app/stage/scene/scene.h"

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
    void draw(const SceneScope& scope);
    // `number`: index of the matrix in the scene.
    void draw_image(const SceneScope& scope, const MatrixPicture::Image& image, std::size_t number);

    gl::Program m_program;
    gl::VertexArray m_nothing; // the rectangle needs no vertex buffer
    struct Image {
        std::optional<gl::Texture> texture;
        std::uint64_t serial = 0; // serial of the texture's content
    };
    std::vector<Image> m_images; // by index
    MatrixPicture m_picture;
};

} // namespace warpstage::stage
