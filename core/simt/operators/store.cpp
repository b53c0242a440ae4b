// st to every space and to generic addresses (PTX ISA, 9.7.9.12). If several lanes write to one address, the highest lane wins:
// PTX leaves this undefined, and figures must not change between runs.
#include "core/simt/operators/load_store.h"
#include "core/simt/operators/transposed_lanes.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename Element, typename Register> struct Store {
    static constexpr u64 kBytes = sizeof(Element);
    static constexpr bool kInGroups = sizeof(Element) == sizeof(Register) && sizeof(Element) >= 4; // others are rare

    template <unsigned kCount>
    [[gnu::always_inline]] static Vector<Element, kCount> value_of(
        const WarpState& state, const Operation& operation, unsigned lane)
    {
        Vector<Element, kCount> value;
        for (unsigned element = 0; element < kCount; ++element)
            value.elements[element] = static_cast<Element>(row<Register>(state, element_row(operation, element))[lane]);
        return value;
    }

    template <unsigned kCount>
    [[gnu::always_inline]] static void uniform(const WarpState& state, const Operation& operation, std::byte* place)
    {
        const unsigned last = kMaxLanes - 1 - static_cast<unsigned>(__builtin_clz(state.active));
        write_single(place, value_of<kCount>(state, operation, last));
    }

    // False if a lane is not active.
    [[gnu::always_inline]] static bool consecutive(const WarpState& state, const Operation& operation, std::byte* place)
    {
        if (state.active != ~LaneMask { 0 })
            return false;
        const Register* source = row<Register>(state, operation.d);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            write<Element>(place + lane * sizeof(Element), static_cast<Element>(source[lane]));
        return true;
    }

    [[gnu::always_inline]] static void group(
        const WarpState& state, const Operation& operation, std::byte* place, unsigned group, bool consecutive)
    {
        const Register* const source = row<Register>(state, operation.d) + group * kGroup;
        if (!consecutive)
            return write<Element>(place, static_cast<Element>(source[kGroup - 1]));
        for (unsigned lane = 0; lane < kGroup; ++lane)
            write<Element>(place + lane * sizeof(Element), static_cast<Element>(source[lane]));
    }

    template <typename Address>
    [[gnu::always_inline]] static void scattered(
        const WarpState& state, const Operation& operation, std::byte* data, const Address* a, Address offset)
    {
        for_each_active(state, [&](unsigned lane) {
            write_single(data + static_cast<Address>(a[lane] + offset), value_of<1>(state, operation, lane));
        });
    }

    template <unsigned kCount>
    [[gnu::noinline]] static void places(
        const WarpState& state, const Operation& operation, std::byte* const (&places)[kMaxLanes])
    {
#if defined(__AVX__)
        if constexpr (is_transposed<Element, Register, kCount>) {
            if (state.active == ~LaneMask { 0 }) {
                const Register* rows[kCount];
                for (unsigned element = 0; element < kCount; ++element)
                    rows[element] = row<Register>(state, element_row(operation, element));
                for (unsigned lane = 0; lane < kMaxLanes; lane += kLanesTogether<Element>)
                    write_lanes<Element, kCount>(places + lane, load_rows<Element, kCount>(rows, lane));
                return;
            }
        }
#endif
        for_each_active(state, [&](unsigned lane) { write_single(places[lane], value_of<kCount>(state, operation, lane)); });
    }
};

#define MOVE Store
// clang-format off
    constexpr Operator kOperators[] = {
        WARPSTAGE_EACH_ELEMENT(ACCESS, Shared32, "st.shared.a32")
        WARPSTAGE_EACH_ELEMENT(ACCESS, Shared64, "st.shared.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS_CLUSTER, u32, "st.cluster.a32")
        WARPSTAGE_EACH_ELEMENT(ACCESS_CLUSTER, u64, "st.cluster.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS, Global, "st.global.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS_GENERIC, Global, "st.generic.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS_LOCAL, void, "st.local.a64")
    };
// clang-format on

} // namespace

OperatorList store_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
