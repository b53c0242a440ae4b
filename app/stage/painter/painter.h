// Paints draw lists with Dear ImGui's tessellator and our own OpenGL code, so that windows and EGL contexts give the same image.
// One point of a draw list is one pixel: draw lists are composed with the scale applied.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/painter/font_atlas.h"
#include "app/stage/painter/mesh.h"

struct ImDrawList;
struct ImGuiContext;

namespace warpstage::stage {

class Painter {
public:
    // Errors: the shaders overlay.vert and overlay.frag cannot be loaded.
    [[nodiscard]] static Result<std::unique_ptr<Painter>> create(const std::filesystem::path& shaders);
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;
    ~Painter();

    // Creates the glyphs of these sizes. Other sizes are scaled.
    void set_fonts(const FontFiles& files, std::span<const FontSize> sizes);

    [[nodiscard]] bool needs_fonts() const { return !m_fonts.has_value(); }
    // Call only after set_fonts().
    void tessellate(const draw::DrawList& picture, Mesh& mesh);
    // CPU time for uploading triangles since the last call.
    [[nodiscard]] std::chrono::nanoseconds take_upload_time()
    {
        return std::exchange(m_upload_time, std::chrono::nanoseconds { 0 });
    }
    // Paints a mesh or layers over the bound framebuffer; with a part of the target, only the items that intersect it, which may
    // extend beyond it.
    template <typename Shapes> void draw(const Shapes& shapes, gl::PixelSize target, const draw::Rect* part = nullptr) const
    {
        if (shapes.empty())
            return;
        prepare(target);
        shapes.draw(part);
    }

    [[nodiscard]] float width_of(const draw::Text& text) const; // after shortening
    // Replaced fonts, then the scripts of characters that no font has.
    [[nodiscard]] std::vector<std::string> warnings() const;
    // The missing scripts that no earlier call has returned.
    [[nodiscard]] std::vector<std::string> take_missing();
    // Whether characters did not fit since set_fonts(), which frees the room again.
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
    std::vector<Mesh::ItemEnd> m_ends; // of the painted draw list
    std::set<std::string> m_reported; // already reported missing scripts
    std::size_t m_missing_seen = 0; // characters
    std::chrono::nanoseconds m_upload_time { 0 };
};

} // namespace warpstage::stage
