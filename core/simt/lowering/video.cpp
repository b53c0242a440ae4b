// Video instructions: what their words and the selectors of their operands say, as one form.
#include "core/simt/video/video.h"

#include "core/simt/lowering/lowering.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::array kVideoActions {
    std::pair { std::string_view { "vadd" }, VideoAction::add },
    std::pair { std::string_view { "vsub" }, VideoAction::subtract },
    std::pair { std::string_view { "vabsdiff" }, VideoAction::absolute_difference },
    std::pair { std::string_view { "vmin" }, VideoAction::minimum },
    std::pair { std::string_view { "vmax" }, VideoAction::maximum },
    std::pair { std::string_view { "vavrg" }, VideoAction::average },
    std::pair { std::string_view { "vshl" }, VideoAction::shift_left },
    std::pair { std::string_view { "vshr" }, VideoAction::shift_right },
    std::pair { std::string_view { "vmad" }, VideoAction::multiply_add },
    std::pair { std::string_view { "vset" }, VideoAction::compare },
};

struct VideoComparison {
    std::string_view word;
    bool less;
    bool equal;
    bool greater;
};
constexpr std::array kVideoComparisons {
    VideoComparison { "eq", false, true, false },
    VideoComparison { "ne", true, false, true },
    VideoComparison { "lt", true, false, false },
    VideoComparison { "le", true, true, false },
    VideoComparison { "gt", false, false, true },
    VideoComparison { "ge", false, true, true },
};

// "vadd4" -> vadd and 4 parts; "vadd" has one.
bool read_opcode(std::string_view word, VideoForm& form)
{
    if (word.ends_with('2') || word.ends_with('4')) {
        form.count = static_cast<std::uint8_t>(word.back() - '0');
        word.remove_suffix(1);
    }
    const auto* known =
        std::find_if(kVideoActions.begin(), kVideoActions.end(), [&](const auto& action) { return action.first == word; });
    if (known == kVideoActions.end())
        return false;
    form.action = known->second;
    return true;
}

bool read_word(std::string_view word, VideoForm& form)
{
    if (form.action == VideoAction::compare) {
        const auto* known = std::find_if(kVideoComparisons.begin(), kVideoComparisons.end(),
            [&](const VideoComparison& comparison) { return comparison.word == word; });
        if (known != kVideoComparisons.end()) {
            form.accepts_less = known->less;
            form.accepts_equal = known->equal;
            form.accepts_greater = known->greater;
            return true;
        }
    }
    const bool is_scalar = form.count == 1;
    if (word == "sat" && form.action != VideoAction::compare)
        form.saturates = true;
    else if (is_scalar && word == "min")
        form.takes_minimum = true;
    else if (is_scalar && word == "max")
        form.takes_maximum = true;
    else if (form.action == VideoAction::multiply_add && (word == "shr7" || word == "shr15"))
        form.shift = word == "shr7" ? 7 : 15;
    else if (word == "add")
        form.accumulates = true;
    else if (word == "wrap" || word == "clamp")
        form.wraps = word == "wrap";
    else if (word == "po")
        form.adds_one = true;
    else
        return false;
    return true;
}

// "b2", "h1" of a scalar form.
bool read_scalar_part(std::string_view selector, VideoPart& part)
{
    if (selector.empty())
        return true;
    if (selector.size() != 2)
        return false;
    const std::uint8_t bytes = selector[0] == 'b' ? 1 : 2;
    const auto index = static_cast<std::uint8_t>(selector[1] - '0');
    part = { index, bytes };
    return (selector[0] == 'b' || selector[0] == 'h') && index < 4 / bytes;
}

