#include "app/stage/scene/matrix.h"

#include "app/stage/render/renderer.h"
#include "app/views/scenes/tile_access_figure.h"

namespace warpstage::stage {

namespace {

using draw::Rect;
using session::MatrixFrame;

// The place of the image, in pixels from the top left: the longer side of the matrix extends from -1 to 1 in the world.
Rect image_of(const MatrixFrame& frame, const Projection& projection)
{
    const auto longest = static_cast<float>(std::max<std::size_t>({ frame.rows, frame.columns, 1 }));
    const float unit = 2.0F * projection.pixels_per_unit / longest;
    const float width = unit * static_cast<float>(frame.columns);
    const float height = unit * static_cast<float>(frame.rows);
    return { projection.origin.x - width / 2, projection.origin.y - height / 2, width, height };
}

// Small whole matrices and a large tile of the recorded block; after zooming or panning only the result is shown.
bool shows_tiles(const SceneScope& scope)
{
    const MatrixFrame& frame = *scope.model.scene->matrix;
    return scope.model.playback->run.tile_accesses != nullptr && !frame.sources.empty() && !frame.values.empty()
        && scope.controls.camera.at_rest() && scope.model.cue->numbers != session::CueNumbers::hidden;
}

} // namespace

Result<std::shared_ptr<Scene>> MatrixScene::create(const std::filesystem::path& shaders)
{
    auto program = gl::Program::load(shaders / "matrix.vert", shaders / "matrix.frag");
    if (!program)
        return program.error();
    return std::shared_ptr<Scene> { std::make_shared<MatrixScene>(*std::move(program)) };
}

SceneFrame MatrixScene::prepare(const SceneScope& scope, Seconds)
{
    return { false, [this, scope] { shows_tiles(scope) ? draw_tiles(scope) : draw_whole(scope); }, scope.changed };
}

void MatrixScene::draw_image(const SceneScope& scope, const MatrixFrame& frame, Rect visible, Rect image, std::size_t number)
{
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
    m_program.set(0, image.width / width, image.height / height);
    m_program.set(1, 2.0F * (image.x + image.width / 2) / width - 1.0F, 1.0F - 2.0F * (image.y + image.height / 2) / height);
    m_program.set(2, frame.lowest);
    m_program.set(3, frame.highest);
    m_program.set(4, gl::channels(scope.style().orange));
    for (std::size_t i = 0; i < views::kMatrixColors.size(); ++i)
        m_program.set(static_cast<GLint>(5 + i), gl::channels(views::kMatrixColors.at(i)));

    glBindFramebuffer(GL_FRAMEBUFFER, scope.renderer.target());
    glViewport(0, 0, target.width, target.height);
    glDisable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    glScissor(static_cast<int>(visible.x), static_cast<int>(height - visible.bottom()), static_cast<int>(visible.width),
        static_cast<int>(visible.height));
    glBindTextureUnit(0, kept.texture->name());
    glBindVertexArray(m_nothing.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_SCISSOR_TEST);
}

void MatrixScene::draw_whole(const SceneScope& scope)
{
    const MatrixFrame& frame = *scope.model.scene->matrix;
    Rect above_caption = scope.place;
    above_caption.height -= 2 * scope.style().body;
    const Rect image = image_of(frame, scope.controls.camera.projection(above_caption, 1.0F));
    draw_image(scope, frame, scope.place, image);
    const auto& wrong = scope.model.run->wrong_element;
    scope.paint(views::matrix_caption(frame, image, wrong ? &*wrong : nullptr, scope.place, scope.style()));
}

void MatrixScene::draw_tiles(const SceneScope& scope)
{
    const draw::Style& style = scope.style();
    const session::Snapshot& model = scope.model;
    const MatrixFrame& frame = *model.scene->matrix;
    const auto& wrong = model.run->wrong_element;
    const views::TileAccessInput input { &frame, model.playback->run.tile_accesses.get(), model.playback->run.cells.get(),
        wrong ? &*wrong : nullptr };
    const views::TileAccessLayout layout = views::layout_tile_accesses(frame, scope.place, style);
    for (std::size_t i = 0; i < layout.wholes.size(); ++i) {
        const Rect place = layout.wholes[i];
        const MatrixFrame& whole = i < frame.sources.size() ? *frame.sources[i] : frame;
        const auto longest = static_cast<float>(std::max<std::size_t>({ whole.rows, whole.columns, 1 }));
        const float unit = std::min(place.width / static_cast<float>(std::max<std::size_t>(1, whole.columns)),
            place.height / static_cast<float>(std::max<std::size_t>(1, whole.rows)));
        const Projection fitting { { place.x + place.width / 2, place.y + place.height / 2 }, unit * longest / 2 };
        draw_image(scope, whole, place, image_of(whole, fitting), i);
    }
    draw::DrawList picture = views::wholes_figure(input, layout, style);
    if (&scope.view == &views::named::sectors_scene) {
        m_traffic.advance(model, {});
        picture.append(m_traffic.picture(model, layout.tiles, style), {});
    } else {
        picture.append(
            views::tiles_figure(input, { layout.tiles.width, layout.tiles.height }, style), { layout.tiles.x, layout.tiles.y });
    }
    scope.paint(std::move(picture));
}

} // namespace warpstage::stage
