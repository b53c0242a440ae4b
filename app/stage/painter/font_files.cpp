#include "app/stage/painter/font_files.h"

#include <fontconfig/fontconfig.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace warpstage::stage {

namespace {

struct Wish {
    const char* family;
    int weight;
    const char* substitute;
    const char* package;
};

// By draw::Face.
constexpr std::array<Wish, kFaces> kWishes { {
    { "Inter", FC_WEIGHT_REGULAR, "DejaVu Sans", "fonts-inter" },
    { "Inter", FC_WEIGHT_DEMIBOLD, "DejaVu Sans", "fonts-inter" },
    { "JetBrains Mono", FC_WEIGHT_REGULAR, "DejaVu Sans Mono", "fonts-jetbrains-mono" },
} };

struct PatternDeleter {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

const FcChar8* fc_string(const char* text)
{
    // fontconfig counts UTF-8 in unsigned characters.
    return reinterpret_cast<const FcChar8*>(text);
}

std::string std_string(const FcChar8* text)
{
    return reinterpret_cast<const char*>(text);
}

// fontconfig always answers with something; nothing here unless it is of the family that was asked for.
std::optional<FontFile> find(const char* family, int weight)
{
    const Pattern wish(FcPatternCreate());
    FcPatternAddString(wish.get(), FC_FAMILY, fc_string(family));
    FcPatternAddInteger(wish.get(), FC_WEIGHT, weight);
    FcPatternAddInteger(wish.get(), FC_SLANT, FC_SLANT_ROMAN);
    // An instance of a variable font is a file plus axes, which the rasteriser does not know.
    FcPatternAddBool(wish.get(), FC_VARIABLE, FcFalse);
    FcConfigSubstitute(nullptr, wish.get(), FcMatchPattern);
    FcDefaultSubstitute(wish.get());
    FcResult result = FcResultNoMatch;
    const Pattern match(FcFontMatch(nullptr, wish.get(), &result));
    if (match == nullptr)
        return std::nullopt;

    bool same_family = false;
    FcChar8* text = nullptr;
    for (int i = 0; FcPatternGetString(match.get(), FC_FAMILY, i, &text) == FcResultMatch; ++i)
        same_family = same_family || std_string(text) == family;
    FontFile file;
    if (!same_family || FcPatternGetString(match.get(), FC_FILE, 0, &text) != FcResultMatch)
        return std::nullopt;
    file.path = std_string(text);
    file.family = family;
    FcPatternGetInteger(match.get(), FC_INDEX, 0, &file.index);
    file.index &= 0xffff; // the upper half names an instance of a variable font
    return file;
}

class Reader { // of big-endian numbers
public:
    explicit Reader(const std::vector<char>& bytes)
        : m_bytes(bytes)
    {
    }

    [[nodiscard]] std::uint32_t u8(std::size_t at) const
    {
        return at < m_bytes.size() ? static_cast<unsigned char>(m_bytes[at]) : 0U;
    }
    [[nodiscard]] std::uint32_t u16(std::size_t at) const { return u8(at) << 8U | u8(at + 1); }
    [[nodiscard]] std::uint32_t u32(std::size_t at) const { return u16(at) << 16U | u16(at + 2); }
    [[nodiscard]] float i16(std::size_t at) const { return static_cast<float>(static_cast<std::int16_t>(u16(at))); }

private:
    const std::vector<char>& m_bytes;
};

constexpr std::uint32_t tag(const char (&name)[5])
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8U | static_cast<unsigned char>(name[i]);
    return value;
}

} // namespace

FontFiles find_fonts()
{
    FontFiles files;
    for (std::size_t i = 0; i < kFaces; ++i) {
        const Wish& wish = kWishes.at(i);
        files.faces.at(i) = find(wish.family, wish.weight);
        if (files.faces.at(i))
            continue;
        files.faces.at(i) = find(wish.substitute, wish.weight);
        const std::string instead = files.faces.at(i) ? wish.substitute : "a built-in font";
        std::string sentence = "The font " + std::string(wish.family) + " is not installed, " + instead
            + " stands in; install the package " + wish.package + ".";
        if (files.warnings.empty() || files.warnings.back() != sentence)
            files.warnings.push_back(std::move(sentence));
    }
    return files;
}

// OpenType specification 1.9: table directory, 'head' (unitsPerEm at 18), 'hhea' (ascender at 4, descender at 6), 'ttcf'.
std::optional<float> line_height_in_ems(const std::vector<char>& font, int index)
{
    const Reader reader(font);
    std::size_t directory = 0;
    if (reader.u32(0) == tag("ttcf"))
        directory = reader.u32(12 + 4 * static_cast<std::size_t>(index));
    std::optional<std::size_t> head;
    std::optional<std::size_t> hhea;
    const std::size_t tables = reader.u16(directory + 4);
    for (std::size_t i = 0; i < tables; ++i) {
        const std::size_t record = directory + 12 + 16 * i;
        if (reader.u32(record) == tag("head"))
            head = reader.u32(record + 8);
        else if (reader.u32(record) == tag("hhea"))
            hhea = reader.u32(record + 8);
    }
    if (!head || !hhea || reader.u16(*head + 18) == 0)
        return std::nullopt;
    const float height = (reader.i16(*hhea + 4) - reader.i16(*hhea + 6)) / static_cast<float>(reader.u16(*head + 18));
    return height > 0.0F ? std::optional(height) : std::nullopt;
}

} // namespace warpstage::stage
