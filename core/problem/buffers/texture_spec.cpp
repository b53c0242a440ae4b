#include "core/problem/buffers/texture_spec.h"

#include "core/base/text.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <string>

namespace warpstage::problem {

namespace {

std::optional<TextureShape> shape_of(std::string_view word)
{
    if (word == "tex1dfetch")
        return TextureShape::linear;
    if (word == "tex1d")
        return TextureShape::array_1d;
    if (word == "tex2d")
        return TextureShape::array_2d;
    if (word == "tex2dpitch")
        return TextureShape::pitched;
    return std::nullopt;
}

std::optional<AddressMode> address_mode_of(std::string_view word)
{
    if (word == "wrap")
        return AddressMode::wrap;
    if (word == "clamp")
        return AddressMode::clamp;
    if (word == "mirror")
        return AddressMode::mirror;
    if (word == "border")
        return AddressMode::border;
    return std::nullopt;
}

// False for an unknown option.
bool apply(std::string_view option, TextureDescription& texture)
{
    if (const auto mode = address_mode_of(option))
        texture.address = { *mode, *mode };
    else if (option == "linear" || option == "nearest")
        texture.filter = option == "linear" ? FilterMode::linear : FilterMode::nearest;
    else if (option == "normalized" || option == "texels")
        texture.coordinates = option == "normalized" ? Coordinates::normalized : Coordinates::texels;
    else if (option == "float")
        texture.read = ReadMode::normalized_float;
    else
        return false;
    return true;
}

// "u8x4".
bool apply_texel(std::string_view texel, TextureDescription& texture)
{
    const auto cross = texel.find('x');
    const auto element = parse_texture_element(texel.substr(0, cross));
    const std::string_view channels = cross == std::string_view::npos ? "1" : texel.substr(cross + 1);
    if (!element || (channels != "1" && channels != "2" && channels != "4"))
        return false;
    texture.element = *element;
    texture.channels = static_cast<std::uint32_t>(channels.front() - '0');
    return true;
}

Result<std::uint64_t> side(std::string_view text, const Names& names)
{
    const auto value = evaluate(text::trim(text), names);
    if (!value)
        return value.error();
    if (*value < 1)
        return Error { fmt::format("a texture dimension must be at least 1, not {}", *value) };
    return static_cast<std::uint64_t>(*value);
}

} // namespace

bool is_texture_kind(std::string_view words)
{
    return shape_of(words.substr(0, words.find(','))).has_value();
}

Result<TextureDescription> parse_texture(
    std::string_view kind, std::string_view texel, std::string_view extent, const Names& names)
{
    const auto words = text::split(kind, ',');
    const auto shape = shape_of(words.front());
    VERIFY(shape.has_value());
    TextureDescription texture;
    texture.shape = *shape;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!apply(words[i], texture))
            return Error { fmt::format("`{}` is not a texture option; use nearest, linear, texels, normalized, wrap, clamp, "
                                       "mirror, border or float",
                words[i]) };
    }
    if (!apply_texel(texel, texture))
        return Error { fmt::format("`{}` is not a texel type; use u8, s8, u16, s16, u32, s32, f16 or f32, optionally followed by "
                                   "x2 or x4 for the number of channels, as in u8x4",
            texel) };
    const auto sides = text::split(extent, ',');
    const std::size_t dimensions = texture.has_two_dimensions() ? 2 : 1;
    if (sides.size() != dimensions)
        return Error { fmt::format(
            "a {} requires {} in brackets", words.front(), dimensions == 2 ? "its width and height" : "its width") };
    const std::array<std::uint64_t*, 2> places { &texture.width, &texture.height };
    for (std::size_t i = 0; i < dimensions; ++i) {
        const auto value = side(sides[i], names);
        if (!value)
            return value.error();
        *places[i] = *value;
    }
    if (auto fits = check_texture(texture, std::numeric_limits<std::uint64_t>::max(), "the texture"); !fits)
        return fits.error();
    return texture;
}

ptx::Type type_of(TextureElement element)
{
    switch (element) {
    case TextureElement::u8:
        return ptx::Type::u8;
    case TextureElement::s8:
        return ptx::Type::s8;
    case TextureElement::u16:
        return ptx::Type::u16;
    case TextureElement::s16:
        return ptx::Type::s16;
    case TextureElement::u32:
        return ptx::Type::u32;
    case TextureElement::s32:
        return ptx::Type::s32;
    case TextureElement::f16:
        return ptx::Type::f16;
    case TextureElement::f32:
        return ptx::Type::f32;
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::problem
