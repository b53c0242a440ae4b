#include "app/stage/scene/matrix.h"

#include "app/views/scenes/flight_figure.h"
#include "app/views/scenes/wrong_element_mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace warpstage::stage {

namespace {

using draw::Rect;
using session::MatrixFrame;

// Where the image lies, in pixels from the top left.
Rect image_of(const MatrixFrame& frame, const MatrixScene::View& view)
{
    const auto longest = static_cast<float>(std::max<std::size_t>({ frame.rows, frame.columns, 1 }));
    const float unit = 2.0F * view.projection.pixels_per_unit / longest;
    const float width = unit * static_cast<float>(frame.columns);
    const float height = unit * static_cast<float>(frame.rows);
    return { view.projection.origin.x - width / 2, view.projection.origin.y - height / 2, width, height };
}

Rect common_part(Rect a, Rect b)
{
    const float left = std::max(a.x, b.x);
    const float top = std::max(a.y, b.y);
    return { left, top, std::max(0.0F, std::min(a.right(), b.right()) - left),
        std::max(0.0F, std::min(a.bottom(), b.bottom()) - top) };
}

// An element outside of the visible part is named all the same.
draw::DrawList wrong_element(
    const MatrixFrame& frame, const MatrixScene::View& view, const draw::Style& style, const session::WrongElement& element)
{
    draw::Canvas canvas({ view.scene.right(), view.scene.bottom() }, style);
    const auto at = views::place_in(frame, element);
    if (!at)
        return canvas.finish();
    const Rect image = image_of(frame, view);
    const float unit = image.width / static_cast<float>(frame.columns);
    const Rect place { image.x + unit * static_cast<float>(at->column), image.y + unit * static_cast<float>(at->row), unit,
        unit };
    if (view.scene.contains({ place.x + unit / 2, place.y + unit / 2 }))
        views::label_wrong(canvas, place, view.scene, views::wrong_element_words(element));
    else
        views::label_wrong(canvas, view.scene, views::wrong_element_words(element));
    return canvas.finish();
}

std::string words(const MatrixFrame& frame)
{
    if (frame.values.empty())
        return "computing …";
    const std::string size = fmt::format("{}: {} × {}", frame.name, frame.rows, frame.columns);
    return frame.reduction == 1 ? size
                                : fmt::format("{}, each point the mean of {} × {}", size, frame.reduction, frame.reduction);
}

} // namespace

Result<MatrixScene> MatrixScene::create(const std::filesystem::path& shaders)
{
    auto program = gl::Program::load(shaders / "matrix.vert", shaders / "matrix.frag");
    if (!program)
        return program.error();
    return MatrixScene(*std::move(program));
}

MatrixScene::MatrixScene(gl::Program program)
    : m_program(std::move(program))
{
}

void MatrixScene::draw(const MatrixFrame& frame, const View& view, const draw::Style& style, std::size_t place)
{
    if (frame.values.empty())
        return;
    const gl::PixelSize size { static_cast<int>(frame.shown_columns), static_cast<int>(frame.shown_rows) };
    if (m_images.size() <= place)
        m_images.resize(place + 1);
    Image& kept = m_images[place];
    if (!kept.texture || kept.texture->size() != size || kept.serial != frame.serial) {
        if (!kept.texture || kept.texture->size() != size)
            kept.texture.emplace(size, GL_R32F, gl::Filter::mipmapped);
        kept.texture->upload(std::as_bytes(std::span(frame.values)), GL_RED, GL_FLOAT);
        kept.texture->make_levels();
        kept.serial = frame.serial;
    }

    const Rect image = image_of(frame, view);
    const auto width = static_cast<float>(view.size.width);
    const auto height = static_cast<float>(view.size.height);
    m_program.use();
    m_program.set(0, image.width / width, image.height / height);
    m_program.set(1, 2.0F * (image.x + image.width / 2) / width - 1.0F, 1.0F - 2.0F * (image.y + image.height / 2) / height);
    m_program.set(2, frame.lowest);
    m_program.set(3, frame.highest);
    m_program.set(4, gl::channels(style.orange));
    for (std::size_t i = 0; i < views::kMatrixColors.size(); ++i)
        m_program.set(static_cast<GLint>(5 + i), gl::channels(views::kMatrixColors.at(i)));

    glBindFramebuffer(GL_FRAMEBUFFER, view.framebuffer);
    glViewport(0, 0, view.size.width, view.size.height);
    glDisable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    glScissor(static_cast<int>(view.scene.x), static_cast<int>(height - view.scene.bottom()), static_cast<int>(view.scene.width),
        static_cast<int>(view.scene.height));
    glBindTextureUnit(0, kept.texture->name());
    glBindVertexArray(m_nothing.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_SCISSOR_TEST);
}

draw::DrawList MatrixScene::caption(
    const MatrixFrame& frame, const View& view, const draw::Style& style, const session::WrongElement* wrong) const
{
    draw::DrawList list { { view.scene.right(), view.scene.bottom() }, {} };
    const Rect shown = common_part(image_of(frame, view), view.scene);
    if (!frame.values.empty())
        list.add(draw::Box { shown, {}, style.border, std::max(1.0F, style.scale), 0.0F });
    if (wrong != nullptr && !frame.values.empty())
        list.append(wrong_element(frame, view, style, *wrong), {});
    list.add(draw::Text { { view.scene.x + view.scene.width / 2, view.scene.bottom() - style.margin }, words(frame),
        draw::Face::regular, style.small, style.secondary, draw::Align::center, view.scene.width - 2 * style.margin });
    return list;
}

} // namespace warpstage::stage
