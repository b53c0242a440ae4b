// All glyphs of the needed faces and sizes in one picture, made once at the start by Dear ImGui's rasteriser.
#pragma once

#include "app/stage/standard.h"

struct ImFont;
struct ImFontAtlas;
struct ImFontGlyph;

namespace warpstage::stage {

// Where the three faces are on this machine: asked from fontconfig.
inline constexpr std::size_t kFaces = 3;

struct FontFile {
    std::filesystem::path path;
    int index = 0; // in a collection
    std::string family;
};

struct FontFiles {
    std::array<std::optional<FontFile>, kFaces> faces; // by draw::Face; nothing: the painter's own built-in font
    std::vector<std::string> warnings; // a sentence for each face that had to be replaced
};

[[nodiscard]] FontFiles find_fonts();

enum class Glyphs : std::uint8_t { all, latin }; // the latter where a size is too large to make every one

struct FontSize {
    draw::Face face = draw::Face::regular;
    float size = 18.0F; // of the em square, in pixels
    Glyphs glyphs = Glyphs::all;

    bool operator==(const FontSize&) const = default;
};

// A face at a size: a font of the atlas and how much to enlarge it.
struct ScaledFont {
    ImFont* font = nullptr;
    float scale = 1.0F; // 1 where the size is one of the atlas

    // Null for a space and for what the face does not have.
    [[nodiscard]] const ImFontGlyph* glyph(char32_t character) const;
    [[nodiscard]] float advance(char32_t character) const;
    [[nodiscard]] bool has(char32_t character) const;
};

class FontAtlas {
public:
    // Works on the current ImGui context's atlas. Faces that cannot be read are replaced and listed in warnings().
    FontAtlas(ImFontAtlas& atlas, const FontFiles& files, std::span<const FontSize> sizes);

    // The nearest of the sizes, enlarged or reduced where it is not the very same.
    [[nodiscard]] ScaledFont at(draw::Face face, float size) const;
    [[nodiscard]] const std::vector<std::string>& warnings() const { return m_warnings; }

private:
    struct Entry {
        FontSize size;
        ImFont* font = nullptr;
    };
    std::vector<Entry> m_entries;
    std::vector<std::string> m_warnings;
};

} // namespace warpstage::stage
