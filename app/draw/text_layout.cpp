#include "app/draw/text_layout.h"

#include "core/base/verify.h"

namespace warpstage::draw {

namespace {

constexpr char32_t kEllipsis = 0x2026;

bool is_space(char32_t character)
{
    return character == ' ' || character == 0xa0 || (character >= 0x2000 && character <= 0x200a) || character == 0x202f;
}

} // namespace

Decoded decode_first(std::string_view text)
{
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint8_t>(text[i]);
    };
    const std::uint8_t first = byte(0);
    if (first < 0x80)
        return { first, 1 };
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length)
        return {};
    char32_t character = first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U)
            return {};
        character = character << 6U | (byte(i) & 0x3fU);
    }
    constexpr std::array<char32_t, 5> kSmallest { 0, 0, 0x80, 0x800, 0x10000 };
    if (character < kSmallest.at(length) || character > 0x10ffff || (character >= 0xd800 && character < 0xe000))
        return {};
    return { character, length };
}

std::vector<char32_t> decode_utf8(std::string_view text)
{
    std::vector<char32_t> characters;
    characters.reserve(text.size());
    while (!text.empty()) {
        const Decoded next = decode_first(text);
        characters.push_back(next.character);
        text.remove_prefix(next.length);
    }
    return characters;
}

std::string encode_utf8(std::span<const char32_t> characters)
{
    std::string text;
    const auto put = [&](char32_t byte) {
        text += static_cast<char>(byte);
    };
    for (const char32_t character : characters) {
        if (character < 0x80) {
            put(character);
            continue;
        }
        if (character < 0x800) {
            put(0xc0U | character >> 6U);
        } else if (character < 0x10000) {
            put(0xe0U | character >> 12U);
            put(0x80U | (character >> 6U & 0x3fU));
        } else {
            put(0xf0U | character >> 18U);
            put(0x80U | (character >> 12U & 0x3fU));
            put(0x80U | (character >> 6U & 0x3fU));
        }
        put(0x80U | (character & 0x3fU));
    }
    return text;
}

TextLayout lay_out(std::string_view text, float max_width, const Advance& advance)
{
    TextLayout layout { decode_utf8(text), 0.0F, false };
    for (const char32_t character : layout.characters)
        layout.width += advance(character);
    // A hundredth of a pixel is a rounding error, not overflow.
    if (max_width <= 0.0F || layout.width <= max_width + 0.01F)
        return layout;

    layout.shortened = true;
    const float ellipsis = advance(kEllipsis);
    while (!layout.characters.empty() && (layout.width + ellipsis > max_width || is_space(layout.characters.back()))) {
        layout.width -= advance(layout.characters.back());
        layout.characters.pop_back();
    }
    layout.characters.push_back(kEllipsis);
    layout.width += ellipsis;
    return layout;
}

float start_of(float anchor_x, float width, Align align)
{
    switch (align) {
    case Align::left:
        return anchor_x;
    case Align::center:
        return anchor_x - width / 2;
    case Align::right:
        return anchor_x - width;
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::draw
