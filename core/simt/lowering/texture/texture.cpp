// Texture objects in unified mode: the handle selects texture and sampling (PTX ISA, 9.7.10 "Texture Instructions").
#include "core/simt/lowering/forms/memory_form.h"
#include "core/simt/lowering/texture/texture_operands.h"
#include "core/simt/texture/texture_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

// The modifiers of "tex.level.2d.v4.f32.f32" and "tld4.r.2d.v4.f32.f32".
struct Words {
    std::optional<TextureGeometry> geometry;
    std::string_view vector; // "v4", or "v2" of packed halves
    std::optional<std::uint32_t> component;
    std::size_t extra_operands = 0; // a level or gradients: ignored, because textures have only one level here
};

std::optional<Words> words_of(const ptx::Instruction& instruction)
{
    constexpr std::array<std::string_view, 4> kComponents { "r", "g", "b", "a" };
    Words words;
    for (const std::string_view word : instruction.modifiers) {
        const auto* component = std::find(kComponents.begin(), kComponents.end(), word);
        if (const auto geometry = parse_geometry(word))
            words.geometry = geometry;
        else if (word == "v4" || word == "v2")
            words.vector = word;
        else if (instruction.opcode == ptx::Opcode::tld4 && component != kComponents.end())
            words.component = static_cast<std::uint32_t>(component - kComponents.begin());
        else if (instruction.opcode == ptx::Opcode::tex && (word == "level" || word == "grad"))
            words.extra_operands = word == "level" ? 1 : 2;
        else if (word != "base")
            return std::nullopt;
    }
    if (words.vector.empty() || !words.geometry || words.component.has_value() != (instruction.opcode == ptx::Opcode::tld4))
        return std::nullopt;
    return words;
}

std::optional<TextureResult> result_of_types(std::string_view vector, ptx::Type type)
{
    using enum ptx::Type;
    if (vector == "v2")
        return type == f16x2 ? std::optional { TextureResult::packed_halves } : std::nullopt;
    if (type == u32 || type == s32)
        return TextureResult::integers;
    if (type == f32)
        return TextureResult::floats;
    return type == f16 ? std::optional { TextureResult::halves } : std::nullopt;
}

// tex1Dfetch() has integers for coordinates, tex2Dgather() exists in a plane and in its kin.
bool fits(TextureAction action, TextureGeometry geometry)
{
    const bool is_flat = geometry == TextureGeometry::plane || geometry == TextureGeometry::planes
        || geometry == TextureGeometry::cube || geometry == TextureGeometry::cubes;
    return action == TextureAction::sample || (action == TextureAction::fetch && geometry == TextureGeometry::line)
        || (action == TextureAction::gather && is_flat);
}

// What txq and suq can ask; the numbers of the other properties are not documented.
struct NamedProperty {
    std::string_view word;
    TextureProperty property;
    bool of_textures;
    bool of_surfaces;
};
constexpr std::array kProperties {
    NamedProperty { "width", TextureProperty::width, true, true },
    NamedProperty { "height", TextureProperty::height, true, true },
    NamedProperty { "depth", TextureProperty::depth, true, true },
    NamedProperty { "array_size", TextureProperty::array_size, true, true },
    NamedProperty { "num_mipmap_levels", TextureProperty::levels, true, false },
    NamedProperty { "normalized_coords", TextureProperty::normalized_coordinates, true, false },
    NamedProperty { "memory_layout", TextureProperty::linear_layout, false, true },
};

void use_texture(Lowering& lowering, std::unique_ptr<const TextureForm> form, Operation& operation)
{
    operation.full = &fetch_texture;
    operation.masked = &fetch_texture;
    use_memory_form(*lowering.body, std::move(form), lowering.body->forms.texture, operation);
}

} // namespace

// "txq.width.b32 %r1, [%rd1]", "suq.width.b32 %r1, [%rd1]".
Supported lower_texture_query(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 2 || instruction.modifiers.size() != 1)
        return Supported::no;
    auto form = std::make_unique<TextureForm>();
    form->action = TextureAction::query;
    form->use = instruction.opcode == ptx::Opcode::suq ? TextureUse::surface : TextureUse::texture;
    const auto* const asked = std::ranges::find(kProperties, instruction.modifiers.front(), &NamedProperty::word);
    if (asked == kProperties.end() || !(form->use == TextureUse::surface ? asked->of_surfaces : asked->of_textures)) {
        return refuse(lowering,
            fmt::format("the virtual machine does not execute `{}.{}`, whose numbers are not documented",
                ptx::name_of(instruction.opcode), instruction.modifiers.front()));
    }
    form->property = asked->property;
    const auto handle = handle_row(lowering, instruction.operands[1]);
    const auto row = destination(lowering, instruction.operands[0], 4);
    if (!handle || !row)
        return Supported::no;
    form->handle = *handle;
    form->results[0] = *row;
    use_texture(lowering, std::move(form), operation);
    return Supported::yes;
}

// "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]".
Supported lower_fetch(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const std::optional<Words> words = words_of(instruction);
    const std::vector<ptx::Operand>& operands = instruction.operands;
    if (!words || instruction.types.size() != 2)
        return Supported::no;
    const std::size_t texture = operands.size() > 1 && std::holds_alternative<ptx::AddressOperand>(operands[1]) ? 1 : 2;
    const auto result = result_of_types(words->vector, instruction.types[0]);
    const ptx::Type coordinate = instruction.types[1];
    const bool fetches = coordinate == ptx::Type::s32;
    if (operands.size() != texture + 2 + words->extra_operands || !result || (coordinate != ptx::Type::f32 && !fetches)
        || (fetches && words->extra_operands != 0))
        return Supported::no;
    auto form = std::make_unique<TextureForm>();
    form->action = words->component ? TextureAction::gather : fetches ? TextureAction::fetch : TextureAction::sample;
    form->operators = &texture_operators(lowering.set);
    form->geometry = *words->geometry;
    form->result = *result;
    form->component = words->component.value_or(0);
    if (!fits(form->action, form->geometry) || (words->component && fetches))
        return Supported::no;

    const auto handle = handle_row(lowering, operands[texture]);
    const auto results = elements_of_vector(operands[0]);
    const std::size_t count = *result == TextureResult::packed_halves ? 2 : 4;
    if (!handle || !results || results->size() != count
        || lower_coordinates(lowering, operands[texture + 1], form->geometry, coordinate, form->layer, form->coordinates)
            == Supported::no)
        return Supported::no;
    form->handle = *handle;
    for (std::size_t i = 0; i < count; ++i) {
        const auto row = destination(lowering, (*results)[i], *result == TextureResult::halves ? 2 : 4);
        if (!row)
            return Supported::no;
        form->results[i] = *row;
    }
    if (texture == 2) {
        const auto row = destination(lowering, operands[1], kPredicateSize);
        if (!row)
            return Supported::no;
        form->resident = *row;
    }
    use_texture(lowering, std::move(form), operation);
    return Supported::yes;
}

} // namespace warpstage::simt
