#include "app/export/qt/qt_fonts.h"

#include "app/draw/text_layout.h"
#include "app/draw/text_metrics.h"
#include "core/base/verify.h"

#include <QFont>
#include <QFontDatabase>
#include <QList>
#include <QPointF>

namespace warpstage::exporter {

namespace {

QRawFont open(const char* family, QFont::Weight weight, float size)
{
    QFont font(QString::fromLatin1(family));
    font.setPixelSize(1); // set below, because it need not be an integer
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::NoFontMerging);
    QRawFont raw = QRawFont::fromFont(font);
    raw.setPixelSize(static_cast<qreal>(size));
    return raw;
}

QRawFont open(draw::Face face, float size)
{
    constexpr const char* kSubstitute = "DejaVu Sans";
    const auto first_of = [&](const char* family, const char* substitute, QFont::Weight weight) {
        return open(QFontDatabase::hasFamily(QString::fromLatin1(family)) ? family : substitute, weight, size);
    };
    switch (face) {
    case draw::Face::regular:
        return first_of("Inter", kSubstitute, QFont::Normal);
    case draw::Face::semibold:
        return first_of("Inter", kSubstitute, QFont::DemiBold);
    case draw::Face::mono:
        return first_of("JetBrains Mono", "DejaVu Sans Mono", QFont::Normal);
    }
    VERIFY_NOT_REACHED();
}

} // namespace

QtFonts::QtFonts()
{
    if (QFontDatabase::hasFamily(QStringLiteral("Inter")) && QFontDatabase::hasFamily(QStringLiteral("JetBrains Mono")))
        return;
    for (const auto& face : fonts::find_fonts().faces)
        if (face)
            QFontDatabase::addApplicationFont(QString::fromStdString(face->path.string()));
}

QtFonts::Font& QtFonts::font_of(draw::Face face, float size)
{
    const auto [entry, added] = m_fonts.try_emplace({ face, size });
    if (added)
        entry->second = { face, size, open(face, size), {}, {} };
    return entry->second;
}

// Null: no installed font has the character.
const QRawFont* QtFonts::other_with(Font& font, char32_t character)
{
    const fonts::FontFile* file = m_others.find(font.face, character);
    if (file == nullptr)
        return nullptr;
    const auto [entry, added] = font.others.try_emplace(file->path);
    if (added) // Qt opens a collection only by the name of a family
        entry->second = file->index == 0
            ? QRawFont(QString::fromStdString(file->path.string()), static_cast<qreal>(font.size), QFont::PreferNoHinting)
            : open(file->family.c_str(), font.face == draw::Face::semibold ? QFont::DemiBold : QFont::Normal, font.size);
    const QRawFont& other = entry->second;
    return other.isValid() && other.supportsCharacter(static_cast<uint>(character)) ? &other : nullptr;
}

const QtFonts::Glyph& QtFonts::glyph_of(Font& font, char32_t character)
{
    const auto [entry, added] = font.glyphs.try_emplace(character);
    if (!added)
        return entry->second;
    constexpr char32_t kBox = 0x25a1;
    const QRawFont* chosen = &font.own;
    char32_t shown = character;
    const auto has = [&](char32_t wanted) {
        return font.own.supportsCharacter(static_cast<uint>(wanted));
    };
    if (!has(character)) {
        chosen = other_with(font, character);
        if (chosen == nullptr) {
            chosen = &font.own;
            shown = has(kBox) ? kBox : U' ';
        }
    }
    Glyph glyph { chosen, 0, 0.0F, 0.0F };
    const QList<quint32> indices = chosen->glyphIndexesForString(QString::fromUcs4(&shown, 1));
    if (!indices.empty()) {
        glyph.index = indices.front();
        glyph.advance = static_cast<float>(chosen->advancesForGlyphIndexes(indices, QRawFont::UseDesignMetrics).front().x());
    }
    if (font.face == draw::Face::mono && chosen != &font.own) { // keeps columns of code aligned
        const float usual = draw::glyph_width(character, font.face, font.size);
        glyph.shift = (usual - glyph.advance) / 2;
        glyph.advance = usual;
    }
    return entry->second = glyph;
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
        positions.push_back({ static_cast<qreal>(pen + glyph.shift), 0.0 });
        pen += glyph.advance;
    }
    finish_run();
    return shaped;
}

} // namespace warpstage::exporter
