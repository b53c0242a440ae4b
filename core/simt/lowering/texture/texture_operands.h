// What texture and surface instructions have in common: a handle, coordinates, and vectors of registers.
#pragma once

#include "core/simt/lowering/lowering.h"
#include "core/simt/texture/texture_geometry.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpstage::simt {

// The elements of a vector operand; nothing for any other operand.
[[nodiscard]] std::optional<std::vector<ptx::Operand>> elements_of_vector(const ptx::Operand& operand);

// The row of "[%rd1]" in unified mode: a register with a texture or surface object.
[[nodiscard]] std::optional<std::uint32_t> handle_row(Lowering& lowering, const ptx::Operand& operand);

// Fills the rows of the layer and of the coordinates, of 4 bytes per lane; `coordinates` has as many as the geometry, or more.
// Elements behind them only pad the vector.
Supported lower_coordinates(Lowering& lowering, const ptx::Operand& operand, TextureGeometry geometry, ptx::Type type,
    std::uint32_t& layer, std::span<std::uint32_t> coordinates);

} // namespace warpstage::simt
