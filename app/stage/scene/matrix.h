// A matrix as an image: a texture with means of itself in all sizes, so that a matrix of thousands of rows does not shimmer, and
// whole elements when one comes near.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/stage/gl/objects.h"
#include "app/stage/gl/program.h"
#include "app/stage/scene/camera.h"
#include "core/base/result.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace warpstage::stage {

class MatrixScene {
public:
    // Errors: the shaders.
    [[nodiscard]] static Result<MatrixScene> create(const std::filesystem::path& shaders);

    struct View {
        GLuint framebuffer = 0;
        gl::PixelSize size; // of the framebuffer
        draw::Rect scene; // part of it that shows the scene
        Projection projection; // the longer side of the matrix goes from -1 to 1
    };
    // Into the scene's part alone. `place`: 0, or another number for another matrix of the same picture.
    void draw(const session::MatrixFrame& frame, const View& view, const draw::Style& style, std::size_t place = 0);

    // A thin frame around the image, and what it shows, in words; `wrong`: an element of it that stands out.
    [[nodiscard]] draw::DrawList caption(const session::MatrixFrame& frame, const View& view, const draw::Style& style,
        const session::WrongElement* wrong = nullptr) const;

private:
    explicit MatrixScene(gl::Program program);

    gl::Program m_program;
    gl::VertexArray m_nothing; // the rectangle has no vertices of its own
    struct Image {
        std::optional<gl::Texture> texture;
        std::uint64_t serial = 0; // of what lies in the texture
    };
    std::vector<Image> m_images; // by place
};

} // namespace warpstage::stage
