#include "app/stage/render/graphics.h"

#include "app/stage/context/surface.h"

#include <utility>

namespace warpstage::stage {

Graphics::Graphics(Drawing chosen, std::unique_ptr<Painter> made_painter, ParticleScene made_particles, MatrixScene made_matrix)
    : drawing(chosen)
    , painter(std::move(made_painter))
    , particles(std::move(made_particles))
    , matrix(std::move(made_matrix))
    , overlay(chosen)
    , scene(chosen)
    , marker(chosen)
    , profile(chosen)
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
    const bool by_processor = current_renderer().software || !particles->fast();
    const Drawing chosen = drawing.value_or(by_processor ? Drawing::processor : Drawing::graphics);
    return std::unique_ptr<Graphics>(new Graphics(chosen, *std::move(painter), *std::move(particles), *std::move(matrix)));
}

} // namespace warpstage::stage
