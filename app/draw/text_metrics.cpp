#include "app/draw/text_metrics.h"

#include "app/draw/text_layout.h"
#include "core/base/verify.h"

#include <array>
#include <cstdint>
#include <span>

namespace warpstage::draw {

namespace {

// Advance widths of U+0020 to U+007E in thousandths of the em square. Source: the `hmtx` tables of Inter 4.0.
constexpr std::array<std::uint16_t, 95> kInterRegular = { 281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460,
    276, 357, 625, 464, 605, 636, 642, 608, 624, 571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598, 587,
    743, 740, 264, 543, 652, 562, 889, 753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452,
    497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540,
    557, 541, 362, 327, 362, 659 };
constexpr std::array<std::uint16_t, 95> kInterSemiBold = { 248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466,
    290, 379, 667, 481, 621, 652, 666, 632, 648, 587, 646, 648, 290, 295, 673, 673, 673, 544, 999, 724, 657, 744, 724, 608, 586,
    755, 744, 275, 561, 677, 566, 906, 741, 775, 643, 776, 651, 649, 660, 734, 724, 1007, 690, 705, 653, 393, 379, 393, 481, 468,
    497, 575, 630, 577, 630, 593, 377, 625, 613, 261, 261, 569, 261, 898, 610, 608, 625, 625, 397, 549, 380, 608, 576, 837, 562,
    576, 562, 393, 358, 393, 673 };

// U+00C0 to U+017F.
constexpr std::array<std::uint16_t, 192> kInterRegularLatin = { 676, 676, 676, 676, 676, 676, 990, 727, 598, 598, 598, 598, 264,
    264, 264, 264, 719, 753, 761, 761, 761, 761, 761, 659, 761, 741, 741, 741, 741, 665, 631, 609, 564, 564, 564, 564, 564, 564,
    925, 558, 582, 582, 582, 582, 237, 237, 237, 237, 580, 585, 597, 597, 597, 597, 597, 659, 597, 581, 581, 581, 581, 557, 609,
    557, 676, 564, 676, 564, 676, 564, 727, 558, 727, 558, 727, 558, 727, 558, 719, 677, 719, 621, 598, 582, 598, 582, 598, 582,
    598, 582, 598, 582, 743, 609, 743, 609, 743, 609, 743, 609, 740, 591, 777, 591, 443, 278, 264, 237, 264, 237, 264, 237, 264,
    237, 807, 474, 543, 237, 652, 544, 631, 562, 237, 562, 237, 562, 305, 562, 315, 562, 237, 753, 585, 753, 585, 753, 585, 680,
    753, 585, 761, 597, 761, 597, 761, 597, 953, 990, 639, 372, 639, 372, 639, 372, 638, 523, 638, 523, 638, 523, 638, 523, 642,
    364, 642, 364, 642, 364, 741, 581, 741, 581, 741, 581, 741, 581, 741, 581, 741, 581, 949, 812, 665, 557, 665, 625, 541, 625,
    541, 625, 541, 267 };
constexpr std::array<std::uint16_t, 192> kInterSemiBoldLatin = { 724, 724, 724, 724, 724, 724, 1017, 744, 608, 608, 608, 608, 275,
    275, 275, 275, 724, 741, 775, 775, 775, 775, 775, 673, 775, 734, 734, 734, 734, 705, 657, 646, 575, 575, 575, 575, 575, 575,
    917, 577, 593, 593, 593, 593, 261, 261, 261, 261, 593, 610, 608, 608, 608, 608, 608, 673, 608, 608, 608, 608, 608, 576, 612,
    576, 724, 575, 724, 575, 724, 575, 744, 577, 744, 577, 744, 577, 744, 577, 724, 716, 724, 630, 608, 593, 608, 593, 608, 593,
    608, 593, 608, 593, 755, 625, 755, 625, 755, 625, 755, 625, 744, 613, 799, 613, 448, 285, 275, 261, 275, 261, 275, 266, 275,
    261, 836, 521, 561, 261, 677, 569, 657, 566, 261, 566, 261, 566, 352, 574, 380, 578, 261, 741, 610, 741, 610, 741, 610, 680,
    741, 616, 775, 608, 775, 608, 775, 608, 996, 981, 651, 397, 651, 397, 651, 397, 649, 549, 649, 549, 649, 549, 649, 549, 660,
    380, 660, 404, 660, 380, 734, 608, 734, 608, 734, 608, 734, 608, 734, 608, 734, 608, 1007, 837, 705, 576, 705, 653, 562, 653,
    562, 653, 562, 282 };
// U+0384 to U+03CE.
constexpr std::array<std::uint16_t, 75> kInterRegularGreek = { 267, 540, 676, 276, 690, 862, 304, 680, 781, 680, 817, 764, 266,
    676, 651, 575, 676, 598, 625, 740, 761, 264, 652, 676, 889, 753, 540, 761, 722, 635, 680, 631, 642, 665, 750, 642, 778, 761,
    264, 665, 641, 544, 585, 266, 585, 641, 592, 534, 540, 544, 523, 585, 540, 266, 631, 585, 622, 580, 540, 597, 631, 571, 538,
    631, 472, 585, 732, 599, 747, 811, 266, 585, 597, 585, 811 };
constexpr std::array<std::uint16_t, 75> kInterSemiBoldGreek = { 339, 565, 724, 290, 754, 907, 359, 680, 797, 680, 917, 802, 303,
    724, 657, 579, 724, 608, 653, 744, 775, 275, 677, 724, 906, 741, 616, 775, 751, 643, 680, 658, 660, 705, 816, 690, 811, 773,
    275, 705, 648, 562, 610, 303, 587, 648, 604, 543, 616, 562, 543, 610, 617, 303, 657, 600, 652, 616, 563, 608, 707, 585, 563,
    657, 531, 587, 806, 610, 785, 894, 303, 587, 608, 587, 894 };
// U+0400 to U+045F.
constexpr std::array<std::uint16_t, 96> kInterRegularCyrillic = { 598, 598, 808, 575, 665, 638, 264, 264, 543, 1082, 1129, 901,
    652, 753, 624, 719, 676, 659, 651, 575, 751, 598, 949, 636, 753, 753, 646, 713, 889, 740, 761, 722, 635, 727, 642, 624, 791,
    642, 751, 714, 952, 980, 812, 849, 653, 670, 1011, 670, 564, 589, 561, 459, 624, 582, 827, 494, 597, 597, 537, 589, 750, 582,
    597, 582, 609, 558, 534, 557, 680, 540, 635, 574, 817, 866, 655, 750, 554, 541, 812, 561, 582, 582, 591, 459, 540, 523, 237,
    237, 237, 923, 899, 591, 537, 597, 557, 582 };
constexpr std::array<std::uint16_t, 96> kInterSemiBoldCyrillic = { 608, 608, 837, 579, 686, 649, 275, 275, 561, 1112, 1124, 908,
    677, 741, 656, 724, 724, 654, 657, 579, 776, 608, 1040, 652, 741, 741, 687, 724, 906, 744, 775, 751, 643, 744, 660, 656, 839,
    690, 780, 748, 1016, 1037, 819, 879, 669, 690, 1042, 680, 575, 606, 571, 463, 655, 593, 861, 516, 606, 606, 569, 600, 762,
    589, 608, 593, 625, 577, 550, 576, 756, 562, 650, 585, 844, 920, 688, 795, 577, 549, 825, 572, 593, 593, 614, 463, 566, 549,
    261, 261, 261, 942, 912, 613, 569, 606, 576, 593 };

// Consecutive characters with their advance widths.
struct Block {
    char32_t first;
    std::span<const std::uint16_t> regular;
    std::span<const std::uint16_t> semibold;
};
constexpr std::array kBlocks {
    Block { 0x20, kInterRegular, kInterSemiBold },
    Block { 0xc0, kInterRegularLatin, kInterSemiBoldLatin },
    Block { 0x384, kInterRegularGreek, kInterSemiBoldGreek },
    Block { 0x400, kInterRegularCyrillic, kInterSemiBoldCyrillic },
};

constexpr float kMonoAdvance = 0.6F; // em; JetBrains Mono, every glyph
constexpr float kDescent = 0.22F; // em

float inter_advance(char32_t code_point, std::span<const std::uint16_t> Block::*widths)
{
    for (const Block& block : kBlocks)
        if (code_point >= block.first && code_point - block.first < (block.*widths).size())
            return static_cast<float>((block.*widths)[code_point - block.first]) / 1000.0F;
    switch (code_point) {
    case 0x2009: // thin space
        return 0.182F;
    case 0x00A0: // no-break space
        return 0.281F;
    case 0x00B7: // middle dot
        return 0.29F;
    case 0x2013: // en dash
        return 0.5F;
    case 0x2026: // ellipsis
        return 0.82F;
    case 0x2014: // em dash
        return 1.0F;
    case 0x2190: // arrows
    case 0x2191:
    case 0x2192:
    case 0x2193:
        return 0.955F;
    default:
        return 0.68F;
    }
}

bool is_combining(char32_t code_point)
{
    return code_point >= 0x300 && code_point <= 0x36f;
}

float advance(char32_t code_point, Face face)
{
    if (is_combining(code_point))
        return 0.0F;
    if (is_wide(code_point))
        return face == Face::mono ? 2 * kMonoAdvance : 1.0F;
    switch (face) {
    case Face::regular:
        return inter_advance(code_point, &Block::regular);
    case Face::semibold:
        return inter_advance(code_point, &Block::semibold);
    case Face::mono:
        return kMonoAdvance;
    }
    return kMonoAdvance;
}

float width_of(std::string_view text, Face face, float size)
{
    float ems = 0.0F;
    while (!text.empty()) {
        const Decoded next = decode_first(text);
        ems += advance(next.character, face);
        text.remove_prefix(next.length);
    }
    return ems * size;
}

// Bytes of the longest beginning of a word that fits; after a slash or a hyphen if it has one. At least one character.
std::size_t fitting_part(std::string_view word, Face face, float size, float width)
{
    std::size_t fits = 0;
    std::size_t after_mark = 0;
    while (fits < word.size()) {
        const std::size_t next = fits + decode_first(word.substr(fits)).length;
        if (fits > 0 && width_of(word.substr(0, next), face, size) > width)
            break;
        fits = next;
        if (word[fits - 1] == '/' || word[fits - 1] == '-')
            after_mark = fits;
    }
    return fits < word.size() && after_mark > 0 ? after_mark : fits;
}

} // namespace

// Unicode's East Asian Width, classes W and F, by blocks, and emoji.
bool is_wide(char32_t character)
{
    constexpr std::array<std::pair<char32_t, char32_t>, 10> kWide { { { 0x1100, 0x115f }, { 0x2e80, 0x303e }, { 0x3041, 0x33ff },
        { 0x3400, 0x4dbf }, { 0x4e00, 0x9fff }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff }, { 0xfe30, 0xfe6f }, { 0xff01, 0xff60 },
        { 0x1f300, 0x3fffd } } };
    return character >= kWide.front().first
        && std::ranges::any_of(kWide, [&](const auto& block) { return character >= block.first && character <= block.second; });
}

