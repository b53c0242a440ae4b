// Accesses of 16 bytes that are single: another thread of the host that accesses the same 16 bytes sees all or none of them
// changed, as on every GPU. ld.b128 and st.b128 are single by the memory model (PTX ISA, "Scalar data-types"); for vectors the
// model promises only single elements, but the hardware does more, and CUB's look-back stores a state and its value in one
// vector.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpstage::simt {

struct Wide {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const Wide&) const = default;
};
static_assert(sizeof(Wide) == 16);

// `place`: aligned to 16 where other threads access it too; elsewhere any address.
[[nodiscard]] Wide load_single(const std::byte* place);
void store_single(std::byte* place, const Wide& value);
// Stores `after` if the memory contains `before`. Returns whether it did.
[[nodiscard]] bool swap_single(std::byte* place, const Wide& before, const Wide& after);

} // namespace warpstage::simt
