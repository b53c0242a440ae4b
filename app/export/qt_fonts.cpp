#include "app/export/qt_fonts.h"

#include "app/draw/text_layout.h"
#include "core/base/verify.h"

#include <QFont>
#include <QList>
#include <QPointF>

namespace warpstage::exporter {

namespace {

QRawFont open(const char* family, QFont::Weight weight, float size)
{
    QFont font(QString::fromLatin1(family));
    font.setPixelSize(1); // set below, where it need not be whole
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::NoFontMerging);
    QRawFont raw = QRawFont::fromFont(font);
    raw.setPixelSize(static_cast<qreal>(size));
    return raw;
}

std::vector<QRawFont> choices(draw::Face face, float size)
{
    constexpr const char* kSubstitute = "DejaVu Sans";
    switch (face) {
    case draw::Face::regular:
        return { open("Inter", QFont::Normal, size), open(kSubstitute, QFont::Normal, size) };
    case draw::Face::semibold:
        return { open("Inter", QFont::DemiBold, size), open(kSubstitute, QFont::Bold, size) };
    case draw::Face::mono:
        return { open("JetBrains Mono", QFont::Normal, size), open("DejaVu Sans Mono", QFont::Normal, size),
            open("Inter", QFont::Normal, size), open(kSubstitute, QFont::Normal, size) };
    }
    VERIFY_NOT_REACHED();
}

} // namespace

QtFonts::Font& QtFonts::font_of(draw::Face face, float size)
{
    Font& font = m_fonts[{ face, size }];
    if (font.choices.empty())
        font.choices = choices(face, size);
    return font;
}

const QtFonts::Glyph& QtFonts::glyph_of(Font& font, char32_t character)
{
    const auto known = font.glyphs.find(character);
    if (known != font.glyphs.end())
        return known->second;
    const QRawFont* chosen = &font.choices.front();
    char32_t shown = U'?';
    for (const QRawFont& choice : font.choices) {
        if (choice.supportsCharacter(static_cast<uint>(character))) {
            chosen = &choice;
            shown = character;
            break;
        }
    }
    Glyph glyph { chosen, 0, 0.0F };
    const QList<quint32> indices = chosen->glyphIndexesForString(QString::fromUcs4(&shown, 1));
    if (!indices.empty()) {
        glyph.index = indices.front();
        glyph.advance = static_cast<float>(chosen->advancesForGlyphIndexes(indices, QRawFont::UseDesignMetrics).front().x());
    }
    return font.glyphs.emplace(character, glyph).first->second;
}

ShapedText QtFonts::shape(const draw::Text& text)
{
    Font& font = font_of(text.face, text.size);
    const draw::TextLayout layout =
        draw::lay_out(text.text, text.max_width, [&](char32_t character) { return glyph_of(font, character).advance; });

    ShapedText shaped { {}, layout.width };
    const QRawFont* current = nullptr;
    QList<quint32> indices;
    QList<QPointF> positions;
    const auto finish_run = [&] {
        if (indices.empty())
            return;
        QGlyphRun run;
        run.setRawFont(*current);
        run.setGlyphIndexes(indices);
        run.setPositions(positions);
        shaped.runs.push_back(run);
        indices.clear();
        positions.clear();
    };
    float pen = 0.0F;
    for (const char32_t character : layout.characters) {
        const Glyph& glyph = glyph_of(font, character);
        if (glyph.font != current)
            finish_run();
        current = glyph.font;
        indices.push_back(glyph.index);
        positions.push_back({ static_cast<qreal>(pen), 0.0 });
        pen += glyph.advance;
    }
    finish_run();
    return shaped;
}

} // namespace warpstage::exporter
