#include "core/simt/checks/request.h"

#include "core/simt/memory/address_space.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <variant>

namespace warpstage::simt {

namespace {

// All lanes: the inactive ones cost less than a test of each.
template <typename Word> void copy_row(const WarpState& state, std::uint32_t row, std::array<std::uint64_t, kMaxLanes>& to)
{
    std::array<Word, kMaxLanes> words;
    std::memcpy(words.data(), state.registers + row, sizeof(words));
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        to[lane] = words[lane];
}

template <typename Word> void find_offsets(const WarpState& state, const Operation& operation, Access& access)
{
    std::array<Word, kMaxLanes> words;
    std::memcpy(words.data(), state.registers + operation.a, sizeof(words));
    const auto displacement = static_cast<Word>(operation.displacement);
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        access.addresses[lane] = static_cast<Word>(words[lane] + displacement);
}

// Whether all lanes have an address in the window, whose size is a power of two.
bool are_inside(const WarpState& state, const Access& access, std::uint64_t first, std::uint64_t bytes)
{
    std::uint64_t outside = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const auto active = static_cast<std::uint64_t>(std::int64_t { state.blend[lane] });
        outside |= (access.addresses[lane] - first) & ~(bytes - 1) & active;
    }
    return outside == 0;
}

void subtract(Access& access, std::uint64_t first)
{
    for (std::uint64_t& address : access.addresses)
        address -= first;
}

bool resolve_generic_addresses(const WarpState& state, Access& access)
{
    if (are_inside(state, access, 0, kFirstWindow)) {
        access.space = ptx::StateSpace::global;
        return true;
    }
    for (const ptx::StateSpace space : { ptx::StateSpace::shared, ptx::StateSpace::local }) {
        if (are_inside(state, access, window_of(space), kWindowBytes)) {
            access.space = space;
            subtract(access, window_of(space));
            return true;
        }
    }
    return false;
}

} // namespace

bool find_addresses(const WarpState& state, const Operation& operation, const MemoryForm& form, Access& access)
{
    const bool has_addresses =
        std::holds_alternative<std::monostate>(form.special) && !form.copies_to_shared && form.matrix_lanes == 0;
    if (!has_addresses)
        return false;
    access.space = form.space;
    access.kind = form.kind;
    access.bytes = form.bytes();
    access.lanes = state.active;
    if (form.address_bytes == sizeof(std::uint32_t))
        find_offsets<std::uint32_t>(state, operation, access);
    else
        find_offsets<std::uint64_t>(state, operation, access);
    if (form.space == ptx::StateSpace::generic)
        return resolve_generic_addresses(state, access);
    return form.space != ptx::StateSpace::shared || are_inside(state, access, 0, kSharedWindowBytes);
}

void read_stored_values(const WarpState& state, const Operation& operation, const MemoryForm& form, Access& access)
{
    if (form.lane_bytes == form.element_bytes && (form.elements == 1 || form.element_bytes == sizeof(std::uint64_t))) {
        if (form.element_bytes == sizeof(std::uint32_t))
            return copy_row<std::uint32_t>(state, operation.d, access.values);
        if (form.element_bytes == sizeof(std::uint64_t))
            return copy_row<std::uint64_t>(state, operation.d, access.values);
    }
    const std::array<std::uint32_t, 4> rows { operation.d, operation.b, operation.c, operation.e };
    for_each_lane(access.lanes, [&](unsigned lane) {
        access.values[lane] = 0;
        for (std::size_t at = 0; at < std::min<std::size_t>(access.bytes, sizeof(std::uint64_t)); at += form.element_bytes) {
            std::uint64_t element = 0;
            const std::byte* place = state.registers + rows[at / form.element_bytes] + std::size_t { lane } * form.lane_bytes;
            std::memcpy(&element, place, form.element_bytes);
            access.values[lane] |= element << (at * 8);
        }
    });
}

} // namespace warpstage::simt
