// Surface objects in unified mode (PTX ISA, 9.7.11 "Surface Instructions").
#include "core/simt/lowering/forms/memory_form.h"
#include "core/simt/lowering/texture/texture_operands.h"
#include "core/simt/texture/surface_access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string_view>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::array<std::string_view, 7> kCacheWords { "ca", "cg", "cs", "cv", "wb", "wt", "b" };

// The modifiers of "sust.b.2d.v4.b8.clamp".
bool read_surface_words(const ptx::Instruction& instruction, SurfaceForm& form)
{
    bool has_geometry = false;
    for (const std::string_view word : instruction.modifiers) {
        if (const auto geometry = parse_geometry(word)) {
            form.geometry = *geometry;
            has_geometry = *geometry != TextureGeometry::cube && *geometry != TextureGeometry::cubes;
        } else if (word == "v2" || word == "v4") {
            form.elements = word == "v2" ? 2 : 4;
        } else if (word == "trap" || word == "clamp" || word == "zero") {
            form.bounds = word == "trap" ? SurfaceBounds::trap : word == "clamp" ? SurfaceBounds::clamp : SurfaceBounds::zero;
        } else if (std::ranges::find(kCacheWords, word) == kCacheWords.end()) {
            return false;
        }
    }
    return has_geometry && instruction.has_modifier("b") && instruction.types.size() == 1;
}

void use_surface(Lowering& lowering, std::unique_ptr<const SurfaceForm> form, Operation& operation)
{
    operation.full = &access_surface;
    operation.masked = &access_surface;
    use_memory_form(*lowering.body, std::move(form), lowering.body->forms.surface, operation);
}

} // namespace

// "suld.b.2d.v2.b32.trap {%r1, %r2}, [%rd1, {%r3, %r4}]", "sust.b.2d.b32.trap [%rd1, {%r3, %r4}], {%r1}".
Supported lower_surface_access(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.has_modifier("p"))
        return refuse(lowering, "the virtual machine does not execute formatted surface accesses (`.p`), which nvcc never emits");
    auto form = std::make_unique<SurfaceForm>();
    form->stores = instruction.opcode == ptx::Opcode::sust;
    if (!read_surface_words(instruction, *form) || instruction.operands.size() != 3)
        return Supported::no;
    const std::uint32_t bytes = ptx::size_of(instruction.types[0]);
    const auto values = elements_of_vector(instruction.operands[form->stores ? 2 : 0]);
    const std::size_t surface = form->stores ? 0 : 1;
    const auto handle = handle_row(lowering, instruction.operands[surface]);
    if (!handle || !values || values->size() != form->elements || bytes * form->elements > 16
        || lower_coordinates(
               lowering, instruction.operands[surface + 1], form->geometry, ptx::Type::s32, form->layer, form->coordinates)
            == Supported::no)
        return Supported::no;
    form->handle = *handle;
    form->element_bytes = static_cast<std::uint8_t>(bytes);
    // There are no registers of 8 bits; wider ones than necessary are allowed.
    form->lane_bytes =
        static_cast<std::uint8_t>(register_lane_bytes(lowering, values->front()).value_or(std::max<std::uint32_t>(bytes, 2)));
    if (form->lane_bytes < bytes)
        return Supported::no;
    for (std::size_t i = 0; i < form->elements; ++i) {
        const auto row = form->stores ? source(lowering, (*values)[i], form->lane_bytes, instruction.types[0])
                                      : destination(lowering, (*values)[i], form->lane_bytes);
        if (!row)
            return Supported::no;
        form->values[i] = *row;
    }
    use_surface(lowering, std::move(form), operation);
    return Supported::yes;
}

} // namespace warpstage::simt
