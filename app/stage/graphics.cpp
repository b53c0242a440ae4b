#include "app/stage/graphics.h"

#include "app/stage/context/surface.h"

#include <utility>

namespace warpstage::stage {

Graphics::Graphics(std::unique_ptr<Painter> made_painter, ParticleScene made_particles, MatrixScene made_matrix)
    : painter(std::move(made_painter))
    , particles(std::move(made_particles))
    , matrix(std::move(made_matrix))
{
}

Result<std::unique_ptr<Graphics>> Graphics::create(const std::filesystem::path& shaders, std::optional<Drawing> drawing)
{
    auto painter = Painter::create(shaders);
    if (!painter)
        return painter.error();
    auto particles = ParticleScene::create(shaders);
    if (!particles)
        return particles.error();
    auto matrix = MatrixScene::create(shaders);
    if (!matrix)
        return matrix.error();
    std::unique_ptr<Graphics> made(new Graphics(*std::move(painter), *std::move(particles), *std::move(matrix)));
    const bool by_processor = current_renderer().software || !made->particles.fast();
    made->drawing = drawing.value_or(by_processor ? Drawing::processor : Drawing::graphics);
    return made;
}

} // namespace warpstage::stage
