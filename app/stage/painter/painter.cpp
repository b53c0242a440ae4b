#include "app/stage/painter/painter.h"

#include "app/draw/text_layout.h"
#include "app/stage/render/frame_time.h"
#include "core/base/verify.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace warpstage::stage {

namespace {

ImU32 im_color(draw::Color color)
{
    return IM_COL32(color.r, color.g, color.b, color.a);
}

ImVec2 im_point(draw::Point point)
{
    return { point.x, point.y };
}

// Lines thinner than a pixel are drawn fainter, so that they do not vanish.
ImU32 thin_color(draw::Color color, float width)
{
    if (width >= 1.0F)
        return im_color(color);
    return im_color(color.with_alpha(static_cast<std::uint8_t>(static_cast<float>(color.a) * std::max(width, 0.0F))));
}

// The atlas has three samples per pixel: on thirds of a pixel a glyph is aligned to samples.
float on_grid(float x, Grid grid)
{
    switch (grid) {
    case Grid::thirds:
        return std::round(x * 3.0F) / 3.0F;
    case Grid::pixels:
        return std::round(x);
    case Grid::none:
        return x;
    }
    return x;
}

} // namespace

Painter::Painter(gl::Program program)
    : m_program(std::move(program))
    , m_context(ImGui::CreateContext(), ImGui::DestroyContext)
    , m_list(nullptr, [](ImDrawList* list) { delete list; })
{
    ImGui::SetCurrentContext(m_context.get());
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // no settings file
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset; // more than 65536 vertices in a draw list
}

Painter::~Painter() = default;

Result<std::unique_ptr<Painter>> Painter::create(const std::filesystem::path& shaders)
{
    auto program = gl::Program::load(shaders / "overlay.vert", shaders / "overlay.frag");
    if (!program)
        return program.error();
    return std::unique_ptr<Painter>(new Painter(*std::move(program)));
}

void Painter::set_fonts(const FontFiles& files, std::span<const FontSize> sizes)
{
    ImGui::SetCurrentContext(m_context.get());
    ImGuiIO& io = ImGui::GetIO();
    m_list.reset();
    m_fonts.emplace(*io.Fonts, files, sizes);

    unsigned char* pixels = nullptr;
    gl::PixelSize size;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &size.width, &size.height);
    // Glyphs are aligned to samples (see on_sample), so one texel is exact; linear filtering would cost a software renderer a
    // fifth of its frame.
    m_texture.emplace(size, GL_R8, gl::Filter::nearest);
    const std::span bytes(pixels, static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    m_texture->upload(std::as_bytes(bytes), GL_RED, GL_UNSIGNED_BYTE);
    m_texture->read_red_as_alpha();
    io.Fonts->ClearTexData();
    m_fonts->open_store(size);

    // An empty frame makes ImGui adopt the positions of the white pixel and of the lines in the new atlas.
    io.DisplaySize = { 1.0F, 1.0F };
    io.DeltaTime = 1.0F / 60.0F;
    ImGui::NewFrame();
    ImGui::EndFrame();
    m_list.reset(new ImDrawList(ImGui::GetDrawListSharedData()));
}

void Painter::tessellate(const draw::DrawList& picture, Mesh& mesh)
{
    VERIFY(m_list != nullptr);
    ImGui::SetCurrentContext(m_context.get());
    m_list->_ResetForNewFrame();
    m_list->Flags &= ~ImDrawListFlags_AntiAliasedLinesUseTex; // the texture is not filtered
    m_list->PushTextureID(ImGui::GetIO().Fonts->TexID);
    m_list->PushClipRect({ 0.0F, 0.0F }, { 1e6F, 1e6F });
    m_ends.clear();
    for (const draw::Item& item : picture.items) {
        std::visit([&](const auto& shape) { paint(shape); }, item);
        m_ends.push_back({ static_cast<std::size_t>(m_list->VtxBuffer.Size), static_cast<std::size_t>(m_list->IdxBuffer.Size) });
    }
    const std::chrono::nanoseconds began = thread_time();
    upload_glyphs();
    mesh.upload(*m_list, m_ends);
    m_upload_time += thread_time() - began;
}

void Painter::upload_glyphs()
{
    for (const GlyphPatch& patch : m_fonts->store().take_patches())
        m_texture->upload_part(patch.x, patch.y, patch.size, std::as_bytes(std::span(patch.pixels)));
}

