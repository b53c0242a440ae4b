#include "app/stage/scene/wrong_body.h"

#include "app/figure/wrong_element_mark.h"
#include "app/stage/scene/particle_look.h"

#include <algorithm>
#include <string>

namespace warpstage::stage {

namespace {

float dot(const std::array<float, 3>& a, const std::array<float, 3>& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

float element_of(const gl::Buffer& column, std::size_t index)
{
    float value = 0.0F;
    glGetNamedBufferSubData(column.name(), static_cast<GLintptr>(index * sizeof value), sizeof value, &value);
    return value;
}

} // namespace

figure::Point place_of_body(const std::array<float, 3>& body, const ParticleScene::View& view)
{
    const Camera::Axes axes = view.axes.value_or(Camera::Axes {});
    const float nearness = view.axes ? 1.0F / (kEyeDistance * std::max(view.radius, 1e-20F)) : 0.0F;
    const float depth = std::clamp(1.0F - dot(axes.towards, body) * nearness, 0.25F, 4.0F);
    const float scale = view.projection.pixels_per_unit / depth;
    return { view.projection.origin.x + dot(axes.right, body) * scale, view.projection.origin.y - dot(axes.up, body) * scale };
}

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

figure::DrawList wrong_body_picture(const session::WrongElement& element, const std::optional<WorldPlace>& body,
    const ParticleScene::View& view, figure::Rect scene, const figure::Style& style)
{
    figure::Canvas canvas({ scene.right(), scene.bottom() }, style);
    const std::string words = figure::wrong_element_words(element);
    if (body) {
        const figure::Point at = place_of_body(*body, view);
        if (scene.contains(at)) {
            figure::label_wrong(canvas, { at.x, at.y, 0.0F, 0.0F }, scene, words);
            return canvas.finish();
        }
    }
    figure::label_wrong(canvas, scene, words); // it has flown out of the picture
    return canvas.finish();
}

} // namespace warpstage::stage
