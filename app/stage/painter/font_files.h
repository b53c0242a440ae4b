// Where the three faces are on this machine: asked from fontconfig.
#pragma once

#include "app/draw/draw_list.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::stage {

inline constexpr std::size_t kFaces = 3;

struct FontFile {
    std::filesystem::path path;
    int index = 0; // in a collection
    std::string family;
};

struct FontFiles {
    std::array<std::optional<FontFile>, kFaces> faces; // by draw::Face; nothing: the painter's own built-in font
    std::vector<std::string> warnings; // a sentence for each face that had to be replaced
};

[[nodiscard]] FontFiles find_fonts();

// How high a font's line is (ascent and descent of its hhea table) in units of its em square: 1.21 for Inter. Nothing where
// the file is no TrueType or OpenType font.
[[nodiscard]] std::optional<float> line_height_in_ems(const std::vector<char>& font, int index);

} // namespace warpstage::stage