float glyph_width(char32_t character, Face face, float size)
{
    return advance(character, face) * size;
}

float text_width(std::string_view text, Face face, float size)
{
    return width_of(text, face, size);
}

float room_for(std::string_view text, Face face, float size)
{
    return 1.05F * text_width(text, face, size) + 1.0F;
}

float fitting_size(std::string_view text, Face face, float room, std::initializer_list<float> sizes)
{
    VERIFY(sizes.size() > 0);
    for (const float size : sizes)
        if (room_for(text, face, size) <= room)
            return size;
    return *std::prev(sizes.end());
}

std::string fitting_words(const std::vector<std::string>& wordings, Face face, float size, float room)
{
    VERIFY(!wordings.empty());
    const auto fits =
        std::ranges::find_if(wordings, [&](const std::string& words) { return room_for(words, face, size) <= room; });
    return fits == wordings.end() ? wordings.back() : *fits;
}

float drawn_width(const Text& text)
{
    const float width = text_width(text.text, text.face, text.size);
    return text.max_width > 0.0F ? std::min(width, text.max_width) : width;
}

Rect drawn_rect(const Text& text)
{
    const float width = drawn_width(text);
    return { start_of(text.anchor.x, width, text.align), text.anchor.y - kCapitalHeight * text.size, width,
        (kCapitalHeight + kDescent) * text.size };
}

