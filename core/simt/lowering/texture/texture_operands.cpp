#include "core/simt/lowering/texture/texture_operands.h"

#include <variant>

namespace warpstage::simt {

std::optional<std::vector<ptx::Operand>> elements_of_vector(const ptx::Operand& operand)
{
    const auto* vector = std::get_if<ptx::VectorOperand>(&operand);
    if (vector == nullptr)
        return std::nullopt;
    std::vector<ptx::Operand> elements;
    for (const ptx::ScalarOperand& scalar : vector->elements)
        elements.push_back(widened(scalar));
    return elements;
}

std::optional<std::uint32_t> handle_row(Lowering& lowering, const ptx::Operand& operand)
{
    const auto* address = std::get_if<ptx::AddressOperand>(&operand);
    const auto* id = address == nullptr || address->offset != 0 ? nullptr : std::get_if<ptx::RegisterId>(&address->base);
    return id == nullptr ? std::nullopt : source(lowering, ptx::RegisterOperand { *id, false }, 8, ptx::Type::u64);
}

Supported lower_coordinates(Lowering& lowering, const ptx::Operand& operand, TextureGeometry geometry, ptx::Type type,
    std::uint32_t& layer, std::span<std::uint32_t> coordinates)
{
    const auto elements = elements_of_vector(operand);
    const GeometryTraits& traits = traits_of(geometry);
    const std::size_t first = traits.layered ? 1 : 0;
    if (!elements || elements->size() < first + traits.coordinates)
        return Supported::no;
    if (traits.layered) {
        const auto row = source(lowering, elements->front(), 4, ptx::Type::u32);
        if (!row)
            return Supported::no;
        layer = *row;
    }
    for (std::size_t i = 0; i < traits.coordinates; ++i) {
        const auto row = source(lowering, (*elements)[first + i], 4, type);
        if (!row)
            return Supported::no;
        coordinates[i] = *row;
    }
    return Supported::yes;
}

} // namespace warpstage::simt
