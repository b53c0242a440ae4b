#include "core/base/objects/texture_description.h"

#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpstage {

namespace {

constexpr std::array<std::string_view, 8> kElementNames { "u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32" };

struct Extent {
    std::uint64_t width = 0; // 0: there is no such object
    std::uint64_t height = 1;
    std::uint64_t depth = 1;
};

// CUDA C++ Programming Guide, "Compute Capabilities", technical specifications of compute capability 7.5 and later.
struct ShapeTraits {
    std::uint32_t dimensions;
    bool layered;
    Extent texture; // maximum
    Extent surface;
};

constexpr std::uint64_t kMaxCubes = 2046 / kCubeFaces;

// In the order of the enumeration.
constexpr std::array<ShapeTraits, kTextureShapes> kShapes { {
    { 1, false, { std::uint64_t { 1 } << 28 }, {} },
    { 2, false, { 131072, 65000 }, {} },
    { 1, false, { 131072 }, { 32768 } },
    { 2, false, { 131072, 65536 }, { 131072, 65536 } },
    { 3, false, { 16384, 16384, 16384 }, { 16384, 16384, 16384 } },
    { 1, true, { 32768, 1, 2048 }, { 32768, 1, 2048 } },
    { 2, true, { 32768, 32768, 2048 }, { 32768, 32768, 2048 } },
    { 2, false, { 32768, 32768 }, { 32768, 32768 } },
    { 2, true, { 32768, 32768, kMaxCubes }, { 32768, 32768, kMaxCubes } },
} };

const ShapeTraits& traits_of(TextureShape shape)
{
    return kShapes[static_cast<std::size_t>(shape)];
}

// cudaDeviceProp::texturePitchAlignment of all GPUs to date.
constexpr std::uint64_t kPitchAlignment = 32;

bool is_small_integer(TextureElement element)
{
    return element <= TextureElement::s16;
}

std::string problem_with_extent(const TextureDescription& texture, std::uint64_t memory_bytes)
{
    const ShapeTraits& traits = traits_of(texture.shape);
    const Extent& most = texture.is_surface() ? traits.surface : traits.texture;
    if (most.width == 0)
        return "a surface is in an array, not in linear or pitched memory";
    if (texture.width < 1 || texture.width > most.width)
        return fmt::format("a texture of this kind must have 1 to {} texels per row, not {}", most.width, texture.width);
    if (texture.height < 1 || texture.height > most.height)
        return fmt::format("a texture of this kind must have 1 to {} rows, not {}", most.height, texture.height);
    if (texture.depth < 1 || texture.depth > most.depth)
        return fmt::format("a texture of this kind must have 1 to {} {}, not {}", most.depth,
            traits.layered ? "layers" : "slices", texture.depth);
    if (texture.is_cube() && texture.height != texture.width)
        return fmt::format("the faces of a cube must be square, not {} x {} texels", texture.width, texture.height);
    if (texture.pitch != 0 && texture.shape != TextureShape::pitched)
        return "a pitch is only valid for pitched memory";
    if (texture.row_bytes() < texture.width * texture.texel_bytes())
        return fmt::format("rows of {} bytes exceed the pitch of {}", texture.width * texture.texel_bytes(), texture.pitch);
    if (texture.shape == TextureShape::pitched && texture.row_bytes() % kPitchAlignment != 0)
        return fmt::format("the pitch of {} bytes is not a multiple of {}, as GPUs require for pitched memory; use another "
                           "width or an array",
            texture.row_bytes(), kPitchAlignment);
    if (texture.bytes() > memory_bytes)
        return fmt::format("the texture needs {} bytes, but its buffer has {}", texture.bytes(), memory_bytes);
    return {};
}

std::string problem_with(const TextureDescription& texture, std::uint64_t memory_bytes)
{
    if (texture.channels != 1 && texture.channels != 2 && texture.channels != 4)
        return fmt::format("a texel must have 1, 2 or 4 channels, not {}", texture.channels);
    if (std::string problem = problem_with_extent(texture, memory_bytes); !problem.empty() || texture.is_surface())
        return problem;
    if (texture.read == ReadMode::normalized_float && !is_small_integer(texture.element))
        return fmt::format("only 8-bit and 16-bit integers can be read as normalized floats, not {}", name_of(texture.element));
    if (texture.shape == TextureShape::linear)
        return {};
    if (texture.filter == FilterMode::linear && !texture.gives_floats())
        return "linear filtering returns floats: read 8-bit or 16-bit integers as normalized floats, or filter with `nearest`";
    const bool repeats = std::any_of(texture.address.begin(), texture.address.begin() + texture.dimensions(),
        [](AddressMode mode) { return mode == AddressMode::wrap || mode == AddressMode::mirror; });
    if (repeats && texture.coordinates == Coordinates::texels && !texture.is_cube())
        return "the address modes `wrap` and `mirror` require normalized coordinates";
    return {};
}

} // namespace

std::uint32_t TextureDescription::element_bytes() const
{
    switch (element) {
    case TextureElement::u8:
    case TextureElement::s8:
        return 1;
    case TextureElement::u16:
    case TextureElement::s16:
    case TextureElement::f16:
        return 2;
    case TextureElement::u32:
    case TextureElement::s32:
    case TextureElement::f32:
        return 4;
    }
    VERIFY_NOT_REACHED();
}

bool TextureDescription::gives_floats() const
{
    return element == TextureElement::f16 || element == TextureElement::f32 || read == ReadMode::normalized_float;
}

std::uint32_t TextureDescription::dimensions() const
{
    return traits_of(shape).dimensions;
}

bool TextureDescription::is_layered() const
{
    return traits_of(shape).layered;
}

std::string texel_name(const TextureDescription& texture)
{
    const std::string_view name = name_of(texture.element);
    return texture.channels == 1 ? std::string { name } : fmt::format("{}x{}", name, texture.channels);
}

std::string_view name_of(TextureElement element)
{
    return kElementNames[static_cast<std::size_t>(element)];
}

std::optional<TextureElement> parse_texture_element(std::string_view word)
{
    const auto* found = std::ranges::find(kElementNames, word);
    if (found == kElementNames.end())
        return std::nullopt;
    return static_cast<TextureElement>(found - kElementNames.begin());
}

Result<void> check_texture(const TextureDescription& texture, std::uint64_t memory_bytes, std::string_view what)
{
    const std::string problem = problem_with(texture, memory_bytes);
    if (problem.empty())
        return {};
    return Error { fmt::format("{} cannot be created: {}", what, problem) };
}

} // namespace warpstage
