// Glyphs that the atlas was not made with, one at a time when a text wants them: the faces' other characters, and those of other
// fonts that have the character. They lie in a part of the atlas's picture that is kept free for them.
#pragma once

#include "app/fonts/font_files.h"
#include "app/stage/gl/objects.h"
#include "app/stage/standard.h"

namespace warpstage::stage {

// Where a glyph may begin: where it is as crisp as it was made, or anywhere, if it is enlarged.
enum class Grid : std::uint8_t { thirds, pixels, none };

// In pixels, from the pen on the baseline, y downwards.
struct StoredGlyph {
    float x0 = 0.0F, y0 = 0.0F, x1 = 0.0F, y1 = 0.0F;
    float u0 = 0.0F, v0 = 0.0F, u1 = 0.0F, v1 = 0.0F;
    float advance = 0.0F;
    Grid grid = Grid::thirds;
    bool visible = false;
};

// New in the picture since they were last taken.
struct GlyphPatch {
    int x = 0;
    int y = 0;
    gl::PixelSize size;
    std::vector<std::uint8_t> pixels;
};

class GlyphStore {
public:
    // `free`: the part of the picture, which is `picture` large, that nothing else uses.
    GlyphStore(const fonts::FontFiles& files, draw::Rect free, gl::PixelSize picture);
    GlyphStore(const GlyphStore&) = delete;
    GlyphStore& operator=(const GlyphStore&) = delete;
    ~GlyphStore();

    // An empty box where no font has the character.
    [[nodiscard]] const StoredGlyph& glyph(draw::Face face, float size, char32_t character);
    [[nodiscard]] std::vector<GlyphPatch> take_patches() { return std::exchange(m_patches, {}); }
    // Characters that no font has.
    [[nodiscard]] const std::set<char32_t>& missing() const { return m_missing; }
    // Whether a glyph had no room, and shows as an empty box.
    [[nodiscard]] bool full() const { return m_full; }

private:
    struct Library; // FreeType's

    [[nodiscard]] StoredGlyph made(draw::Face face, float size, char32_t character);
    [[nodiscard]] StoredGlyph box(float size, float advance);
    // Places it in the picture; false where there is no room.
    bool store(StoredGlyph& glyph, GlyphPatch patch);

    fonts::FontFiles m_files;
    fonts::OtherFonts m_others;
    std::unique_ptr<Library> m_library;
    draw::Rect m_free;
    gl::PixelSize m_picture;
    int m_x = 0; // where the next glyph goes
    int m_y = 0;
    int m_row = 0; // height of this row of glyphs
    bool m_full = false;
    std::map<std::tuple<draw::Face, float, char32_t>, StoredGlyph> m_glyphs;
    std::vector<GlyphPatch> m_patches;
    std::set<char32_t> m_missing;
};

} // namespace warpstage::stage
