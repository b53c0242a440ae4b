#include "app/stage/graphics.h"

#include <utility>

namespace warpstage::stage {

Graphics::Graphics(std::unique_ptr<Painter> made_painter, ParticleScene made_particles, MatrixScene made_matrix)
    : painter(std::move(made_painter))
    , particles(std::move(made_particles))
    , trails(particles.make_trails())
    , matrix(std::move(made_matrix))
{
}

Result<std::unique_ptr<Graphics>> Graphics::create(const std::filesystem::path& shaders, std::optional<Quality> quality)
{
    auto painter = Painter::create(shaders);
    if (!painter)
        return painter.error();
    auto particles = ParticleScene::create(shaders, quality);
    if (!particles)
        return particles.error();
    auto matrix = MatrixScene::create(shaders);
    if (!matrix)
        return matrix.error();
    return std::unique_ptr<Graphics>(new Graphics(*std::move(painter), *std::move(particles), *std::move(matrix)));
}

} // namespace warpstage::stage
