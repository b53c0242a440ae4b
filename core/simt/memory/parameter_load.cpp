#include "core/simt/memory/parameter_load.h"

#include <array>
#include <cstring>

namespace warpstage::simt {

bool load_parameter_elements(WarpState& state, const Operation& operation)
{
    const std::array<std::uint32_t, 4> rows { operation.d, operation.b, operation.c, operation.e };
    const std::size_t bytes = operation.element_bytes;
    for (std::size_t element = 0; element < operation.elements; ++element) {
        const std::byte* constant = state.registers + operation.a + element * bytes * kMaxLanes;
        for_each_lane(state.active,
            [&](unsigned lane) { std::memcpy(state.registers + rows[element] + lane * bytes, constant + lane * bytes, bytes); });
    }
    return true;
}

} // namespace warpstage::simt
