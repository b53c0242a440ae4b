// The figures' faces as fonts of Qt, and texts as glyphs at the positions that the figures assume: no ligatures, no kerning, no
// hinting. fontconfig finds the files.
#pragma once

#include "app/draw/draw_list.h"

#include <QGlyphRun>
#include <QRawFont>
#include <map>
#include <utility>
#include <vector>

namespace warpstage::exporter {

struct ShapedText {
    std::vector<QGlyphRun> runs; // positions are relative to the left end of the baseline
    float width = 0.0F;
};

class QtFonts {
public:
    // Shortened to its max_width. A character that no font has is shown as '?'.
    [[nodiscard]] ShapedText shape(const draw::Text& text);

private:
    struct Glyph {
        const QRawFont* font = nullptr;
        quint32 index = 0;
        float advance = 0.0F;
    };
    struct Font {
        std::vector<QRawFont> choices; // the face itself, then what may stand in for a character
        std::map<char32_t, Glyph> glyphs;
    };

    [[nodiscard]] Font& font_of(draw::Face face, float size);
    [[nodiscard]] static const Glyph& glyph_of(Font& font, char32_t character);

    std::map<std::pair<draw::Face, float>, Font> m_fonts;
};

} // namespace warpstage::exporter
