#include "app/stage/render/renderer.h"

#include "app/views/frame/hall.h"
#include "app/views/timings/big_number.h"

namespace warpstage::stage {

namespace {

using Clock = std::chrono::steady_clock;

constexpr float kLargeGlyphs = 48.0F; // for larger sizes only the usual glyphs are created in advance

// The sizes of draw::make_style() with the faces that figures use.
std::vector<FontSize> font_sizes(const draw::Style& style)
{
    std::vector<FontSize> sizes;
    for (const draw::Face face : { draw::Face::regular, draw::Face::semibold, draw::Face::mono })
        for (const float size : { style.title, style.head, style.body, style.source, style.small, style.smallest })
            if (std::ranges::none_of(sizes, [&](const FontSize& made) { return made.face == face && made.size == size; }))
                sizes.push_back({ face, size, size > kLargeGlyphs ? Glyphs::latin : Glyphs::all });
    return sizes;
}

} // namespace

Result<std::unique_ptr<Renderer>> Renderer::create(const StageOptions& options, std::unique_ptr<Surface> surface, Time began)
{
    const auto with_context = Clock::now();
    auto graphics = Graphics::create(options.shaders, options.drawing);
    if (!graphics)
        return graphics.error();
    std::unique_ptr<Renderer> renderer(new Renderer(options, std::move(surface), *std::move(graphics)));
    renderer->m_opening = { with_context - began, Clock::now() - with_context, {} };
    return renderer;
}

Renderer::Renderer(const StageOptions& options, std::unique_ptr<Surface> surface, std::unique_ptr<Graphics> graphics)
    : m_options(options)
    , m_surface(std::move(surface))
    , m_name(current_renderer())
    , m_graphics(std::move(graphics))
    , m_content_scale(m_surface->content_scale())
{
}

draw::Size Renderer::points() const
{
    return { static_cast<float>(size().width), static_cast<float>(size().height) };
}

void Renderer::resize(gl::PixelSize size)
{
    m_surface->resize(size);
    ++m_generation;
}

void Renderer::set_content_scale(float scale)
{
    m_content_scale = std::clamp(scale, 0.5F, 4.0F);
}

bool Renderer::adopt_style(const Look& look)
{
    const draw::Style style = style_of(look, look_size());
    // The new characters do not fit next to those of earlier frames, so the atlas is rebuilt; but not again for a frame that does
    // not fit at all.
    constexpr std::chrono::seconds kBetween { 5 };
    const bool refills = m_graphics->painter->out_of_room() && Clock::now() - m_fonts_made > kBetween;
    const bool same_digits = look.digits == Digits::usual || m_large_digits == size();
    const bool same_sizes = style.scale == m_style.scale && style.smallest == m_style.smallest;
    const bool same_fonts = same_sizes && same_digits && !m_graphics->painter->needs_fonts() && !refills;
    if (same_fonts && look.theme == m_style.theme)
        return false;
    m_style = style;
    ++m_generation;
    if (same_fonts)
        return true;
    const auto began = Clock::now();
    const bool first = !m_font_files;
    if (first)
        m_font_files = find_fonts();
    std::vector<FontSize> sizes = font_sizes(m_style);
    if (look.hall)
        sizes.push_back({ draw::Face::semibold, views::question_size(m_style), Glyphs::latin });
    m_large_digits = look.digits == Digits::large ? std::optional(size()) : std::nullopt;
    if (m_large_digits)
        for (const float large : { views::big_number_size(points()), views::big_unit_size(points()) })
            sizes.push_back({ draw::Face::semibold, large, Glyphs::latin });
    m_graphics->painter->set_fonts(*m_font_files, sizes);
    m_fonts_made = Clock::now();
    if (first)
        m_opening.fonts = Clock::now() - began;
    return true;
}

Result<void> Renderer::renew()
{
    // Delete the objects of the lost context before a new one exists, because its objects get the same names.
    m_graphics.reset();
    if (auto renewed = m_surface->renew(); !renewed)
        return renewed;
    auto graphics = Graphics::create(m_options.shaders, m_options.drawing);
    if (!graphics)
        return graphics.error();
    m_graphics = *std::move(graphics);
    m_name = current_renderer();
    m_large_digits.reset();
    ++m_generation;
    return {};
}

// After a reset the driver provides a new context after a short time.
bool Renderer::recover(Time now)
{
    constexpr std::chrono::milliseconds kBetween { 500 };
    if (m_graphics != nullptr && !context_lost())
        return false;
    m_graphics.reset();
    if (m_tried && now - *m_tried < kBetween)
        return false;
    m_tried = now;
    if (!renew())
        return false;
    m_tried.reset();
    return true;
}

GLuint Renderer::target() const
{
    return m_graphics->kept ? m_graphics->kept->name() : m_surface->framebuffer();
}

// A window's content is undefined after each frame; an off-screen target keeps it.
void Renderer::prepare_target()
{
    const bool keeps = m_graphics->drawing == Drawing::processor && m_surface->framebuffer() == 0;
    if (keeps && (!m_graphics->kept || m_graphics->kept->size() != size())) {
        m_graphics->kept.emplace(size(), GL_RGBA8);
        ++m_generation;
    }
}

void Renderer::clear(draw::Color color) const
{
    const auto channels = gl::channels(color);
    const std::array<float, 4> opaque { channels[0], channels[1], channels[2], 1.0F };
    glBindFramebuffer(GL_FRAMEBUFFER, target());
    glViewport(0, 0, size().width, size().height);
    glClearBufferfv(GL_COLOR, 0, opaque.data());
}

void Renderer::paint(const draw::DrawList& picture, Mesh& mesh)
{
    m_graphics->painter->tessellate(picture, mesh);
    m_graphics->painter->draw(mesh, size());
}

Image Renderer::read_pixels() const
{
    Image image { static_cast<std::uint32_t>(size().width), static_cast<std::uint32_t>(size().height), {} };
    image.rgba.resize(std::size_t { 4 } * image.width * image.height);
    glBindFramebuffer(GL_FRAMEBUFFER, target());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, size().width, size().height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    flip_rows(image);
    return image;
}

void Renderer::present(bool changed)
{
    const auto complete = Clock::now();
    // Presented periodically anyway: not every window system reports lost content.
    constexpr std::chrono::milliseconds kMaxInterval { 250 };
    if (changed || complete - m_presented > kMaxInterval) {
        if (m_graphics->kept) {
            // With Mesa the default framebuffer gets the window's new size only when it is bound.
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, m_surface->framebuffer());
            glBlitNamedFramebuffer(m_graphics->kept->name(), m_surface->framebuffer(), 0, 0, size().width, size().height, 0, 0,
                size().width, size().height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        }
        m_surface->present();
        m_presented = complete;
    } else {
        m_surface->skip();
    }
    m_profile.add(&FrameProfile::Frame::wait, Clock::now() - complete);
}

} // namespace warpstage::stage
