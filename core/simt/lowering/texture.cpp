// Texture objects in unified mode: the handle selects texture and sampling (PTX ISA, 9.7.10 "Texture Instructions").
#include "core/simt/lowering/lowering.h"
#include "core/simt/texture/texture_fetch.h"

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
    std::uint32_t dimensions = 0;
    std::optional<std::uint32_t> component;
    std::size_t extra_operands = 0; // a level or gradients: ignored, because textures have only one level here
};

std::optional<Words> words_of(const ptx::Instruction& instruction)
{
    constexpr std::array<std::string_view, 4> kComponents { "r", "g", "b", "a" };
    Words words;
    bool has_four = false;
    for (const std::string_view word : instruction.modifiers) {
        const auto* component = std::find(kComponents.begin(), kComponents.end(), word);
        if (word == "1d" || word == "2d")
            words.dimensions = word == "1d" ? 1 : 2;
        else if (word == "v4")
            has_four = true;
        else if (instruction.opcode == ptx::Opcode::tld4 && component != kComponents.end())
            words.component = static_cast<std::uint32_t>(component - kComponents.begin());
        else if (instruction.opcode == ptx::Opcode::tex && (word == "level" || word == "grad"))
            words.extra_operands = word == "level" ? 1 : 2;
        else if (word != "base")
            return std::nullopt;
    }
    if (!has_four || words.dimensions == 0 || words.component.has_value() != (instruction.opcode == ptx::Opcode::tld4))
        return std::nullopt;
    return words;
}

std::optional<std::vector<ptx::Operand>> elements_of(const ptx::Operand& operand)
{
    const auto* vector = std::get_if<ptx::VectorOperand>(&operand);
    if (vector == nullptr)
        return std::nullopt;
    std::vector<ptx::Operand> elements;
    for (const ptx::ScalarOperand& scalar : vector->elements)
        elements.push_back(widened(scalar));
    return elements;
}

Supported lower_texture_handle(Lowering& lowering, const ptx::Operand& operand, TextureForm& form)
{
    const auto* address = std::get_if<ptx::AddressOperand>(&operand);
    const auto* id = address == nullptr || address->offset != 0 ? nullptr : std::get_if<ptx::RegisterId>(&address->base);
    const auto row = id == nullptr ? std::nullopt : source(lowering, ptx::RegisterOperand { *id, false }, 8, ptx::Type::u64);
    form.handle = row.value_or(kNoRow);
    return row ? Supported::yes : Supported::no;
}

void use_texture(Lowering& lowering, std::unique_ptr<const TextureForm> form, Operation& operation)
{
    operation.full = &fetch_texture;
    operation.masked = &fetch_texture;
    operation.displacement = std::bit_cast<std::int64_t>(form.get());
    operation.accesses_memory = true;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    MemoryForm memory;
    memory.texture = form.get();
    lowering.body->memory_forms.push_back(memory);
    lowering.body->forms.texture.push_back(std::move(form));
}

} // namespace

// "txq.width.b32 %r1, [%rd1]".
Supported lower_texture_query(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const bool width = instruction.has_modifier("width");
    if (instruction.operands.size() != 2 || instruction.modifiers.size() != 1 || (!width && !instruction.has_modifier("height")))
        return Supported::no;
    auto form = std::make_unique<TextureForm>();
    form->action = width ? TextureAction::width : TextureAction::height;
    form->dimensions = 0;
    if (lower_texture_handle(lowering, instruction.operands[1], *form) == Supported::no)
        return Supported::no;
    const auto row = destination(lowering, instruction.operands[0], 4);
    if (!row)
        return Supported::no;
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
    if (operands.size() != texture + 2 + words->extra_operands)
        return Supported::no;
    const ptx::Type result = instruction.types[0];
    const ptx::Type coordinate = instruction.types[1];
    const bool fetches = coordinate == ptx::Type::s32;
    const bool gathers = words->component.has_value();
    if ((result != ptx::Type::f32 && result != ptx::Type::s32 && result != ptx::Type::u32)
        || (coordinate != ptx::Type::f32 && !fetches) || (fetches && (words->dimensions != 1 || words->extra_operands != 0))
        || (gathers && (words->dimensions != 2 || fetches)))
        return Supported::no;
    auto form = std::make_unique<TextureForm>();
    form->action = gathers ? TextureAction::gather : fetches ? TextureAction::fetch : TextureAction::sample;
    form->dimensions = words->dimensions;
    form->gives_floats = result == ptx::Type::f32;
    form->component = words->component.value_or(0);

    const auto results = elements_of(operands[0]);
    const auto coordinates = elements_of(operands[texture + 1]);
    if (!results || results->size() != form->results.size() || !coordinates || coordinates->size() < form->dimensions)
        return Supported::no;
    if (lower_texture_handle(lowering, operands[texture], *form) == Supported::no)
        return Supported::no;
    // Elements beyond the dimensions only pad the vector.
    for (std::size_t i = 0; i < form->dimensions; ++i) {
        const auto row = source(lowering, (*coordinates)[i], 4, coordinate);
        if (!row)
            return Supported::no;
        form->coordinates[i] = *row;
    }
    for (std::size_t i = 0; i < form->results.size(); ++i) {
        const auto row = destination(lowering, (*results)[i], 4);
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
