#include "app/stage/painter/font_atlas.h"

#include "core/base/verify.h"
#include "core/base/whole_file.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H
#include <imgui.h>

namespace warpstage::stage {

namespace {

// The line height of a font (ascent and descent of its hhea table) in units of its em square: 1.21 for Inter. Nothing if the file
// is not a TrueType or OpenType font.
std::optional<float> line_height_in_ems(const std::vector<char>& font, int index)
{
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    std::optional<float> height;
    if (FT_Init_FreeType(&library) != 0)
        return height;
    const auto* const bytes = reinterpret_cast<const FT_Byte*>(font.data());
    if (FT_New_Memory_Face(library, bytes, static_cast<FT_Long>(font.size()), index, &face) == 0) {
        const auto* const line = static_cast<const TT_HoriHeader*>(FT_Get_Sfnt_Table(face, FT_SFNT_HHEA));
        if (line != nullptr && line->Ascender > line->Descender && face->units_per_EM > 0)
            height = static_cast<float>(line->Ascender - line->Descender) / static_cast<float>(face->units_per_EM);
    }
    FT_Done_FreeType(library); // and its faces
    return height;
}

// Size of the part of the atlas for other characters: about a thousand of them at small text sizes.
constexpr int kFreeSide = 1024;
constexpr float kLargeText = 36.0F;

// The characters of labels, lessons and kernels. Pairs of first and last, terminated by 0.
constexpr std::array<ImWchar, 41> kCharacters { 0x0020, 0x007e, // Basic Latin
    0x00a0, 0x00ff, // Latin-1: µ · × ² ³ and the umlauts of a lecturer's name
    0x0391, 0x03a1, 0x03a3, 0x03a9, 0x03b1, 0x03c9, // Greek
    0x2009, 0x200a, // thin and hair space
    0x2010, 0x2014, // hyphens and dashes
    0x2018, 0x201e, // quotation marks
    0x2022, 0x2022, // •
    0x2026, 0x2026, // …
    0x202f, 0x202f, // narrow no-break space
    0x2030, 0x2030, // ‰
    0x2070, 0x2079, // superscripts
    0x2080, 0x2089, // subscripts
    0x2190, 0x2193, // ← ↑ → ↓
    0x2205, 0x2208, // ∅ ∈
    0x2211, 0x2212, // ∑ −
    0x221a, 0x221e, // √ ∞
    0x2248, 0x2248, // ≈
    0x2260, 0x2265, // ≠ ≤ ≥
    0 };

constexpr std::array<ImWchar, 13> kLatin { 0x0020, 0x007e, // Basic Latin
    0x00b5, 0x00b7, 0x00d7, 0x00d7, // µ · ×
    0x2009, 0x200a, // thin and hair space
    0x2010, 0x2014, // hyphens and dashes
    0x202f, 0x202f, // narrow no-break space
    0 };

// Three samples per pixel, and text starts on thirds of a pixel (see painter.cpp): each glyph is then aligned to samples and
// stays sharp at any position, which keeps the spacing of small sizes even.
constexpr int kSamples = 3;

struct Source {
    std::vector<char> bytes; // empty: the built-in font
    int index = 0;
    float line_height = 1.0F; // in ems
    float size = 1.0F; // see fonts::FontFile
};

Source read_source(const std::optional<fonts::FontFile>& file, std::vector<std::string>& warnings)
{
    if (!file)
        return {};
    constexpr std::uint64_t kMaxFontBytes = 128 << 20; // collections of Chinese, Japanese and Korean have 20 MB and more
    const auto bytes = read_whole_file(file->path, kMaxFontBytes);
    Source source { bytes ? std::vector<char>(bytes->begin(), bytes->end()) : std::vector<char> {}, file->index };
    const auto line_height = line_height_in_ems(source.bytes, source.index);
    if (!line_height) {
        warnings.push_back(trf("Cannot read the font file `{}`. A built-in font replaces it.", file->path.string()));
        return {};
    }
    source.line_height = *line_height;
    source.size = file->size;
    return source;
}

bool is_space(char32_t character)
{
    return character == ' ' || character == 0xa0 || character == 0x2009 || character == 0x200a || character == 0x202f;
}

const ImFontGlyph* find(const ImFont& font, char32_t character)
{
    return character <= 0xffff ? font.FindGlyphNoFallback(static_cast<ImWchar>(character)) : nullptr;
}

} // namespace

bool ScaledFont::has(char32_t character) const
{
    return is_space(character) || find(*font, character) != nullptr
        || (others->glyph(face, size, character).visible && !others->missing().contains(character));
}

StoredGlyph ScaledFont::glyph(char32_t character) const
{
    const ImFontGlyph* found = find(*font, character);
    if (found == nullptr)
        return is_space(character) ? StoredGlyph {} : others->glyph(face, size, character);
    // The atlas counts from the top of the line.
    const float baseline = std::round(font->Ascent);
    return { found->X0 * scale, (found->Y0 - baseline) * scale, found->X1 * scale, (found->Y1 - baseline) * scale, found->U0,
        found->V0, found->U1, found->V1, found->AdvanceX * scale, scale == 1.0F ? Grid::thirds : Grid::none,
        found->Visible != 0 };
}

float ScaledFont::advance(char32_t character) const
{
    if (const ImFontGlyph* found = find(*font, character))
        return found->AdvanceX * scale;
    // A font without a narrow space: one fifth of an em, as is usual in typesetting.
    if (is_space(character))
        return font->FontSize * scale * 0.2F;
    return others->glyph(face, size, character).advance;
}

FontAtlas::FontAtlas(ImFontAtlas& atlas, const FontFiles& files, std::span<const FontSize> sizes)
    : m_files(files)
    , m_warnings(files.warnings)
{
    VERIFY(!sizes.empty());
    atlas.Clear();
    atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
    atlas.TexGlyphPadding = 2; // so that filtering never reads a neighboring glyph
    std::array<Source, kFaces> sources;
    for (std::size_t i = 0; i < kFaces; ++i)
        sources.at(i) = read_source(files.faces.at(i), m_warnings);

    for (const FontSize& size : sizes) {
        Source& source = sources.at(static_cast<std::size_t>(size.face));
        ImFontConfig config;
        config.OversampleH = kSamples;
        config.OversampleV = 1;
        config.GlyphRanges = size.glyphs == Glyphs::latin ? kLatin.data() : kCharacters.data();
        if (source.bytes.empty()) {
            // The built-in font is a bitmap font of 13 pixels; other sizes are scaled.
            config.SizePixels = 13.0F;
            config.OversampleH = 1;
            m_entries.push_back({ { size.face, 13.0F }, atlas.AddFontDefault(&config) });
            continue;
        }
        config.FontDataOwnedByAtlas = false;
        config.FontNo = source.index;
        // ImGui's size is from the highest ascender to the lowest descender, a draw list's size is the em.
        ImFont* font = atlas.AddFontFromMemoryTTF(
            source.bytes.data(), static_cast<int>(source.bytes.size()), size.size * source.size * source.line_height, &config);
        m_entries.push_back({ size, font });
    }
    const auto largest = std::ranges::max(sizes, {}, &FontSize::size).size;
    const int side = largest > kLargeText ? 2 * kFreeSide : kFreeSide;
    atlas.TexDesiredWidth = 2 * side;
    const int free = atlas.AddCustomRectRegular(side, side);
    VERIFY(atlas.Build());
    const ImFontAtlasCustomRect& place = *atlas.GetCustomRectByIndex(free);
    VERIFY(place.IsPacked());
    m_free = { static_cast<float>(place.X), static_cast<float>(place.Y), static_cast<float>(side), static_cast<float>(side) };
    // The atlas points into `sources`, which are no longer needed once its image is built.
    atlas.ClearInputData();
}

void FontAtlas::open_store(gl::PixelSize picture)
{
    m_store = std::make_unique<GlyphStore>(m_files, m_free, picture);
}

ScaledFont FontAtlas::at(draw::Face face, float size) const
{
    const Entry* best = nullptr;
    for (const Entry& entry : m_entries) {
        if (entry.size.face != face)
            continue;
        // Scaling down loses less quality than scaling up.
        const auto loss = [&](const Entry& e) {
            return e.size.size >= size ? e.size.size - size : 4 * (size - e.size.size);
        };
        if (best == nullptr || loss(entry) < loss(*best))
            best = &entry;
    }
    VERIFY(best != nullptr);
    return { best->font, size / best->size.size, m_store.get(), face, size };
}

} // namespace warpstage::stage
