// The usual glyphs of the needed faces and sizes in one picture, made once at the start by Dear ImGui's rasteriser; others are
// added when a text wants them.
#pragma once

#include "app/stage/painter/glyph_store.h"

struct ImFont;
struct ImFontAtlas;
struct ImFontGlyph;

namespace warpstage::stage {

enum class Glyphs : std::uint8_t { all, latin }; // made at once; the latter where a size is too large to make every one

struct FontSize {
    draw::Face face = draw::Face::regular;
    float size = 18.0F; // of the em square, in pixels
    Glyphs glyphs = Glyphs::all;

    bool operator==(const FontSize&) const = default;
};

using fonts::find_fonts;
using fonts::FontFiles;
using fonts::kFaces;

// A face at a size: a font of the atlas and how much to enlarge it, and what else the atlas has for it.
struct ScaledFont {
    ImFont* font = nullptr;
    float scale = 1.0F; // 1 where the size is one of the atlas
    GlyphStore* others = nullptr;
    draw::Face face = draw::Face::regular;
    float size = 18.0F;

    // Nothing to be seen for a space.
    [[nodiscard]] StoredGlyph glyph(char32_t character) const;
    [[nodiscard]] float advance(char32_t character) const;
    [[nodiscard]] bool has(char32_t character) const;
};

class FontAtlas {
public:
    // Works on the current ImGui context's atlas. Faces that cannot be read are replaced and listed in warnings().
    FontAtlas(ImFontAtlas& atlas, const FontFiles& files, std::span<const FontSize> sizes);

    // The nearest of the sizes, enlarged or reduced where it is not the very same.
    [[nodiscard]] ScaledFont at(draw::Face face, float size) const;
    // The picture is there, of that size: other glyphs may be added to it.
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
    draw::Rect m_free; // of the picture, for the store
    std::unique_ptr<GlyphStore> m_store;
    std::vector<std::string> m_warnings;
};

} // namespace warpstage::stage
