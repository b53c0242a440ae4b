#include "core/simt/texture/texture_geometry.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpstage::simt {

namespace {

// In the order of the enumeration. Surface functions of cubes access their faces as layers.
constexpr std::array kGeometries {
    GeometryTraits { "1d", 1, false, "tex1D()", "surf1Dread()", "surf1Dwrite()" },
    GeometryTraits { "2d", 2, false, "tex2D()", "surf2Dread()", "surf2Dwrite()" },
    GeometryTraits { "3d", 3, false, "tex3D()", "surf3Dread()", "surf3Dwrite()" },
    GeometryTraits { "a1d", 1, true, "tex1DLayered()", "surf1DLayeredread()", "surf1DLayeredwrite()" },
    GeometryTraits { "a2d", 2, true, "tex2DLayered()", "surf2DLayeredread()", "surf2DLayeredwrite()" },
    GeometryTraits { "cube", 3, false, "texCubemap()", {}, {} },
    GeometryTraits { "acube", 3, true, "texCubemapLayered()", {}, {} },
};

struct ShapeReader {
    TextureGeometry geometry;
    std::string_view sentence;
};

// In the order of TextureShape.
constexpr std::array<ShapeReader, kTextureShapes> kReaders { {
    { TextureGeometry::line, "linear memory, which only tex1Dfetch() reads" },
    { TextureGeometry::plane, "pitched memory, which tex2D() reads" },
    { TextureGeometry::line, "an array of one dimension, which tex1D() reads" },
    { TextureGeometry::plane, "an array of two dimensions, which tex2D() reads" },
    { TextureGeometry::space, "an array of three dimensions, which tex3D() reads" },
    { TextureGeometry::lines, "a layered array of one dimension, which tex1DLayered() reads" },
    { TextureGeometry::planes, "a layered array of two dimensions, which tex2DLayered() reads" },
    { TextureGeometry::cube, "a cube map, which texCubemap() reads" },
    { TextureGeometry::cubes, "a layered cube map, which texCubemapLayered() reads" },
} };

} // namespace

std::optional<TextureGeometry> parse_geometry(std::string_view word)
{
    const auto* const found = std::ranges::find(kGeometries, word, &GeometryTraits::word);
    if (found == kGeometries.end())
        return std::nullopt;
    return static_cast<TextureGeometry>(found - kGeometries.begin());
}

const GeometryTraits& traits_of(TextureGeometry geometry)
{
    return kGeometries[static_cast<std::size_t>(geometry)];
}

TextureGeometry geometry_of(TextureShape shape)
{
    return kReaders[static_cast<std::size_t>(shape)].geometry;
}

std::string_view reader_of(TextureShape shape)
{
    return kReaders[static_cast<std::size_t>(shape)].sentence;
}

} // namespace warpstage::simt
