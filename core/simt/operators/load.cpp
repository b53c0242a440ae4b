// ld from every space and from generic addresses (PTX ISA, 9.7.9.8). Cache and ordering modifiers change nothing here.
#include "core/simt/operators/memory_pattern.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename Register>
[[gnu::always_inline]] inline void fill(const WarpState& state, Register* destination, Register value)
{
    if (state.active == ~LaneMask { 0 }) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            destination[lane] = value;
    } else {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            destination[lane] = state.blend[lane] != 0 ? value : destination[lane];
    }
}

template <typename Element, typename Register>
[[gnu::always_inline]] inline void copy(const WarpState& state, Register* destination, const std::byte* source)
{
    if (state.active == ~LaneMask { 0 }) {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            destination[lane] = static_cast<Register>(read<Element>(source + lane * sizeof(Element)));
    } else {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const Register value = static_cast<Register>(read<Element>(source + lane * sizeof(Element)));
            destination[lane] = state.blend[lane] != 0 ? value : destination[lane];
        }
    }
}

template <typename Element, typename Register>
[[gnu::noinline]] void gather(const WarpState& state, const Operation& operation, std::byte* const (&places)[kMaxLanes])
{
    for (unsigned element = 0; element < operation.elements; ++element) {
        Register* destination = row<Register>(state, element_row(operation, element));
        for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
            destination[lane] = static_cast<Register>(read<Element>(places[lane] + element * sizeof(Element)));
        }
    }
}

template <typename Space, Elements kElements, typename Element, typename Register>
bool load(WarpState& state, const Operation& operation)
{
    const unsigned count = count_of<kElements>(operation);
    const u64 bytes = count * sizeof(Element);
    const Request request = classify<Space>(state, operation, bytes);
    switch (request.pattern) {
    case Pattern::uniform:
        for (unsigned element = 0; element < count; ++element) {
            const Element value = read<Element>(request.data + request.first + element * sizeof(Element));
            fill(state, row<Register>(state, element_row(operation, element)), static_cast<Register>(value));
        }
        return true;
    case Pattern::consecutive:
        if (kElements == Elements::one) [[likely]] {
            copy<Element>(state, row<Register>(state, operation.d), request.data + request.first);
            return true;
        }
        [[fallthrough]];
    case Pattern::scattered: {
        using Address = typename Space::Address;
        const Address* a = row<Address>(state, operation.a);
        const Address offset = static_cast<Address>(operation.displacement) - static_cast<Address>(request.base);
        std::byte* places[kMaxLanes];
        for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
            places[lane] = request.data + static_cast<Address>(a[lane] + offset);
        }
        gather<Element, Register>(state, operation, places);
        return true;
    }
    case Pattern::apart: {
        std::byte* places[kMaxLanes];
        if (!places_apart(state, operation, bytes, places))
            return false;
        gather<Element, Register>(state, operation, places);
        return true;
    }
    case Pattern::fault:
        return false;
    }
    __builtin_unreachable();
}

// Where each lane has an address of its own from the start: `places` finds them.
using Places = bool (*)(WarpState&, const Operation&, u64, std::byte* (&)[kMaxLanes]);

template <Places places_of, typename Element, typename Register> bool load_apart(WarpState& state, const Operation& operation)
{
    std::byte* places[kMaxLanes];
    if (!places_of(state, operation, operation.elements * sizeof(Element), places))
        return false;
    gather<Element, Register>(state, operation, places);
    return true;
}

template <typename Space, Elements kElements, typename Element, typename Register>
bool load_generic(WarpState& state, const Operation& operation)
{
    return generic<&load<SharedGeneric, kElements, Element, Register>,
        &load_apart<&places_local<kLocalWindow>, Element, Register>, &load<Space, kElements, Element, Register>,
        &load_apart<&places_generic, Element, Register>>(state, operation);
}

#define LOAD(key, Space, elements, Element, Register)                                                                            \
    Operator { key, &load<Space, elements, Element, Register>, &load<Space, elements, Element, Register>, sizeof(Register),      \
        sizeof(Space::Address), 0, 0 },
#define LOAD_GENERIC(key, Space, elements, Element, Register)                                                                    \
    Operator { key, &load_generic<Space, elements, Element, Register>, &load_generic<Space, elements, Element, Register>,        \
        sizeof(Register), sizeof(u64), 0, 0 },
#define LOAD_LOCAL(key, Space, elements, Element, Register)                                                                      \
    Operator { key, &load_apart<&places_local<0>, Element, Register>, &load_apart<&places_local<0>, Element, Register>,          \
        sizeof(Register), sizeof(u64), 0, 0 },

// clang-format off
    constexpr Operator kOperators[] = {
        WARPSTAGE_EACH_ELEMENT(LOAD, Shared32, "ld.shared.a32")
        WARPSTAGE_EACH_ELEMENT(LOAD, Shared64, "ld.shared.a64")
        WARPSTAGE_EACH_ELEMENT(LOAD, Global, "ld.global.a64")
        WARPSTAGE_EACH_ELEMENT(LOAD_GENERIC, Global, "ld.generic.a64")
        WARPSTAGE_EACH_ELEMENT(LOAD_LOCAL, void, "ld.local.a64")
        WARPSTAGE_EACH_ELEMENT(LOAD, Constant, "ld.const.a64")
        WARPSTAGE_EACH_ELEMENT(LOAD, Parameter, "ld.param.a64")
    };
// clang-format on

} // namespace

OperatorList load_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
