#include "app/stage/context/surface.h"

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
    for (const char* software : { "llvmpipe", "softpipe", "SWR", "Software Rasterizer" })
        name.software = name.software || name.renderer.find(software) != std::string::npos;
    return name;
}

bool context_lost()
{
    return glGetGraphicsResetStatus() != GL_NO_ERROR;
}

} // namespace warpstage::stage