void Painter::prepare(gl::PixelSize target) const
{
    m_program.use();
    m_program.set(0, 2.0F / static_cast<float>(target.width), -2.0F / static_cast<float>(target.height));
    glBindTextureUnit(0, m_texture->name());
    glViewport(0, 0, target.width, target.height);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void Painter::paint(const draw::Box& box)
{
    // Dear ImGui reduces a radius to half the shorter side minus one, and divides by zero if less than a millionth of a pixel
    // remains.
    const auto radius_within = [&](float margin) {
        const float available = std::min(std::abs(box.rect.width), std::abs(box.rect.height)) / 2 - 1 - margin;
        return std::min(available, box.corner_radius) < 0.01F ? 0.0F : box.corner_radius;
    };
    const ImVec2 from { box.rect.x, box.rect.y };
    const ImVec2 to { box.rect.right(), box.rect.bottom() };
    if (box.fill && box.corner_radius > 0) {
        // As a path, because a box with a radius of 0 has edges without smoothing: small boxes in a row would differ in width.
        m_list->PathRect(from, to, radius_within(0));
        m_list->PathFillConvex(im_color(*box.fill));
    } else if (box.fill) {
        m_list->AddRectFilled(from, to, im_color(*box.fill));
    }
    if (box.outline) {
        // Inside the rectangle; ImGui moves the stroke inward by half a pixel.
        const float inset = box.outline_width / 2 - 0.5F;
        m_list->AddRect({ from.x + inset, from.y + inset }, { to.x - inset, to.y - inset },
            thin_color(*box.outline, box.outline_width), radius_within(box.outline_width / 2), 0, box.outline_width);
    }
}

void Painter::paint(const draw::Line& line)
{
    // Horizontal and vertical lines are aligned to pixels.
    const float width = std::max(1.0F, std::round(line.width));
    if (line.from.x == line.to.x) {
        const float left = std::round(line.from.x - width / 2);
        const auto [top, bottom] = std::minmax(line.from.y, line.to.y);
        m_list->AddRectFilled({ left, top }, { left + width, bottom }, thin_color(line.color, line.width));
    } else if (line.from.y == line.to.y) {
        const float top = std::round(line.from.y - width / 2);
        const auto [left, right] = std::minmax(line.from.x, line.to.x);
        m_list->AddRectFilled({ left, top }, { right, top + width }, thin_color(line.color, line.width));
    } else {
        const ImVec2 points[] = { im_point(line.from), im_point(line.to) };
        m_list->AddPolyline(points, 2, thin_color(line.color, line.width), 0, line.width);
    }
}

void Painter::paint(const draw::Polyline& polyline)
{
    std::vector<ImVec2> points(polyline.points.size());
    std::transform(polyline.points.begin(), polyline.points.end(), points.begin(), im_point);
    m_list->AddPolyline(
        points.data(), static_cast<int>(points.size()), thin_color(polyline.color, polyline.width), 0, polyline.width);
}

void Painter::paint(const draw::Polygon& polygon)
{
    std::vector<ImVec2> points(polygon.points.size());
    std::transform(polygon.points.begin(), polygon.points.end(), points.begin(), im_point);
    // ImGui antialiases the outer side of clockwise polygons.
    float area = 0.0F;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ImVec2& next = points[(i + 1) % points.size()];
        area += points[i].x * next.y - next.x * points[i].y;
    }
    if (area < 0.0F)
        std::reverse(points.begin(), points.end());
    m_list->AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), im_color(polygon.color));
}

void Painter::paint(const draw::Circle& circle)
{
    m_list->AddCircleFilled(im_point(circle.center), circle.radius, im_color(circle.color));
}

void Painter::paint(const draw::Text& text)
{
    const ScaledFont font = m_fonts->at(text.face, text.size);
    const draw::TextLayout layout =
        draw::lay_out(text.text, text.max_width, [&](char32_t character) { return font.advance(character); });
    const float baseline = std::round(text.anchor.y);
    float pen = draw::start_of(text.anchor.x, layout.width, text.align);
    const ImU32 color = im_color(text.color);
    m_list->PrimReserve(static_cast<int>(layout.characters.size()) * 6, static_cast<int>(layout.characters.size()) * 4);
    std::size_t painted = 0;
    for (const char32_t character : layout.characters) {
        const StoredGlyph glyph = font.glyph(character);
        if (glyph.visible) {
            const float left = on_grid(pen, glyph.grid);
            m_list->PrimRectUV({ left + glyph.x0, baseline + glyph.y0 }, { left + glyph.x1, baseline + glyph.y1 },
                { glyph.u0, glyph.v0 }, { glyph.u1, glyph.v1 }, color);
            ++painted;
        }
        pen += font.advance(character);
    }
    const auto unused = static_cast<int>(layout.characters.size() - painted);
    m_list->PrimUnreserve(unused * 6, unused * 4);
}

float Painter::width_of(const draw::Text& text) const
{
    const ScaledFont font = m_fonts->at(text.face, text.size);
    return draw::lay_out(text.text, text.max_width, [&](char32_t character) { return font.advance(character); }).width;
}

std::vector<std::string> Painter::missing() const
{
    std::vector<std::string> sentences;
    if (m_fonts)
        for (const char32_t character : m_fonts->store().missing())
            if (auto sentence = fonts::missing_sentence(fonts::script_of(character));
                std::ranges::find(sentences, sentence) == sentences.end())
                sentences.push_back(std::move(sentence));
    return sentences;
}

std::vector<std::string> Painter::warnings() const
{
    std::vector<std::string> sentences = m_fonts ? m_fonts->warnings() : std::vector<std::string>();
    std::ranges::move(missing(), std::back_inserter(sentences));
    return sentences;
}

std::vector<std::string> Painter::take_missing()
{
    std::vector<std::string> sentences;
    if (m_fonts && m_fonts->store().missing().size() != m_missing_seen) {
        m_missing_seen = m_fonts->store().missing().size();
        sentences = missing();
        std::erase_if(sentences, [&](const std::string& sentence) { return !m_reported.insert(sentence).second; });
    }
    return sentences;
}

} // namespace warpstage::stage
