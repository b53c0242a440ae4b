// The usual glyphs of all faces and sizes in one image, created once by Dear ImGui's rasterizer; other glyphs are added when a
// text needs them.
#pragma once

#include "app/stage/painter/glyph_store.h"

struct ImFont;
struct ImFontAtlas;
struct ImFontGlyph;

namespace warpstage::stage {

enum class Glyphs : std::uint8_t { all, latin }; // glyphs created in advance; `latin` for sizes that are too large for all glyphs

struct FontSize {
    draw::Face face = draw::Face::regular;
    float size = 18.0F; // of the em square, in pixels
    Glyphs glyphs = Glyphs::all;

    bool operator==(const FontSize&) const = default;
};

using fonts::find_fonts;
using fonts::FontFiles;
using fonts::kFaces;

// A face at a size: a font of the atlas with a scale factor, and the store of other glyphs.
struct ScaledFont {
    ImFont* font = nullptr;
    float scale = 1.0F; // 1 if the atlas has this size
    GlyphStore* others = nullptr;
    draw::Face face = draw::Face::regular;
    float size = 18.0F;

    // Invisible for a space.
    [[nodiscard]] StoredGlyph glyph(char32_t character) const;
    [[nodiscard]] float advance(char32_t character) const;
    [[nodiscard]] bool has(char32_t character) const;
};

class FontAtlas {
public:
    // Fills the atlas of the current ImGui context. Faces that cannot be read are replaced and listed in warnings().
    FontAtlas(ImFontAtlas& atlas, const FontFiles& files, std::span<const FontSize> sizes);

    // The nearest available size, scaled if it differs.
    [[nodiscard]] ScaledFont at(draw::Face face, float size) const;
    // Called when the image, of size `picture`, exists: enables adding other glyphs.
    void open_store(gl::PixelSize picture);
    [[nodiscard]] GlyphStore& store() const { return *m_store; }
    [[nodiscard]] const std::vector<std::string>& warnings() const { return m_warnings; }

private:
    struct Entry {
        FontSize size;
        ImFont* font = nullptr;
    };
    FontFiles m_files;
    std::vector<Entry> m_entries;
    draw::Rect m_free; // part of the image for the store
    std::unique_ptr<GlyphStore> m_store;
    std::vector<std::string> m_warnings;
};

} // namespace warpstage::stage
