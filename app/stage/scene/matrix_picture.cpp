#include "app/stage/scene/matrix_picture.h"

#include "app/views/scenes/scene_words.h"
#include "app/views/scenes/tile_access_figure.h"

namespace warpstage::stage {

namespace {

using draw::Rect;
using session::MatrixFrame;

// The longer side of the matrix extends from -1 to 1 in the world.
Rect image_of(const MatrixFrame& frame, const Projection& projection)
{
    const auto longest = static_cast<float>(std::max<std::size_t>({ frame.rows, frame.columns, 1 }));
    const float unit = 2.0F * projection.pixels_per_unit / longest;
    const float width = unit * static_cast<float>(frame.columns);
    const float height = unit * static_cast<float>(frame.rows);
    return { projection.origin.x - width / 2, projection.origin.y - height / 2, width, height };
}

// In the middle of the rectangle, as large as possible.
Projection fitting(const MatrixFrame& frame, Rect rect)
{
    const auto longest = static_cast<float>(std::max<std::size_t>({ frame.rows, frame.columns, 1 }));
    const float unit = std::min(rect.width / static_cast<float>(std::max<std::size_t>(1, frame.columns)),
        rect.height / static_cast<float>(std::max<std::size_t>(1, frame.rows)));
    return { { rect.x + rect.width / 2, rect.y + rect.height / 2 }, unit * longest / 2 };
}

// After zooming or panning only the result is shown.
bool shows_tiles(const session::Snapshot& model, const Camera& camera)
{
    const MatrixFrame& frame = *model.scene->matrix;
    return model.playback->run.tile_accesses != nullptr && !frame.sources.empty() && !frame.values.empty() && camera.at_rest()
        && model.cue->numbers != session::CueNumbers::hidden;
}

const session::WrongElement* wrong_element_of(const session::Snapshot& model)
{
    return model.run->wrong_element ? &*model.run->wrong_element : nullptr;
}

} // namespace

MatrixPicture::Made MatrixPicture::make(
    const session::Snapshot& model, const views::View& view, const Camera& camera, Rect place, const draw::Style& style)
{
    if (shows_tiles(model, camera))
        return make_tiles(model, view, place, style);
    const MatrixFrame& frame = *model.scene->matrix;
    Rect above_caption = place;
    above_caption.height -= 2 * style.body;
    const Rect image = image_of(frame, camera.projection(above_caption, 1.0F));
    return { { { &frame, place, image } }, views::matrix_caption(frame, image, wrong_element_of(model), place, style) };
}

MatrixPicture::Made MatrixPicture::make_tiles(
    const session::Snapshot& model, const views::View& view, Rect place, const draw::Style& style)
{
    const MatrixFrame& frame = *model.scene->matrix;
    const views::TileAccessInput input { &frame, model.playback->run.tile_accesses.get(), model.playback->run.cells.get(),
        wrong_element_of(model) };
    const views::TileAccessLayout layout = views::layout_tile_accesses(frame, place, style);
    Made made;
    for (std::size_t i = 0; i < layout.wholes.size(); ++i) {
        const MatrixFrame& whole = i < frame.sources.size() ? *frame.sources[i] : frame;
        made.images.push_back({ &whole, layout.wholes[i], image_of(whole, fitting(whole, layout.wholes[i])) });
    }
    made.picture = views::wholes_figure(input, layout, style);
    if (&view == &views::named::sectors_scene) {
        m_traffic.advance(model, {});
        made.picture.append(m_traffic.picture(model, layout.tiles, style), {});
    } else {
        made.picture.append(
            views::tiles_figure(input, { layout.tiles.width, layout.tiles.height }, style), { layout.tiles.x, layout.tiles.y });
    }
    return made;
}

} // namespace warpstage::stage
