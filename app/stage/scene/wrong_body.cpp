#include "app/stage/scene/wrong_body.h"

#include "app/stage/scene/body_projection.h"
#include "app/views/scenes/wrong_element_mark.h"

#include <string>

namespace warpstage::stage {

namespace {

float element_of(const gl::Buffer& column, std::size_t index)
{
    float value = 0.0F;
    glGetNamedBufferSubData(column.name(), static_cast<GLintptr>(index * sizeof value), sizeof value, &value);
    return value;
}

} // namespace

std::optional<WorldPlace> body_of(const session::ParticleFrame& frame, std::size_t index)
{
    if (index >= frame.x.size() || index >= frame.y.size())
        return std::nullopt;
    return WorldPlace { frame.x[index], frame.y[index], index < frame.z.size() ? frame.z[index] : 0.0F };
}

std::optional<WorldPlace> body_of(const ParticleBuffers& bodies, std::size_t index)
{
    if (!bodies.ready() || index >= bodies.count())
        return std::nullopt;
    const auto& columns = bodies.columns();
    const float z = bodies.in_space() ? element_of(columns[4], index) : 0.0F;
    return WorldPlace { element_of(columns[0], index), element_of(columns[1], index), z };
}

draw::DrawList wrong_body_picture(const session::WrongElement& element, const std::optional<WorldPlace>& body,
    const ParticleScene::View& view, draw::Rect scene, const draw::Style& style)
{
    draw::Canvas canvas({ scene.right(), scene.bottom() }, style);
    const std::string words = views::wrong_element_words(element);
    if (body) {
        const draw::Point at = BodyProjection(view).of(*body).at;
        if (scene.contains(at)) {
            views::label_wrong(canvas, { at.x, at.y, 0.0F, 0.0F }, scene, words);
            return canvas.finish();
        }
    }
    views::label_wrong(canvas, scene, words); // it has flown out of the picture
    return canvas.finish();
}

} // namespace warpstage::stage
