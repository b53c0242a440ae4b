// The figures' faces as Qt fonts, and texts as glyphs at the estimated positions: no ligatures, no kerning, no hinting. app/fonts
// finds the files.
#pragma once

#include "app/fonts/font_files.h"

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
    // Requires the QtApplication. Registers the fonts that are installed with the program.
    QtFonts();

    // Shortened to its max_width. A character that no font has is shown as a box.
    [[nodiscard]] ShapedText shape(const draw::Text& text);

private:
    struct Glyph {
        const QRawFont* font = nullptr;
        quint32 index = 0;
        float advance = 0.0F;
        float shift = 0.0F; // to the right
    };
    struct Font {
        draw::Face face = draw::Face::regular;
        float size = 0.0F;
        QRawFont own;
        std::map<std::filesystem::path, QRawFont> others; // fonts for characters that the face lacks
        std::map<char32_t, Glyph> glyphs;
    };

    [[nodiscard]] Font& font_of(draw::Face face, float size);
    [[nodiscard]] const Glyph& glyph_of(Font& font, char32_t character);
    [[nodiscard]] const QRawFont* other_with(Font& font, char32_t character);

    fonts::OtherFonts m_others;

    std::map<std::pair<draw::Face, float>, Font> m_fonts;
};

} // namespace warpstage::exporter
