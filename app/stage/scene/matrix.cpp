#include "app/stage/scene/matrix.h"

#include "app/stage/render/renderer.h"
#include "app/views/scenes/tile_access_figure.h"

namespace warpstage::stage {

Result<std::shared_ptr<Scene>> MatrixScene::create(const std::filesystem::path& shaders)
{
    auto program = gl::Program::load(shaders / "matrix.vert", shaders / "matrix.frag");
    if (!program)
        return program.error();
    return std::shared_ptr<Scene> { std::make_shared<MatrixScene>(*std::move(program)) };
}

SceneFrame MatrixScene::prepare(const SceneScope& scope, Seconds)
{
    return { false, [this, scope] { draw(scope); }, scope.changed };
}

void MatrixScene::draw_image(const SceneScope& scope, const MatrixPicture::Image& image, std::size_t number)
{
    const session::MatrixFrame& frame = *image.frame;
    if (frame.values.empty())
        return;
    const gl::PixelSize size { static_cast<int>(frame.shown_columns), static_cast<int>(frame.shown_rows) };
    if (m_images.size() <= number)
        m_images.resize(number + 1);
    Image& kept = m_images[number];
    if (!kept.texture || kept.texture->size() != size || kept.serial != frame.serial) {
        if (!kept.texture || kept.texture->size() != size)
            kept.texture.emplace(size, GL_R32F, gl::Filter::mipmapped);
        kept.texture->upload(std::as_bytes(std::span(frame.values)), GL_RED, GL_FLOAT);
        kept.texture->make_levels();
        kept.serial = frame.serial;
    }

    const gl::PixelSize target = scope.renderer.size();
    const auto width = static_cast<float>(target.width);
    const auto height = static_cast<float>(target.height);
    m_program.use();
    const draw::Rect place = image.place;
    m_program.set(0, place.width / width, place.height / height);
    m_program.set(1, 2.0F * (place.x + place.width / 2) / width - 1.0F, 1.0F - 2.0F * (place.y + place.height / 2) / height);
    m_program.set(2, frame.lowest);
    m_program.set(3, frame.highest);
    m_program.set(4, gl::channels(scope.style().orange));
    for (std::size_t i = 0; i < views::kMatrixColors.size(); ++i)
        m_program.set(static_cast<GLint>(5 + i), gl::channels(views::kMatrixColors.at(i)));

    glBindFramebuffer(GL_FRAMEBUFFER, scope.renderer.target());
    glViewport(0, 0, target.width, target.height);
    glDisable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    const draw::Rect visible = image.visible;
    glScissor(static_cast<int>(visible.x), static_cast<int>(height - visible.bottom()), static_cast<int>(visible.width),
        static_cast<int>(visible.height));
    glBindTextureUnit(0, kept.texture->name());
    glBindVertexArray(m_nothing.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_SCISSOR_TEST);
}

void MatrixScene::draw(const SceneScope& scope)
{
    MatrixPicture::Made made = m_picture.make(scope.model, scope.view, scope.controls.camera, scope.place, scope.style());
    for (std::size_t i = 0; i < made.images.size(); ++i)
        draw_image(scope, made.images[i], i);
    scope.paint(std::move(made.picture));
}

} // namespace warpstage::stage
