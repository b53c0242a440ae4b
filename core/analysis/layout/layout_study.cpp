#include "core/analysis/layout/layout_study.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/layout/expression.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::analysis {

namespace {

using layout::Major;
using layout::SwizzleMode;

constexpr std::string_view kTma = "tma.";
constexpr std::string_view kOperand = "wgmma.";
constexpr std::string_view kNoSwizzle = "none";

// What the text of the access asks for.
using Asked = std::variant<LayoutAccess, SwizzleMode, Major>;

Result<Asked> asked_for(const std::string& text)
{
    const std::string_view name = text;
    if (name.starts_with(kTma)) {
        if (const auto mode = layout::swizzle_mode_of(name.substr(kTma.size())))
            return Asked { *mode };
        return Error { fmt::format(
            "Unknown swizzle of a tensor copy `{}`. Use `tma.none`, `tma.32B`, `tma.64B` or `tma.128B`.", text) };
    }
    if (name == "wgmma.k" || name == "wgmma.mn")
        return Asked { name == "wgmma.k" ? Major::k : Major::mn };
    if (name.starts_with(kOperand))
        return Error { fmt::format("Unknown matrix descriptor `{}`. Use `wgmma.k` or `wgmma.mn`.", text) };
    auto access = parse_layout_access(text);
    if (!access)
        return access.error();
    return Asked { *std::move(access) };
}

// "mma.m16n8k16…" and "SM80_16x8x16_…", which no layout begins with.
bool names_instruction(std::string_view text)
{
    constexpr std::array<std::string_view, 7> kBegins { "mma.", "wgmma.", "ldmatrix", "stmatrix", "movmatrix", "tcgen05.", "SM" };
    return std::ranges::any_of(kBegins, [&](std::string_view begin) { return text.starts_with(begin); });
}

bool is_descriptor(std::string_view text)
{
    return text.starts_with("0x") || text.starts_with("0X");
}

Result<OperandDescriptor> decoded(const std::string& text, int element_bits, Major major)
{
    const auto bits = number_in<std::uint64_t>(std::string_view { text }.substr(2), 16);
    if (!bits)
        return Error { fmt::format("A matrix descriptor is a hexadecimal number of at most 64 bits, not `{}`.", text) };
    return decoded_operand(*bits, element_bits, major);
}

Result<layout::ComposedLayout> layout_of(const LayoutQuestion& question)
{
    auto composed = layout::evaluate_layout(question.layout);
    if (!composed || question.swizzle == kNoSwizzle)
        return composed;
    if (!composed->swizzle.is_identity())
        return Error { "The layout has a swizzle. Set the field of the swizzle to `none`." };
    const auto swizzle = layout::parse_swizzle(question.swizzle);
    if (!swizzle)
        return swizzle.error();
    composed->swizzle = *swizzle;
    return composed;
}

// Of a shell, in single quotes.
std::string shell_word(const std::string& text)
{
    const bool plain = std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == ',' || c == '_';
    });
    return plain ? text : fmt::format("'{}'", text);
}

} // namespace

const std::string& LayoutQuestion::text(LayoutField field) const
{
    switch (field) {
    case LayoutField::swizzle:
        return swizzle;
    case LayoutField::type:
        return type;
    case LayoutField::access:
        return access;
    case LayoutField::layout:
        break;
    }
    return layout;
}

