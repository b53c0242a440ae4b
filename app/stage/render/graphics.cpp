#include "app/stage/render/graphics.h"

#include "app/stage/scene/particles.h"

namespace warpstage::stage {

namespace {

std::string gl_string(GLenum name)
{
    // OpenGL gives its strings as unsigned characters.
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

} // namespace

RendererName current_renderer()
{
    RendererName name { gl_string(GL_RENDERER), gl_string(GL_VERSION), false };
    name.software = draws_on_processor(name.renderer);
    return name;
}

bool draws_on_processor(std::string_view renderer)
{
    constexpr std::array<std::string_view, 5> kPrograms { "llvmpipe", "softpipe", "SWR", "Software Rasterizer", "SwiftShader" };
    return std::any_of(kPrograms.begin(), kPrograms.end(),
        [&](std::string_view program) { return renderer.find(program) != std::string_view::npos; });
}

bool context_lost()
{
    return glGetGraphicsResetStatus() != GL_NO_ERROR;
}

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
