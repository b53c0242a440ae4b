// st to every space and to generic addresses (PTX ISA, 9.7.9.12). Where lanes write one place the highest lane wins: PTX leaves
// it open, and a picture should not change from run to run.
#include "core/simt/operators/memory_pattern.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename Element, typename Register>
[[gnu::noinline]] void scatter(const WarpState& state, const Operation& operation, std::byte* const (&places)[kMaxLanes])
{
    for (unsigned element = 0; element < operation.elements; ++element) {
        const Register* source = row<Register>(state, element_row(operation, element));
        for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
            write<Element>(places[lane] + element * sizeof(Element), static_cast<Element>(source[lane]));
        }
    }
}

template <typename Space, Elements kElements, typename Element, typename Register>
bool store(WarpState& state, const Operation& operation)
{
    const unsigned count = count_of<kElements>(operation);
    const u64 bytes = count * sizeof(Element);
    const Request request = classify<Space>(state, operation, bytes);
    switch (request.pattern) {
    case Pattern::uniform: {
        const unsigned last = kMaxLanes - 1 - static_cast<unsigned>(__builtin_clz(state.active));
        for (unsigned element = 0; element < count; ++element) {
            const Register* source = row<Register>(state, element_row(operation, element));
            write<Element>(request.data + request.first + element * sizeof(Element), static_cast<Element>(source[last]));
        }
        return true;
    }
    case Pattern::consecutive:
        if (kElements == Elements::one && state.active == ~LaneMask { 0 }) [[likely]] {
            const Register* source = row<Register>(state, operation.d);
            std::byte* destination = request.data + request.first;
            WARPSTAGE_LANES
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                write<Element>(destination + lane * sizeof(Element), static_cast<Element>(source[lane]));
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
        scatter<Element, Register>(state, operation, places);
        return true;
    }
    case Pattern::apart: {
        std::byte* places[kMaxLanes];
        if (!places_apart(state, operation, bytes, places))
            return false;
        scatter<Element, Register>(state, operation, places);
        return true;
    }
    case Pattern::fault:
        return false;
    }
    __builtin_unreachable();
}

// Where each lane has an address of its own from the start: `places` finds them.
using Places = bool (*)(WarpState&, const Operation&, u64, std::byte* (&)[kMaxLanes]);

template <Places places_of, typename Element, typename Register> bool store_apart(WarpState& state, const Operation& operation)
{
    std::byte* places[kMaxLanes];
    if (!places_of(state, operation, operation.elements * sizeof(Element), places))
        return false;
    scatter<Element, Register>(state, operation, places);
    return true;
}

template <typename Space, Elements kElements, typename Element, typename Register>
bool store_generic(WarpState& state, const Operation& operation)
{
    return generic<&store<SharedGeneric, kElements, Element, Register>,
        &store_apart<&places_local<kLocalWindow>, Element, Register>, &store<Space, kElements, Element, Register>,
        &store_apart<&places_generic, Element, Register>>(state, operation);
}

#define STORE(key, Space, elements, Element, Register)                                                                           \
    Operator { key, &store<Space, elements, Element, Register>, &store<Space, elements, Element, Register>, sizeof(Register),    \
        sizeof(Space::Address), 0, 0 },
#define STORE_GENERIC(key, Space, elements, Element, Register)                                                                   \
    Operator { key, &store_generic<Space, elements, Element, Register>, &store_generic<Space, elements, Element, Register>,      \
        sizeof(Register), sizeof(u64), 0, 0 },
#define STORE_LOCAL(key, Space, elements, Element, Register)                                                                     \
    Operator { key, &store_apart<&places_local<0>, Element, Register>, &store_apart<&places_local<0>, Element, Register>,        \
        sizeof(Register), sizeof(u64), 0, 0 },

// clang-format off
    constexpr Operator kOperators[] = {
        WARPSTAGE_EACH_ELEMENT(STORE, Shared32, "st.shared.a32")
        WARPSTAGE_EACH_ELEMENT(STORE, Shared64, "st.shared.a64")
        WARPSTAGE_EACH_ELEMENT(STORE, Global, "st.global.a64")
        WARPSTAGE_EACH_ELEMENT(STORE_GENERIC, Global, "st.generic.a64")
        WARPSTAGE_EACH_ELEMENT(STORE_LOCAL, void, "st.local.a64")
    };
// clang-format on

} // namespace

OperatorList store_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