namespace {

// The next position after `from` at which a line may end: a space, or the end of a wide character. No line begins with a closing
// mark or a small kana, and none ends with an opening bracket.
std::size_t next_break(std::string_view text, std::size_t from)
{
    constexpr std::u32string_view kNotFirst =
        U"、。，．！？：；）」』】〉》ー・％ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)]}%'\"…";
    constexpr std::u32string_view kNotLast = U"（「『【〈《([{";
    std::size_t at = from + decode_first(text.substr(from)).length;
    char32_t before = decode_first(text.substr(from)).character;
    while (at < text.size() && text[at] != ' ') {
        const Decoded next = decode_first(text.substr(at));
        if ((is_wide(next.character) || is_wide(before)) && kNotFirst.find(next.character) == std::u32string_view::npos
            && kNotLast.find(before) == std::u32string_view::npos)
            return at;
        before = next.character;
        at += next.length;
    }
    return at;
}

} // namespace

std::string first_words(std::string_view text, Face face, float size, float width)
{
    constexpr std::string_view kDots = "…";
    const float room = width - width_of(kDots, face, size);
    std::size_t end = 0;
    for (std::size_t next = 0; next < text.size();) {
        next = next_break(text, next);
        if (width_of(text.substr(0, next), face, size) > (next < text.size() ? room : width))
            break;
        end = next;
    }
    if (end == 0 || end == text.size())
        return std::string { text };
    const std::size_t last = text.find_last_not_of(" ,;:", end - 1);
    return last == std::string_view::npos ? std::string { text } : std::string { text.substr(0, last + 1) }.append(kDots);
}

std::vector<std::string> wrap_text(std::string_view text, Face face, float size, float width, std::size_t max_lines)
{
    std::vector<std::string> lines;
    while (!text.empty() && lines.size() < max_lines) {
        if (lines.size() + 1 == max_lines) { // the painter shortens it if it is too long
            lines.emplace_back(text);
            break;
        }
        std::size_t end = 0; // of this line
        for (std::size_t next = 0; next < text.size();) {
            const std::size_t at = next_break(text, next);
            if (width_of(text.substr(0, at), face, size) > width)
                break;
            end = next = at;
        }
        if (end == 0) // a single word is wider than the line
            end = fitting_part(text.substr(0, text.find(' ')), face, size, width);
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    return lines;
}

} // namespace warpstage::draw
