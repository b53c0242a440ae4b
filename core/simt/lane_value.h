// The value of one lane in a register row.
#pragma once

#include "core/simt/operation.h"

#include <cstdint>
#include <cstring>

namespace warpstage::simt {

template <typename Value> [[nodiscard]] Value lane_value(const WarpState& state, std::uint32_t row, unsigned lane)
{
    Value value {};
    std::memcpy(&value, state.registers + row + lane * sizeof(Value), sizeof(Value));
    return value;
}

} // namespace warpstage::simt
