// Paints draw lists with Dear ImGui's tessellator and our own few lines of OpenGL, so that a window and a context of EGL are
// painted alike. One point of a draw list is one pixel: whoever composes it has multiplied by the scale already.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/painter/font_atlas.h"
#include "app/stage/painter/mesh.h"

struct ImDrawList;
struct ImGuiContext;

namespace warpstage::stage {

class Painter {
public:
    // Errors: the shaders overlay.vert and overlay.frag.
    [[nodiscard]] static Result<std::unique_ptr<Painter>> create(const std::filesystem::path& shaders);
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;
    ~Painter();

    // Makes the glyphs of these sizes. Other sizes are painted too, enlarged or reduced.
    void set_fonts(const FontFiles& files, std::span<const FontSize> sizes);

    [[nodiscard]] bool needs_fonts() const { return !m_fonts.has_value(); }
    // Only after set_fonts().
    void tessellate(const draw::DrawList& picture, Mesh& mesh);
    // What sending triangles to the device has taken of the processor since the last call.
    [[nodiscard]] std::chrono::nanoseconds take_upload_time()
    {
        return std::exchange(m_upload_time, std::chrono::nanoseconds { 0 });
    }
    // Over what is in the bound framebuffer, a mesh or layers of them; with a part of the target only what touches it, and may
    // reach beyond it.
    template <typename Shapes> void draw(const Shapes& shapes, gl::PixelSize target, const draw::Rect* part = nullptr) const
    {
        if (shapes.empty())
            return;
        prepare(target);
        shapes.draw(part);
    }

    [[nodiscard]] float width_of(const draw::Text& text) const; // after shortening
    // Fonts that were replaced, then the kinds of characters that were asked for and are in no font.
    [[nodiscard]] std::vector<std::string> warnings() const;
    // Of the latter what no earlier call has returned.
    [[nodiscard]] std::vector<std::string> take_missing();
    // Characters had no room any more since set_fonts(), which makes room again.
    [[nodiscard]] bool out_of_room() const { return m_fonts && m_fonts->store().full(); }

private:
    explicit Painter(gl::Program program);

    void prepare(gl::PixelSize target) const;
    void upload_glyphs();
    [[nodiscard]] std::vector<std::string> missing() const;

    void paint(const draw::Box& box);
    void paint(const draw::Line& line);
    void paint(const draw::Polyline& polyline);
    void paint(const draw::Polygon& polygon);
    void paint(const draw::Circle& circle);
    void paint(const draw::Text& text);

    gl::Program m_program;
    std::unique_ptr<ImGuiContext, void (*)(ImGuiContext*)> m_context;
    std::optional<FontAtlas> m_fonts;
    std::optional<gl::Texture> m_texture;
    std::unique_ptr<ImDrawList, void (*)(ImDrawList*)> m_list;
    std::vector<Mesh::ItemEnd> m_ends; // of the picture that is painted
    std::set<std::string> m_told; // of what is missing
    std::size_t m_missing_seen = 0; // characters
    std::chrono::nanoseconds m_upload_time { 0 };
};

} // namespace warpstage::stage
