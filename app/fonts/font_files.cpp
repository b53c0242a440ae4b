#include "app/fonts/font_files.h"

#include "core/base/process/programs.h"
#include "core/base/text.h"
#include "core/base/user_folders.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <memory>
#include <system_error>

namespace warpstage::fonts {

namespace fs = std::filesystem;

namespace {

struct Wish {
    const char* family;
    int weight;
    const char* file; // file name of the program's own font, without extension
    const char* substitute;
    const char* package;
};

// By draw::Face.
constexpr std::array<Wish, kFaces> kWishes { {
    { "Inter", FC_WEIGHT_REGULAR, "Inter-Regular", "DejaVu Sans", "fonts-inter" },
    { "Inter", FC_WEIGHT_DEMIBOLD, "Inter-SemiBold", "DejaVu Sans", "fonts-inter" },
    { "JetBrains Mono", FC_WEIGHT_REGULAR, "JetBrainsMono-Regular", "DejaVu Sans Mono", "fonts-jetbrains-mono" },
} };

// DejaVu Sans is wider than Inter by this factor; the widths of DejaVu Sans Mono and JetBrains Mono are nearly equal.
constexpr float kSubstituteSize = 0.88F;

struct PatternDeleter {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;
struct CharSetDeleter {
    void operator()(FcCharSet* set) const { FcCharSetDestroy(set); }
};
using CharSet = std::unique_ptr<FcCharSet, CharSetDeleter>;

const FcChar8* fc_string(const char* text)
{
    // fontconfig uses unsigned characters for UTF-8.
    return reinterpret_cast<const FcChar8*>(text);
}

std::string std_string(const FcChar8* text)
{
    return reinterpret_cast<const char*>(text);
}

Pattern wish_of(const char* family, int weight)
{
    Pattern wish(FcPatternCreate());
    FcPatternAddString(wish.get(), FC_FAMILY, fc_string(family));
    FcPatternAddInteger(wish.get(), FC_WEIGHT, weight);
    FcPatternAddInteger(wish.get(), FC_SLANT, FC_SLANT_ROMAN);
    // An instance of a variable font is a file plus axes, which the rasterizer does not support.
    FcPatternAddBool(wish.get(), FC_VARIABLE, FcFalse);
    return wish;
}

Pattern match_of(const Pattern& wish)
{
    FcConfigSubstitute(nullptr, wish.get(), FcMatchPattern);
    FcDefaultSubstitute(wish.get());
    FcResult result = FcResultNoMatch;
    return Pattern(FcFontMatch(nullptr, wish.get(), &result));
}

std::optional<FontFile> file_of(const Pattern& match)
{
    FcChar8* text = nullptr;
    if (FcPatternGetString(match.get(), FC_FILE, 0, &text) != FcResultMatch)
        return std::nullopt;
    FontFile file;
    file.path = std_string(text);
    if (FcPatternGetString(match.get(), FC_FAMILY, 0, &text) == FcResultMatch)
        file.family = std_string(text);
    FcPatternGetInteger(match.get(), FC_INDEX, 0, &file.index);
    file.index &= 0xffff; // the upper half is the instance of a variable font
    return file;
}

// fontconfig always returns a font; the result is empty unless it is of the requested family.
std::optional<FontFile> find_file(const char* family, int weight)
{
    const Pattern match = match_of(wish_of(family, weight));
    if (match == nullptr)
        return std::nullopt;
    bool same_family = false;
    FcChar8* text = nullptr;
    for (int i = 0; FcPatternGetString(match.get(), FC_FAMILY, i, &text) == FcResultMatch; ++i)
        same_family = same_family || std_string(text) == family;
    auto file = same_family ? file_of(match) : std::nullopt;
    if (file)
        file->family = family;
    return file;
}

std::optional<FontFile> shipped_file(const fs::path& folder, const Wish& wish)
{
    std::error_code ignored;
    for (const char* ending : { ".otf", ".ttf" })
        if (const fs::path path = folder / (std::string(wish.file) + ending); fs::is_regular_file(path, ignored))
            return FontFile { path, 0, wish.family };
    return std::nullopt;
}

constexpr std::string_view kCjk = "Chinese, Japanese and Korean";

// The first row that contains a character is its script.
constexpr std::array kScripts {
    Script { "Latin", 0x20, 0x36f, "fonts-dejavu-core", 0x10d },
    Script { "Greek", 0x370, 0x3ff, "fonts-dejavu-core", 0x3bb },
    Script { "Cyrillic", 0x400, 0x52f, "fonts-dejavu-core", 0x436 },
    Script { kCjk, 0x1100, 0x11ff, "fonts-noto-cjk", 0 },
    Script { "Latin", 0x1e00, 0x1eff, "fonts-dejavu-core", 0 },
    Script { "Greek", 0x1f00, 0x1fff, "fonts-dejavu-core", 0 },
    Script { kCjk, 0x2e80, 0x303f, "fonts-noto-cjk", 0 },
    Script { kCjk, 0x3040, 0x30ff, "fonts-noto-cjk", 0x3042 },
    Script { kCjk, 0x3130, 0x318f, "fonts-noto-cjk", 0 },
    Script { kCjk, 0x3190, 0x9fff, "fonts-noto-cjk", 0x4e2d },
    Script { kCjk, 0xac00, 0xd7ff, "fonts-noto-cjk", 0xd55c },
    Script { kCjk, 0xf900, 0xfaff, "fonts-noto-cjk", 0 },
    Script { kCjk, 0xfe30, 0xffef, "fonts-noto-cjk", 0 },
    Script { kCjk, 0x20000, 0x3ffff, "fonts-noto-cjk-extra", 0 },
    Script { "symbol", 0x2000, 0x2bff, "fonts-symbola", 0 },
    Script { "emoji", 0x1f000, 0x1ffff, "fonts-symbola", 0 },
    Script { "", 0, 0x10ffff, "fonts-noto-core", 0 },
};

} // namespace

fs::path shipped_folder()
{
    std::vector<fs::path> places;
    if (const auto named = environment("WARPSTAGE_ASSETS"))
        places.emplace_back(*named);
    for (auto& place : asset_folders())
        places.push_back(std::move(place));
    for (const fs::path& place : places)
        if (shipped_file(place / "fonts", kWishes.front()))
            return place / "fonts";
    return {};
}

FontFiles find_fonts(const fs::path& folder)
{
    FontFiles files;
    for (std::size_t i = 0; i < kFaces; ++i) {
        const Wish& wish = kWishes.at(i);
        std::optional<FontFile>& face = files.faces.at(i);
        if (!folder.empty())
            face = shipped_file(folder, wish);
        if (!face)
            face = find_file(wish.family, wish.weight);
        if (face)
            continue;
        face = find_file(wish.substitute, wish.weight);
        if (face && static_cast<draw::Face>(i) != draw::Face::mono)
            face->size = kSubstituteSize;
        const std::string instead = face ? wish.substitute : "a built-in font";
        std::string sentence = "The font " + std::string(wish.family) + " is not installed; " + instead
            + " is used instead. Install the package " + wish.package + ".";
        if (files.warnings.empty() || files.warnings.back() != sentence)
            files.warnings.push_back(std::move(sentence));
    }
    return files;
}

struct OtherFonts::Known {
    FontFile file;
    CharSet characters;
};

OtherFonts::OtherFonts() = default;
OtherFonts::~OtherFonts() = default;

const FontFile* OtherFonts::find(draw::Face face, char32_t character)
{
    const auto [entry, added] = m_found.try_emplace({ face, character });
    std::optional<FontFile>& found = entry->second;
    if (!added)
        return found ? &*found : nullptr;
    // A font that has one character of a script has nearly all of them; a query to fontconfig takes a noticeable part of a
    // frame's time.
    const auto known = m_known.find({ face, script_of(character).name });
    if (known != m_known.end() && FcCharSetHasChar(known->second.characters.get(), character) == FcTrue)
        return &found.emplace(known->second.file);
    const Pattern wish = wish_of(face == draw::Face::mono ? "monospace" : "sans-serif",
        face == draw::Face::semibold ? FC_WEIGHT_DEMIBOLD : FC_WEIGHT_REGULAR);
    const CharSet wanted(FcCharSetCreate());
    FcCharSetAddChar(wanted.get(), character);
    FcPatternAddCharSet(wish.get(), FC_CHARSET, wanted.get());
    FcPatternAddBool(wish.get(), FC_SCALABLE, FcTrue);
    FcPatternAddBool(wish.get(), FC_COLOR, FcFalse);
    const Pattern match = match_of(wish);
    if (match == nullptr)
        return nullptr;
    FcCharSet* has = nullptr;
    FcBool scalable = FcFalse;
    const bool covers = FcPatternGetCharSet(match.get(), FC_CHARSET, 0, &has) == FcResultMatch
        && FcCharSetHasChar(has, character) == FcTrue && FcPatternGetBool(match.get(), FC_SCALABLE, 0, &scalable) == FcResultMatch
        && scalable == FcTrue;
    if (covers)
        found = file_of(match);
    if (found)
        m_known.insert_or_assign({ face, script_of(character).name }, Known { *found, CharSet(FcCharSetCopy(has)) });
    return found ? &*found : nullptr;
}

std::span<const Script> scripts()
{
    return kScripts;
}

const Script& script_of(char32_t character)
{
    return *std::ranges::find_if(
        kScripts, [&](const Script& script) { return character >= script.first && character <= script.last; });
}

std::string missing_sentence(const Script& script)
{
    return "No installed font has " + (script.name.empty() ? "some" : "the " + std::string(script.name))
        + " characters of the displayed text. Install the package " + std::string(script.package) + ".";
}

} // namespace warpstage::fonts
