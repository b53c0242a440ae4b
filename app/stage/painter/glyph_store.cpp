#include "app/stage/painter/glyph_store.h"

#include "app/draw/text_metrics.h"

#include <ft2build.h>
#include FT_FREETYPE_H

namespace warpstage::stage {

namespace {

constexpr int kGlyphSamples = 3; // samples per pixel, as in the atlas: text starts on thirds of a pixel
constexpr int kPadding = 2;
constexpr int kUnit = 64; // FreeType's units: 1/64 pixel

// Each sample becomes the mean over one pixel around it; the glyph gets one more sample on each side.
std::vector<std::uint8_t> smoothed(const FT_Bitmap& bitmap, int width)
{
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * bitmap.rows);
    for (unsigned row = 0; row < bitmap.rows; ++row) {
        const std::uint8_t* from = bitmap.buffer + static_cast<std::ptrdiff_t>(row) * bitmap.pitch;
        const auto at = [&](int x) -> unsigned {
            return x >= 0 && x < static_cast<int>(bitmap.width) ? from[x] : 0U;
        };
        for (int x = 0; x < width; ++x)
            pixels[row * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
                static_cast<std::uint8_t>((at(x - 2) + at(x - 1) + at(x)) / kGlyphSamples);
    }
    return pixels;
}

} // namespace

struct GlyphStore::Library {
    FT_Library library = nullptr;
    std::map<std::pair<std::filesystem::path, int>, FT_Face> faces; // null: the file cannot be read

    Library() { FT_Init_FreeType(&library); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    ~Library() { FT_Done_FreeType(library); } // and its faces

    // Null: the file cannot be read, is not an outline font, or lacks the character.
    FT_Face with(const fonts::FontFile* file, char32_t character)
    {
        if (file == nullptr || library == nullptr)
            return nullptr;
        const auto [entry, added] = faces.try_emplace({ file->path, file->index }, nullptr);
        if (added && FT_New_Face(library, file->path.c_str(), file->index, &entry->second) != 0)
            entry->second = nullptr;
        FT_Face face = entry->second;
        return face != nullptr && FT_IS_SCALABLE(face) && FT_Get_Char_Index(face, character) != 0 ? face : nullptr;
    }
};

GlyphStore::GlyphStore(const fonts::FontFiles& files, draw::Rect free, gl::PixelSize picture)
    : m_files(files)
    , m_library(std::make_unique<Library>())
    , m_free(free)
    , m_picture(picture)
{
}

GlyphStore::~GlyphStore() = default;

const StoredGlyph& GlyphStore::glyph(draw::Face face, float size, char32_t character)
{
    const auto [entry, added] = m_glyphs.try_emplace({ face, size, character });
    if (added)
        entry->second = made(face, size, character);
    return entry->second;
}

StoredGlyph GlyphStore::made(draw::Face face, float size, char32_t character)
{
    const auto& own = m_files.faces.at(static_cast<std::size_t>(face));
    const fonts::FontFile* file = own ? &*own : nullptr;
    FT_Face font = m_library->with(file, character);
    if (font == nullptr) {
        file = m_others.find(face, character);
        font = m_library->with(file, character);
    }
    const float usual = draw::glyph_width(character, face, size);
    if (font == nullptr) {
        m_missing.insert(character);
        return box(size, usual);
    }
    const bool wide = draw::is_wide(character);
    const int samples = wide ? 1 : kGlyphSamples;
    constexpr FT_UInt kPointsPerInch = 72;
    const auto height = static_cast<FT_F26Dot6>(std::lround(size * file->size * kUnit));
    FT_Set_Char_Size(font, 0, height, kPointsPerInch * static_cast<FT_UInt>(samples), kPointsPerInch);
    if (FT_Load_Char(font, character, FT_LOAD_RENDER | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0)
        return box(size, usual);
    const FT_GlyphSlot slot = font->glyph;
    StoredGlyph glyph;
    glyph.grid = wide ? Grid::pixels : Grid::thirds;
    glyph.advance = static_cast<float>(slot->linearHoriAdvance) / 65536.0F / static_cast<float>(samples);
    const FT_Bitmap& bitmap = slot->bitmap;
    // In code a character takes one or two columns.
    const float shift = face == draw::Face::mono && wide ? std::round((usual - glyph.advance) / 2) : 0.0F;
    if (face == draw::Face::mono)
        glyph.advance = usual;
    if (bitmap.width == 0 || bitmap.rows == 0 || bitmap.pixel_mode != FT_PIXEL_MODE_GRAY)
        return glyph;
    GlyphPatch patch;
    patch.size = { static_cast<int>(bitmap.width) + (wide ? 0 : 2), static_cast<int>(bitmap.rows) };
    if (wide) {
        for (unsigned row = 0; row < bitmap.rows; ++row) {
            const std::uint8_t* from = bitmap.buffer + static_cast<std::ptrdiff_t>(row) * bitmap.pitch;
            patch.pixels.insert(patch.pixels.end(), from, from + bitmap.width);
        }
    } else {
        patch.pixels = smoothed(bitmap, patch.size.width);
    }
    const float left = static_cast<float>(slot->bitmap_left - (wide ? 0 : 1)) / static_cast<float>(samples) + shift;
    glyph.x0 = left;
    glyph.x1 = left + static_cast<float>(patch.size.width) / static_cast<float>(samples);
    glyph.y0 = -static_cast<float>(slot->bitmap_top);
    glyph.y1 = glyph.y0 + static_cast<float>(patch.size.height);
    if (store(glyph, std::move(patch)))
        return glyph;
    return box(size, usual);
}

// An empty box as wide as a letter. Invisible if there is no room.
StoredGlyph GlyphStore::box(float size, float advance)
{
    StoredGlyph glyph;
    glyph.advance = advance;
    glyph.grid = Grid::pixels;
    const int width = std::max(static_cast<int>(0.8F * advance), 4);
    const int height = std::max(static_cast<int>(draw::kCapitalHeight * size), 6);
    const int stroke = std::max(static_cast<int>(size / 14.0F), 1);
    GlyphPatch patch;
    patch.size = { width, height };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            patch.pixels.push_back(std::min({ x, y, width - 1 - x, height - 1 - y }) < stroke ? 255 : 0);
    glyph.x0 = std::floor((advance - static_cast<float>(width)) / 2);
    glyph.x1 = glyph.x0 + static_cast<float>(width);
    glyph.y0 = -static_cast<float>(height);
    store(glyph, std::move(patch));
    return glyph;
}

bool GlyphStore::store(StoredGlyph& glyph, GlyphPatch patch)
{
    const auto [width, height] = patch.size;
    if (m_x + width + kPadding > static_cast<int>(m_free.width)) {
        m_x = 0;
        m_y += m_row + kPadding;
        m_row = 0;
    }
    if (width > static_cast<int>(m_free.width) || m_y + height > static_cast<int>(m_free.height)) {
        m_full = true;
        return false;
    }
    patch.x = static_cast<int>(m_free.x) + m_x;
    patch.y = static_cast<int>(m_free.y) + m_y;
    m_x += width + kPadding;
    m_row = std::max(m_row, height);
    const auto across = static_cast<float>(m_picture.width);
    const auto down = static_cast<float>(m_picture.height);
    glyph.u0 = static_cast<float>(patch.x) / across;
    glyph.u1 = static_cast<float>(patch.x + width) / across;
    glyph.v0 = static_cast<float>(patch.y) / down;
    glyph.v1 = static_cast<float>(patch.y + height) / down;
    glyph.visible = true;
    m_patches.push_back(std::move(patch));
    return true;
}

} // namespace warpstage::stage