// "h10", "b7654": the part that each place of the source takes, the highest place first.
bool read_parts(std::string_view selector, std::uint8_t count, std::uint8_t first, std::array<VideoPart, 4>& parts)
{
    const auto bytes = static_cast<std::uint8_t>(4 / count);
    for (std::uint8_t i = 0; i < count; ++i)
        parts[i] = { static_cast<std::uint8_t>(first + i), bytes };
    if (selector.empty())
        return true;
    if (selector.size() != count + 1U || selector[0] != (count == 2 ? 'h' : 'b'))
        return false;
    for (std::uint8_t i = 0; i < count; ++i) {
        const auto index = static_cast<std::uint8_t>(selector[count - i] - '0');
        if (index >= 2 * count)
            return false;
        parts[i].index = index;
    }
    return true;
}

// "h1", "b310": the parts that are written, each once, the highest first.
bool read_mask(std::string_view selector, VideoForm& form)
{
    form.mask = static_cast<std::uint8_t>((1U << form.count) - 1);
    if (selector.empty())
        return true;
    if (selector[0] != (form.count == 2 ? 'h' : 'b') || selector.size() < 2)
        return false;
    form.mask = 0;
    unsigned above = form.count;
    for (const char digit : selector.substr(1)) {
        const auto index = static_cast<unsigned>(digit - '0');
        if (index >= above)
            return false;
        form.mask = static_cast<std::uint8_t>(form.mask | 1U << index);
        above = index;
    }
    return true;
}

bool read_selectors(const std::vector<std::string>& selectors, VideoForm& form)
{
    if (form.count == 1)
        return read_scalar_part(selectors[0], form.d) && read_scalar_part(selectors[1], form.a[0])
            && read_scalar_part(selectors[2], form.b[0]);
    return read_mask(selectors[0], form) && read_parts(selectors[1], form.count, 0, form.a)
        && read_parts(selectors[2], form.count, form.count, form.b);
}

} // namespace

// "vabsdiff4.u32.u32.u32.add %r1, %r2, %r3, %r4", "vadd.s32.u32.s32.sat %r1, %r2.b0, %r3.h0".
Supported lower_video(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    auto form = std::make_unique<VideoForm>();
    if (!read_opcode(ptx::name_of(instruction.opcode), *form))
        return Supported::no;
    const bool compares = form->action == VideoAction::compare;
    const std::size_t types = compares ? 2 : 3;
    const bool known = std::all_of(instruction.modifiers.begin(), instruction.modifiers.end(),
        [&](std::string_view word) { return read_word(word, *form); });
    const std::size_t operands = instruction.operands.size();
    if (!known || instruction.types.size() != types || (operands != 3 && operands != 4)
        || instruction.selectors.size() != operands || !read_selectors(instruction.selectors, *form))
        return Supported::no;
    form->signed_d = !compares && ptx::is_signed(instruction.types[0]);
    form->signed_a = ptx::is_signed(instruction.types[types - 2]);
    form->signed_b = ptx::is_signed(instruction.types[types - 1]);
    const int seconds = int { form->accumulates } + int { form->takes_minimum } + int { form->takes_maximum };
    const bool merges = form->count == 1 && form->d.bytes != 4;
    const bool multiplies = form->action == VideoAction::multiply_add;
    if (seconds > 1 || (merges && (seconds != 0 || multiplies)) || (multiplies && seconds != 0))
        return Supported::no;
    const bool needs_third = form->count != 1 || seconds != 0 || merges || multiplies;
    if (needs_third != (operands == 4))
        return Supported::no;
    const std::array<std::uint32_t*, 3> rows { &operation.a, &operation.b, &operation.c };
    for (std::size_t i = 0; i + 1 < operands; ++i) {
        const auto row = source(lowering, instruction.operands[i + 1], 4, ptx::Type::b32);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    if (operands == 3)
        operation.c = operation.a;
    const auto d = destination(lowering, instruction.operands[0], 4);
    if (!d)
        return Supported::no;
    operation.d = *d;
    operation.full = &run_video;
    operation.masked = &run_video;
    point_to(operation, form.get());
    lowering.body->forms.video.push_back(std::move(form));
    return Supported::yes;
}

} // namespace warpstage::simt
