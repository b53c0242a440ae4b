#include "core/simt/memory/vector_atomic.h"

#include "core/simt/lane_value.h"
#include "core/simt/memory/address_space.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace warpstage::simt {

namespace {

const VectorAtomicForm& form_behind(const Operation& operation)
{
    const std::uint64_t address = std::uint64_t { operation.e } << 32U | operation.c;
    return *std::bit_cast<const VectorAtomicForm*>(static_cast<std::uintptr_t>(address));
}

} // namespace

void point_to_elements(Operation& operation, const VectorAtomicForm* form)
{
    const std::uint64_t address = std::bit_cast<std::uintptr_t>(form);
    operation.c = static_cast<std::uint32_t>(address);
    operation.e = static_cast<std::uint32_t>(address >> 32U);
}

bool change_vector(WarpState& state, const Operation& operation)
{
    const VectorAtomicForm& form = form_behind(operation);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t address =
            lane_value<std::uint64_t>(state, operation.a, lane) + static_cast<std::uint64_t>(operation.displacement);
        const std::byte* const place = form.space == ptx::StateSpace::generic
            ? find_place(state, operation.site, lane, address, form.bytes)
            : find_place(state, operation.site, lane, SpaceAddress { form.space, address }, form.bytes);
        if (place == nullptr)
            return false;
    }
    return std::ranges::all_of(form.elements, [&](const Operation& element) { return element.masked(state, element); });
}

} // namespace warpstage::simt
