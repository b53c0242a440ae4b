// The font file that contains a character: the faces that are installed with the program, and for all other characters those that
// fontconfig finds. The stage's painter and the exporter both use this, so that they show the same glyphs.
#pragma once

#include "app/draw/draw_list.h"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::fonts {

inline constexpr std::size_t kFaces = 3;

struct FontFile {
    std::filesystem::path path;
    int index = 0; // in a collection
    std::string family;
    float size = 1.0F; // times the requested em square: a wider substitute is scaled down

    bool operator==(const FontFile&) const = default;
};

struct FontFiles {
    std::array<std::optional<FontFile>, kFaces> faces; // by draw::Face; empty: no font found
    std::vector<std::string> warnings; // one sentence for each face that was replaced
};

// The folder of the program's fonts, in WARPSTAGE_ASSETS or beside the program; empty: none.
[[nodiscard]] std::filesystem::path shipped_folder();
// From that folder, else from fontconfig.
[[nodiscard]] FontFiles find_fonts(const std::filesystem::path& folder = shipped_folder());

// Fonts by the characters that they contain, for characters that the faces lack.
class OtherFonts {
public:
    OtherFonts();
    OtherFonts(const OtherFonts&) = delete;
    OtherFonts& operator=(const OtherFonts&) = delete;
    ~OtherFonts();

    // Null: no installed font has the character.
    [[nodiscard]] const FontFile* find(draw::Face face, char32_t character);

private:
    struct Known;

    std::map<std::pair<draw::Face, char32_t>, std::optional<FontFile>> m_found;
    std::map<std::pair<draw::Face, std::string_view>, Known> m_known; // by script
};

// A set of characters, and the Debian and Ubuntu package whose fonts contain it.
struct Script {
    std::string_view name; // "Greek"
    char32_t first;
    char32_t last;
    std::string_view package;
    char32_t sample; // a character that every font of the script has; 0: not checked by `doctor`
};
[[nodiscard]] const Script& script_of(char32_t character);
[[nodiscard]] std::span<const Script> scripts();
[[nodiscard]] std::string missing_sentence(const Script& script);

} // namespace warpstage::fonts
