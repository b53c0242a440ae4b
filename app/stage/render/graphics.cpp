#include "app/stage/render/graphics.h"

#include "app/stage/context/surface.h"
#include "app/stage/scene/particles.h"

#include <utility>

namespace warpstage::stage {

Result<std::unique_ptr<Graphics>> Graphics::create(const std::filesystem::path& shaders, std::optional<Drawing> drawing)
{
    auto painter = Painter::create(shaders);
    if (!painter)
        return painter.error();
    auto scenes = make_scenes(shaders);
    if (!scenes)
        return scenes.error();
    if (!drawing)
        drawing = current_renderer().software || !ParticleScene::fast(shaders) ? Drawing::processor : Drawing::graphics;
    return std::unique_ptr<Graphics>(new Graphics { *drawing, *std::move(painter), *std::move(scenes) });
}

} // namespace warpstage::stage
