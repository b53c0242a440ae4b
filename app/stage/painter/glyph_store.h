// Glyphs that are not in the atlas from the start, created when a text needs them: other characters of the faces, and characters
// of fallback fonts. They are stored in a part of the atlas's image that is reserved for them.
#pragma once

#include "app/fonts/font_files.h"
#include "app/stage/gl/objects.h"
#include "app/stage/standard.h"

namespace warpstage::stage {

// The positions at which a glyph may begin: aligned to its samples, or anywhere if it is scaled.
enum class Grid : std::uint8_t { thirds, pixels, none };

// In pixels relative to the pen on the baseline, y downward.
struct StoredGlyph {
    float x0 = 0.0F, y0 = 0.0F, x1 = 0.0F, y1 = 0.0F;
    float u0 = 0.0F, v0 = 0.0F, u1 = 0.0F, v1 = 0.0F;
    float advance = 0.0F;
    Grid grid = Grid::thirds;
    bool visible = false;
};

// Changes of the image since the last take_patches().
struct GlyphPatch {
    int x = 0;
    int y = 0;
    gl::PixelSize size;
    std::vector<std::uint8_t> pixels;
};

class GlyphStore {
public:
    // `free`: the reserved part of the image; `picture`: size of the image.
    GlyphStore(const fonts::FontFiles& files, draw::Rect free, gl::PixelSize picture);
    GlyphStore(const GlyphStore&) = delete;
    GlyphStore& operator=(const GlyphStore&) = delete;
    ~GlyphStore();

    // An empty box if no font has the character.
    [[nodiscard]] const StoredGlyph& glyph(draw::Face face, float size, char32_t character);
    [[nodiscard]] std::vector<GlyphPatch> take_patches() { return std::exchange(m_patches, {}); }
    // Characters that no font has.
    [[nodiscard]] const std::set<char32_t>& missing() const { return m_missing; }
    // Whether a glyph did not fit and is shown as an empty box.
    [[nodiscard]] bool full() const { return m_full; }

private:
    struct Library; // FreeType's

    [[nodiscard]] StoredGlyph made(draw::Face face, float size, char32_t character);
    [[nodiscard]] StoredGlyph box(float size, float advance);
    // Places the glyph in the image; false: no room.
    bool store(StoredGlyph& glyph, GlyphPatch patch);

    fonts::FontFiles m_files;
    fonts::OtherFonts m_others;
    std::unique_ptr<Library> m_library;
    draw::Rect m_free;
    gl::PixelSize m_picture;
    int m_x = 0; // position of the next glyph
    int m_y = 0;
    int m_row = 0; // height of this row of glyphs
    bool m_full = false;
    std::map<std::tuple<draw::Face, float, char32_t>, StoredGlyph> m_glyphs;
    std::vector<GlyphPatch> m_patches;
    std::set<char32_t> m_missing;
};

} // namespace warpstage::stage
