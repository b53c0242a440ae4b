// The geometries of tex, tld4, suld and sust (PTX ISA, 9.7.10.2 "tex" and 9.7.11.1 "suld"): what coordinates an instruction has,
// and which textures it reads.
#pragma once

#include "core/base/objects/texture_description.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::simt {

enum class TextureGeometry : std::uint8_t { line, plane, space, lines, planes, cube, cubes };

struct GeometryTraits {
    std::string_view word; // in PTX: "a2d"
    std::uint32_t coordinates; // behind the number of the layer
    bool layered;
    std::string_view texture_function; // of CUDA C++: "tex2DLayered()"
    std::string_view surface_load;
    std::string_view surface_store;
};

// Nothing for an unknown word.
[[nodiscard]] std::optional<TextureGeometry> parse_geometry(std::string_view word);
[[nodiscard]] const GeometryTraits& traits_of(TextureGeometry geometry);

// The geometry of the instructions that read a texture of this shape; linear memory is a line.
[[nodiscard]] TextureGeometry geometry_of(TextureShape shape);
// "an array of one dimension, which tex1D() reads".
[[nodiscard]] std::string_view reader_of(TextureShape shape);

} // namespace warpstage::simt
