#include "core/simt/video/video.h"

#include <algorithm>
#include <cstring>

namespace warpstage::simt {

namespace {

std::int64_t extended(std::uint64_t bits, unsigned bytes, bool is_signed)
{
    const unsigned unused = 64 - bytes * 8;
    const std::uint64_t high = bits << unused;
    return is_signed ? static_cast<std::int64_t>(high) >> unused : static_cast<std::int64_t>(high >> unused);
}

std::int64_t part_of(std::uint64_t words, VideoPart part, bool is_signed)
{
    return extended(words >> (part.index * part.bytes * 8U), part.bytes, is_signed);
}

bool holds(const VideoForm& form, std::int64_t a, std::int64_t b)
{
    return (form.accepts_less && a < b) || (form.accepts_equal && a == b) || (form.accepts_greater && a > b);
}

std::int64_t computed(const VideoForm& form, std::int64_t a, std::int64_t b)
{
    const std::int64_t distance = form.wraps ? b & 31 : std::min<std::int64_t>(b, 32);
    switch (form.action) {
    case VideoAction::add:
        return a + b;
    case VideoAction::subtract:
        return a - b;
    case VideoAction::absolute_difference:
        return a < b ? b - a : a - b;
    case VideoAction::minimum:
        return std::min(a, b);
    case VideoAction::maximum:
        return std::max(a, b);
    case VideoAction::average:
        return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case VideoAction::shift_left:
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << distance);
    case VideoAction::shift_right:
        return a >> distance;
    case VideoAction::multiply_add:
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    case VideoAction::compare:
        return holds(form, a, b) ? 1 : 0;
    }
    return 0;
}

std::int64_t saturated(std::int64_t value, unsigned bytes, bool is_signed)
{
    const unsigned bits = bytes * 8;
    const std::int64_t lowest = is_signed ? -(std::int64_t { 1 } << (bits - 1)) : 0;
    const std::int64_t highest = (std::int64_t { 1 } << (is_signed ? bits - 1 : bits)) - 1;
    return std::clamp(value, lowest, highest);
}

std::uint32_t mask_of(unsigned bytes)
{
    return bytes == 4 ? ~0U : (1U << (bytes * 8)) - 1;
}

std::uint32_t merged(std::uint32_t value, VideoPart part, std::uint32_t word)
{
    const unsigned shift = part.index * part.bytes * 8U;
    const std::uint32_t mask = mask_of(part.bytes) << shift;
    return (word & ~mask) | (value << shift & mask);
}

std::uint32_t lowest_word(std::int64_t value)
{
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value));
}

// a * b + c in 64 bits, signed if a or b is.
std::uint32_t multiplied(const VideoForm& form, std::int64_t a, std::int64_t b, std::uint32_t c)
{
    const bool is_signed = form.signed_a || form.signed_b;
    __extension__ using Wide = __int128;
    Wide sum = Wide { a } * b + extended(c, 4, is_signed) + (form.adds_one ? 1 : 0);
    sum >>= form.shift;
    if (form.saturates) {
        const Wide lowest = is_signed ? -(Wide { 1 } << 31U) : 0;
        const Wide highest = (Wide { 1 } << (is_signed ? 31U : 32U)) - 1;
        sum = std::clamp(sum, lowest, highest);
    }
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(sum));
}

// In the order of the PTX ISA ("Scalar Video Instructions"): the operation, .sat for the part that is written, the second
// operation, the merge. The ISA is the source; one test on an H200 has seen other results of saturating and merging forms.
std::uint32_t scalar_result(const VideoForm& form, std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    const std::int64_t first = part_of(a, form.a[0], form.signed_a);
    const std::int64_t second = part_of(b, form.b[0], form.signed_b);
    if (form.action == VideoAction::multiply_add)
        return multiplied(form, first, second, c);
    std::int64_t value = computed(form, first, second);
    if (form.saturates)
        value = saturated(value, form.d.bytes, form.signed_d);
    std::uint32_t word = lowest_word(value);
    if (form.accumulates)
        word += c;
    if (form.takes_minimum || form.takes_maximum) {
        const std::int64_t mine = extended(word, 4, form.signed_d);
        const std::int64_t third = extended(c, 4, form.signed_d);
        word = lowest_word(form.takes_minimum ? std::min(mine, third) : std::max(mine, third));
    }
    return form.d.bytes == 4 ? word : merged(word, form.d, c);
}

} // namespace

std::uint32_t video_result(const VideoForm& form, std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    if (form.count == 1)
        return scalar_result(form, a, b, c);
    const std::uint64_t words = std::uint64_t { b } << 32U | a;
    const auto bytes = static_cast<std::uint8_t>(4 / form.count);
    std::uint32_t result = c;
    for (std::uint8_t part = 0; part < form.count; ++part) {
        if ((form.mask >> part & 1U) == 0)
            continue;
        std::int64_t value =
            computed(form, part_of(words, form.a[part], form.signed_a), part_of(words, form.b[part], form.signed_b));
        if (form.saturates)
            value = saturated(value, bytes, form.signed_d);
        const auto bits = static_cast<std::uint32_t>(static_cast<std::uint64_t>(value));
        result = form.accumulates ? result + bits : merged(bits, { part, bytes }, result);
    }
    return result;
}

bool run_video(WarpState& state, const Operation& operation)
{
    const VideoForm& form = form_of<VideoForm>(operation);
    const auto word = [&](std::uint32_t row, unsigned lane) {
        std::uint32_t value = 0;
        std::memcpy(&value, state.registers + row + lane * sizeof(value), sizeof(value));
        return value;
    };
    for_each_lane(state.active, [&](unsigned lane) {
        const std::uint32_t result =
            video_result(form, word(operation.a, lane), word(operation.b, lane), word(operation.c, lane));
        std::memcpy(state.registers + operation.d + lane * sizeof(result), &result, sizeof(result));
    });
    return true;
}

} // namespace warpstage::simt
