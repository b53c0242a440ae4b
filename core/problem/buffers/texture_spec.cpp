#include "core/problem/buffers/texture_spec.h"

#include "core/base/text.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::problem {

namespace {

struct KindTraits {
    std::string_view word;
    TextureShape shape;
    TextureUse use;
    std::string_view extent; // what stands between the brackets
};

constexpr std::array kTextureKinds {
    KindTraits { "tex1dfetch", TextureShape::linear, TextureUse::texture, "its width" },
    KindTraits { "tex1d", TextureShape::array_1d, TextureUse::texture, "its width" },
    KindTraits { "tex2d", TextureShape::array_2d, TextureUse::texture, "its width and height" },
    KindTraits { "tex2dpitch", TextureShape::pitched, TextureUse::texture, "its width and height" },
    KindTraits { "tex3d", TextureShape::array_3d, TextureUse::texture, "its width, height and depth" },
    KindTraits { "tex1dlayered", TextureShape::layered_1d, TextureUse::texture, "its width and number of layers" },
    KindTraits { "tex2dlayered", TextureShape::layered_2d, TextureUse::texture, "its width, height and number of layers" },
    KindTraits { "texcubemap", TextureShape::cube, TextureUse::texture, "the width of its faces" },
    KindTraits {
        "texcubemaplayered", TextureShape::layered_cube, TextureUse::texture, "the width of its faces and number of layers" },
    KindTraits { "surf1d", TextureShape::array_1d, TextureUse::surface, "its width" },
    KindTraits { "surf2d", TextureShape::array_2d, TextureUse::surface, "its width and height" },
    KindTraits { "surf3d", TextureShape::array_3d, TextureUse::surface, "its width, height and depth" },
    KindTraits { "surf1dlayered", TextureShape::layered_1d, TextureUse::surface, "its width and number of layers" },
    KindTraits { "surf2dlayered", TextureShape::layered_2d, TextureUse::surface, "its width, height and number of layers" },
    KindTraits { "surfcubemap", TextureShape::cube, TextureUse::surface, "the width of its faces" },
    KindTraits {
        "surfcubemaplayered", TextureShape::layered_cube, TextureUse::surface, "the width of its faces and number of layers" },
};

const KindTraits* kind_of_texture(std::string_view word)
{
    const auto* const found = std::ranges::find(kTextureKinds, word, &KindTraits::word);
    return found == kTextureKinds.end() ? nullptr : found;
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
        texture.address = { *mode, *mode, *mode };
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

// The numbers between the brackets, in order.
std::vector<std::uint64_t*> sides_of(TextureDescription& texture)
{
    std::vector<std::uint64_t*> sides { &texture.width };
    if (texture.dimensions() > 1 && !texture.is_cube())
        sides.push_back(&texture.height);
    if (texture.dimensions() > 2 || texture.is_layered())
        sides.push_back(&texture.depth);
    return sides;
}

} // namespace

bool is_texture_kind(std::string_view words)
{
    return kind_of_texture(words.substr(0, words.find(','))) != nullptr;
}

Result<TextureDescription> parse_texture(
    std::string_view kind, std::string_view texel, std::string_view extent, const Names& names)
{
    const auto words = text::split(kind, ',');
    const KindTraits* const traits = kind_of_texture(words.front());
    VERIFY(traits != nullptr);
    TextureDescription texture;
    texture.shape = traits->shape;
    texture.use = traits->use;
    if (texture.is_surface() && words.size() > 1)
        return Error { fmt::format("a surface has no options, but `{}` follows `{}`", words[1], words[0]) };
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
    const auto places = sides_of(texture);
    if (sides.size() != places.size())
        return Error { fmt::format("a {} requires {} in brackets", words.front(), traits->extent) };
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto value = side(sides[i], names);
        if (!value)
            return value.error();
        *places[i] = *value;
    }
    if (texture.is_cube())
        texture.height = texture.width;
    if (auto fits = check_texture(texture, std::numeric_limits<std::uint64_t>::max(), "the texture"); !fits)
        return fits.error();
    return texture;
}

Result<TextureWords> write_texture(const TextureDescription& texture)
{
    const auto* const traits = std::ranges::find_if(
        kTextureKinds, [&](const KindTraits& kind) { return kind.shape == texture.shape && kind.use == texture.use; });
    VERIFY(traits != kTextureKinds.end());
    const auto used = std::span { texture.address }.first(texture.dimensions());
    if (std::ranges::any_of(used, [&](AddressMode mode) { return mode != used.front(); }))
        return Error { "A texture is left out: its address modes differ between x and y." };
    constexpr std::array kModes { "wrap", "clamp", "mirror", "border" };
    TextureWords words { std::string { traits->word }, texel_name(texture), {} };
    if (!texture.is_surface()) {
        words.kind += fmt::format(",{},{}", kModes.at(static_cast<std::size_t>(used.front())),
            texture.filter == FilterMode::linear ? "linear" : "nearest");
        words.kind += texture.coordinates == Coordinates::normalized ? ",normalized" : ",texels";
        if (texture.read == ReadMode::normalized_float)
            words.kind += ",float";
    }
    TextureDescription copy = texture;
    for (const auto* side : sides_of(copy))
        words.extent += fmt::format("{}{}", words.extent.empty() ? "" : ",", *side);
    return words;
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