std::string& LayoutQuestion::text(LayoutField field)
{
    return const_cast<std::string&>(std::as_const(*this).text(field)); // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

std::string_view name_of(LayoutField field)
{
    constexpr std::array<std::string_view, kLayoutFields.size()> kNames { "layout", "swizzle", "type", "access" };
    return kNames[static_cast<std::size_t>(field)];
}

std::vector<std::string> suggestions_for(LayoutField field)
{
    std::vector<std::string> texts;
    switch (field) {
    case LayoutField::layout:
        return { "(64,64):(64,1)", "(8,64):(64,1)", "(64,64):(72,1)", "(64,16):(64,1)", "((64,2),(8,2)):((1,1024),(64,512))",
            "tile_to_shape(Sw<3,3,3> o (8,64):(64,1), (128,64))", "mma.m16n8k16.f32.f16.f16.f32", "wgmma.m64n128k16.f32.f16.f16",
            "ldmatrix.x4", "tcgen05.ld.16x256b.x1", "tcgen05.mma.m128n64" };
    case LayoutField::swizzle:
        return { std::string { kNoSwizzle }, "1,3,3", "2,3,3", "3,3,3", "3,4,3", "3,3,4" };
    case LayoutField::type:
        for (const layout::ElementType& type : layout::kElementTypes)
            texts.emplace_back(type.name);
        return texts;
    case LayoutField::access:
        texts = layout_access_names();
        for (const SwizzleMode mode : layout::kSwizzleModes)
            texts.push_back(fmt::format("{}{}", kTma, name_of(mode)));
        texts.insert(texts.end(), { "wgmma.k", "wgmma.mn" });
        return texts;
    }
    return texts;
}

Result<void> check_field(LayoutField field, const std::string& text)
{
    const auto checked = [](const auto& result) {
        return result ? Result<void> {} : Result<void>(result.error());
    };
    switch (field) {
    case LayoutField::layout:
        return names_instruction(text) ? checked(layout::fragments_of(text))
            : is_descriptor(text)      ? checked(decoded(text, 16, Major::k))
                                       : checked(layout::evaluate_layout(text));
    case LayoutField::swizzle:
        return text == kNoSwizzle ? Result<void> {} : checked(layout::parse_swizzle(text));
    case LayoutField::type:
        return checked(layout::parse_element_type(text));
    case LayoutField::access:
        return checked(asked_for(text));
    }
    return {};
}

Result<OperandDescriptor> operand_descriptor(const layout::ComposedLayout& layout, int element_bits, Major major)
{
    const auto fields = layout::descriptor_of(layout, element_bits, major);
    if (!fields)
        return fields.error();
    const auto bits = layout::encode_descriptor(*fields);
    if (!bits)
        return bits.error();
    return OperandDescriptor { major, size(layout.layout.mode(0)), size(layout.layout.mode(1)), *fields, *bits };
}

OperandDescriptor decoded_operand(std::uint64_t descriptor, int element_bits, Major major)
{
    constexpr int kDepthBits = 256; // of an instruction
    OperandDescriptor result { .major = major, .fields = layout::decode_descriptor(descriptor), .bits = descriptor };
    result.depth = kDepthBits / element_bits;
    return result;
}

Result<LayoutAnswer> answer_of(const arch::Traits& traits, const LayoutQuestion& question)
{
    if (names_instruction(question.layout)) {
        auto fragments = layout::fragments_of(question.layout);
        return fragments ? Result<LayoutAnswer>(*std::move(fragments)) : fragments.error();
    }
    const auto type = layout::parse_element_type(question.type);
    if (!type)
        return type.error();
    const auto asked = asked_for(question.access);
    if (!asked)
        return asked.error();
    if (is_descriptor(question.layout)) {
        const auto* major = std::get_if<Major>(&*asked);
        const auto operand = decoded(question.layout, type->bits, major == nullptr ? Major::k : *major);
        return operand ? Result<LayoutAnswer>(LayoutStudy { {}, *type, *operand }) : operand.error();
    }
    const auto composed = layout_of(question);
    if (!composed)
        return composed.error();
    LayoutStudy study { *composed, *type, {} };
    const auto keep = [&study](auto result) -> Result<LayoutAnswer> {
        if (!result)
            return result.error();
        study.shown = *std::move(result);
        return LayoutAnswer { std::move(study) };
    };
    if (const auto* mode = std::get_if<SwizzleMode>(&*asked))
        return keep(layout::compare_with_tma(*composed, type->bits, *mode));
    if (const auto* major = std::get_if<Major>(&*asked))
        return keep(operand_descriptor(*composed, type->bits, *major));
    return keep(conflicts_of(traits, *composed, type->bits, std::get<LayoutAccess>(*asked)));
}

std::string command_of(const LayoutQuestion& question)
{
    if (names_instruction(question.layout))
        return fmt::format("warpstage layout --instruction {}", shell_word(question.layout));
    if (is_descriptor(question.layout))
        return fmt::format("warpstage layout --decode {}", question.layout);
    std::string text = fmt::format("warpstage layout {}", shell_word(question.layout));
    if (question.swizzle != kNoSwizzle)
        text += fmt::format(" --swizzle {}", shell_word(question.swizzle));
    text += fmt::format(" --type {}", shell_word(question.type));
    const std::string_view access = question.access;
    if (access.starts_with(kTma))
        return text + fmt::format(" --tma {}", access.substr(kTma.size()));
    if (access.starts_with(kOperand))
        return text + fmt::format(" --descriptor {}", access.substr(kOperand.size()));
    return text + fmt::format(" --access {}", access);
}

} // namespace warpstage::analysis
