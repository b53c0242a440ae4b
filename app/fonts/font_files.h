// Which file draws a character: the faces that are installed with the program, and for all that they lack what fontconfig knows.
// The stage's painter and the exporter ask here, so that both show the same glyphs.
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
    float size = 1.0F; // times the em square that is asked for: a substitute that is wider is written smaller

    bool operator==(const FontFile&) const = default;
};

struct FontFiles {
    std::array<std::optional<FontFile>, kFaces> faces; // by draw::Face; nothing: there is none at all
    std::vector<std::string> warnings; // a sentence for each face that had to be replaced
};

// The folder of the fonts that were installed with the program, in WARPSTAGE_ASSETS or beside the program; empty: there is none.
[[nodiscard]] std::filesystem::path shipped_folder();
// Of that folder, else what fontconfig finds.
[[nodiscard]] FontFiles find_fonts(const std::filesystem::path& folder = shipped_folder());

// Fonts by coverage, for characters that the faces lack.
class OtherFonts {
public:
    OtherFonts();
    OtherFonts(const OtherFonts&) = delete;
    OtherFonts& operator=(const OtherFonts&) = delete;
    ~OtherFonts();

    // Null: no font of this machine has the character.
    [[nodiscard]] const FontFile* find(draw::Face face, char32_t character);

private:
    struct Known;

    std::map<std::pair<draw::Face, char32_t>, std::optional<FontFile>> m_found;
    std::map<std::pair<draw::Face, std::string_view>, Known> m_known; // by script
};

// A kind of characters, and the package of Debian and Ubuntu whose fonts have them.
struct Script {
    std::string_view name; // "Greek"
    char32_t first;
    char32_t last;
    std::string_view package;
    char32_t sample; // one that every font of the script has; 0: not looked for by `doctor`
};
[[nodiscard]] const Script& script_of(char32_t character);
[[nodiscard]] std::span<const Script> scripts();
[[nodiscard]] std::string missing_sentence(const Script& script);

} // namespace warpstage::fonts
