#include "core/simt/memory/address_space.h"

#include "core/base/verify.h"

#include <cstring>

namespace warpstage::simt {

namespace {

struct Memory {
    std::byte* data = nullptr;
    std::uint64_t bytes = 0;
};

Memory memory_of(const WarpState& state, ptx::StateSpace space, unsigned lane)
{
    switch (space) {
    case ptx::StateSpace::local:
        return { state.local + lane * state.local_stride, state.local_bytes };
    case ptx::StateSpace::constant:
        return { state.constants, state.constant_bytes };
    case ptx::StateSpace::param:
        return { state.parameters, state.parameter_bytes };
    case ptx::StateSpace::shared:
    case ptx::StateSpace::global:
    case ptx::StateSpace::generic:
    case ptx::StateSpace::reg:
        break;
    }
    VERIFY_NOT_REACHED();
}

} // namespace

SpaceAddress resolve_generic(std::uint64_t address)
{
    if (address - kSharedWindow < kClusterWindowBytes)
        return { ptx::StateSpace::shared, address - kSharedWindow };
    for (const ptx::StateSpace space : { ptx::StateSpace::local, ptx::StateSpace::constant, ptx::StateSpace::param }) {
        const std::uint64_t offset = address - window_of(space);
        if (offset < kWindowBytes || 0 - offset < kWindowBytes)
            return { space, offset };
    }
    return { ptx::StateSpace::global, address };
}

std::uint64_t window_of(ptx::StateSpace space)
{
    switch (space) {
    case ptx::StateSpace::shared:
        return kSharedWindow;
    case ptx::StateSpace::local:
        return kLocalWindow;
    case ptx::StateSpace::constant:
        return kConstantWindow;
    case ptx::StateSpace::param:
        return kParameterWindow;
    case ptx::StateSpace::global:
    case ptx::StateSpace::generic:
    case ptx::StateSpace::reg:
        return 0;
    }
    VERIFY_NOT_REACHED();
}

SharedPlace resolve_shared(const WarpState& state, std::uint64_t address)
{
    const std::uint64_t in_cluster = address >= kSharedWindow ? address - kSharedWindow : address;
    const std::uint64_t slot = in_cluster / kSharedWindowBytes;
    const std::uint64_t offset = in_cluster % kSharedWindowBytes;
    if (slot == 0)
        return { state.shared, offset };
    const bool known = state.cluster != nullptr && slot <= state.cluster->count;
    return { known ? state.cluster->blocks[slot - 1] : nullptr, offset };
}

std::byte* find_shared_range(const WarpState& state, std::uint64_t address, std::uint64_t bytes)
{
    const SharedPlace place = resolve_shared(state, address);
    if (place.block == nullptr || state.shared_bytes < bytes || place.offset > state.shared_bytes - bytes)
        return nullptr;
    return place.block + place.offset;
}

std::byte* find_shared(const WarpState& state, std::uint64_t address, std::uint64_t bytes)
{
    return address % bytes == 0 ? find_shared_range(state, address, bytes) : nullptr;
}

std::byte* find_place(WarpState& state, std::uint32_t site, unsigned lane, const SpaceAddress& address, std::uint64_t bytes)
{
    if (address.offset % bytes != 0)
        return nullptr;
    if (address.space == ptx::StateSpace::shared)
        return find_shared(state, address.offset, bytes);
    if (address.space == ptx::StateSpace::global) {
        const DeviceMemory::Region* region = find_region(state, site, address.offset, bytes);
        return region == nullptr ? nullptr : region->data + (address.offset - region->base);
    }
    const Memory memory = memory_of(state, address.space, lane);
    if (memory.bytes < bytes || address.offset > memory.bytes - bytes)
        return nullptr;
    return memory.data + address.offset;
}

std::byte* find_place(WarpState& state, std::uint32_t site, unsigned lane, std::uint64_t address, std::uint64_t bytes)
{
    return find_place(state, site, lane, resolve_generic(address), bytes);
}

bool is_in_space(WarpState& state, const Operation& operation)
{
    const auto space = static_cast<ptx::StateSpace>(operation.displacement);
    LaneMask inside = 0;
    for_each_lane(state.active, [&](unsigned lane) {
        std::uint64_t address = 0;
        std::memcpy(&address, state.registers + operation.a + lane * sizeof(address), sizeof(address));
        const bool elsewhere =
            space == ptx::StateSpace::shared && operation.site == 0 && resolve_shared(state, address).block != state.shared;
        inside |= resolve_generic(address).space == space && !elsewhere ? LaneMask { 1 } << lane : 0;
    });
    LaneMask predicate = 0;
    std::memcpy(&predicate, state.registers + operation.d, sizeof(predicate));
    predicate = (predicate & ~state.active) | inside;
    std::memcpy(state.registers + operation.d, &predicate, sizeof(predicate));
    return true;
}

} // namespace warpstage::simt
