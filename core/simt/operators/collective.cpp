// Collective instructions of a warp: shfl, vote, match, redux, elect, activemask (PTX ISA, 9.7.9.6 and 9.7.13). The member masks
// are row e; the forms without .sync have none and refer to the active lanes. Results are written to members only, because a
// result may share the row of a mask that another group has not read yet.
#include "core/simt/operators/row_loops.h"
#include "core/simt/run/warp_members.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

enum class Membership : u8 { refused, one_group, several_groups };

[[gnu::always_inline]] inline Membership membership_of(WarpState& state, const Operation& operation)
{
    if (operation.e == kNoRow)
        return Membership::one_group;
    const u32* masks = row<u32>(state, operation.e);
    const u32 leading = masks[__builtin_ctz(state.active)];
    u32 differs = 0;
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        differs |= (masks[lane] ^ leading) & static_cast<u32>(state.blend[lane]);
    if (differs == 0 && (leading & state.existing) == state.active) [[likely]]
        return Membership::one_group;
    return members_agree(state, operation.e) ? Membership::several_groups : Membership::refused;
}

// Calls function(members) for each group of lanes with the same members; false if the masks are invalid.
template <typename Function>
[[gnu::always_inline]] inline bool for_groups(WarpState& state, const Operation& operation, Function function)
{
    switch (membership_of(state, operation)) {
    case Membership::refused:
        return false;
    case Membership::one_group:
        function(state.active);
        return true;
    case Membership::several_groups:
        for (LaneMask rest = state.active; rest != 0;) {
            const LaneMask members = row<u32>(state, operation.e)[__builtin_ctz(rest)] & state.existing;
            function(members);
            rest &= ~members;
        }
        return true;
    }
    __builtin_unreachable();
}

template <typename T> [[gnu::always_inline]] inline void fill(T* destination, LaneMask members, T value)
{
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        destination[lane] = (members >> lane & 1U) != 0 ? value : destination[lane];
}

[[gnu::always_inline]] inline void set_predicate(const WarpState& state, u32 offset, LaneMask members, LaneMask value)
{
    LaneMask& destination = predicate(state, offset);
    destination = (destination & ~members) | (value & members);
}

enum class Shuffle : u8 { up, down, bfly, idx };

// Operands: b is the lane or the distance, c the clamp in bits 0 to 4 and the segment mask in bits 8 to 12. A lane whose source
// is outside its segment or the warp gets its own value and a false predicate; so does a lane whose source is not a member, which
// PTX leaves undefined.
template <Shuffle kMode> struct Shuffled {
    static bool full(WarpState& state, const Operation& operation)
    {
        if (membership_of(state, operation) == Membership::refused) [[unlikely]]
            return false;
        const u32* a = row<u32>(state, operation.a);
        const u32* b = row<u32>(state, operation.b);
        const u32* c = row<u32>(state, operation.c);
        const u32* masks = operation.e == kNoRow ? c : row<u32>(state, operation.e);
        const u32 every = operation.e == kNoRow ? ~u32 { 0 } : 0;
        const u32 active = state.active;
        const s32 width = static_cast<s32>(state.warp_width);
        alignas(64) u32 sources[kMaxLanes];
        alignas(64) u32 inside[kMaxLanes];
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const s32 amount = static_cast<s32>(b[lane] & 31U);
            const s32 segment = static_cast<s32>(c[lane] >> 8U & 31U);
            const s32 here = static_cast<s32>(lane);
            const s32 lowest = here & segment;
            const s32 limit = lowest | (static_cast<s32>(c[lane] & 31U) & ~segment);
            s32 from = 0;
            if (kMode == Shuffle::up)
                from = here - amount;
            else if (kMode == Shuffle::down)
                from = here + amount;
            else if (kMode == Shuffle::bfly)
                from = here ^ amount;
            else
                from = lowest | (amount & ~segment);
            const bool in_segment = kMode == Shuffle::up ? from >= limit : from <= limit;
            const u32 within = in_segment && from < width ? 1U : 0U;
            const u32 lanes = (masks[lane] | every) & active;
            const u32 reads = within & lanes >> (static_cast<u32>(from) & 31U);
            inside[lane] = within;
            sources[lane] = (reads & 1U) != 0 ? static_cast<u32>(from) : lane;
        }
        // The destination may share a source's row.
        alignas(64) u32 values[kMaxLanes];
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            values[lane] = a[sources[lane]];
        u32* d = row<u32>(state, operation.d);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            d[lane] = state.blend[lane] != 0 ? values[lane] : d[lane];
        if (operation.site != kNoRow) {
            LaneMask within = 0;
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                within |= inside[lane] << lane;
            set_predicate(state, operation.site, active, within);
        }
        return true;
    }
    static constexpr Handler masked = &full;
    static constexpr u8 kSizes[4] = { sizeof(u32), sizeof(u32), sizeof(u32), sizeof(u32) };
};

enum class Vote : u8 { all, any, uni, ballot };

template <Vote kVote> struct Voted {
    static bool full(WarpState& state, const Operation& operation)
    {
        const LaneMask votes = predicate(state, operation.a) ^ (operation.predicate_negated ? ~LaneMask { 0 } : 0);
        return for_groups(state, operation, [&](LaneMask members) {
            const LaneMask ayes = votes & members;
            if (kVote == Vote::ballot) {
                fill(row<u32>(state, operation.d), members, ayes);
                return;
            }
            bool result = false;
            if (kVote == Vote::all)
                result = ayes == members;
            else if (kVote == Vote::any)
                result = ayes != 0;
            else
                result = ayes == members || ayes == 0;
            set_predicate(state, operation.d, members, result ? members : 0);
        });
    }
    static constexpr Handler masked = &full;
    static constexpr u8 kSizes[4] = { kVote == Vote::ballot ? sizeof(u32) : kPredicateSize, kPredicateSize, 0, 0 };
};

template <typename T> [[gnu::always_inline]] inline LaneMask lanes_with(const T* values, T value)
{
    LaneMask lanes = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        lanes |= values[lane] == value ? LaneMask { 1 } << lane : LaneMask { 0 };
    return lanes;
}

template <typename T> struct MatchAny {
    static bool full(WarpState& state, const Operation& operation)
    {
        const T* a = row<T>(state, operation.a);
        u32* d = row<u32>(state, operation.d);
        return for_groups(state, operation, [&](LaneMask members) {
            for (LaneMask rest = members; rest != 0;) {
                const LaneMask equal = lanes_with(a, a[__builtin_ctz(rest)]) & rest;
                fill(d, equal, equal);
                rest &= ~equal;
            }
        });
    }
    static constexpr Handler masked = &full;
    static constexpr u8 kSizes[4] = { sizeof(u32), sizeof(T), 0, 0 };
};

template <typename T> struct MatchAll {
    static bool full(WarpState& state, const Operation& operation)
    {
        const T* a = row<T>(state, operation.a);
        u32* d = row<u32>(state, operation.d);
        return for_groups(state, operation, [&](LaneMask members) {
            const bool same = (lanes_with(a, a[__builtin_ctz(members)]) & members) == members;
            fill(d, members, same ? members : 0);
            if (operation.site != kNoRow)
                set_predicate(state, operation.site, members, same ? members : 0);
        });
    }
    static constexpr Handler masked = &full;
    static constexpr u8 kSizes[4] = { sizeof(u32), sizeof(T), 0, 0 };
};

struct Sum {
    template <typename T> static T apply(T a, T b) { return a + b; }
};
struct Smaller {
    template <typename T> static T apply(T a, T b) { return b < a ? b : a; }
};
struct Larger {
    template <typename T> static T apply(T a, T b) { return b > a ? b : a; }
};
struct Conjunction {
    template <typename T> static T apply(T a, T b) { return a & b; }
};
struct Disjunction {
    template <typename T> static T apply(T a, T b) { return a | b; }
};
struct Difference {
    template <typename T> static T apply(T a, T b) { return a ^ b; }
};

template <typename Function, typename T> struct Reduced {
    static bool full(WarpState& state, const Operation& operation)
    {
        const T* a = row<T>(state, operation.a);
        return for_groups(state, operation, [&](LaneMask members) {
            T result = a[__builtin_ctz(members)];
            for (LaneMask rest = members & (members - 1); rest != 0; rest &= rest - 1)
                result = Function::template apply<T>(result, a[__builtin_ctz(rest)]);
            fill(row<T>(state, operation.d), members, result);
        });
    }
    static constexpr Handler masked = &full;
    static constexpr u8 kSizes[4] = { sizeof(T), sizeof(T), 0, 0 };
};

// PTX leaves open which member is elected, but requires the same one every time: here the first.
struct Elected {
    static bool full(WarpState& state, const Operation& operation)
    {
        return for_groups(state, operation, [&](LaneMask members) {
            fill(row<u32>(state, operation.d), members, static_cast<u32>(__builtin_ctz(members)));
            set_predicate(state, operation.site, members, members & (~members + 1));
        });
    }
    static constexpr Handler masked = &full;
    static constexpr u8 kSizes[4] = { sizeof(u32), 0, 0, 0 };
};

struct ActiveLanes {
    static bool full(WarpState& state, const Operation& operation)
    {
        fill(row<u32>(state, operation.d), state.active, state.active);
        return true;
    }
    static constexpr Handler masked = &full;
    static constexpr u8 kSizes[4] = { sizeof(u32), 0, 0, 0 };
};

#define COLLECTIVE(key, ...)                                                                                                     \
    Operator { key, &__VA_ARGS__::full, __VA_ARGS__::masked, __VA_ARGS__::kSizes[0], __VA_ARGS__::kSizes[1],                     \
        __VA_ARGS__::kSizes[2], __VA_ARGS__::kSizes[3] },

// clang-format off
    constexpr Operator kOperators[] = {
        COLLECTIVE("shfl.up.b32", Shuffled<Shuffle::up>)
        COLLECTIVE("shfl.down.b32", Shuffled<Shuffle::down>)
        COLLECTIVE("shfl.bfly.b32", Shuffled<Shuffle::bfly>)
        COLLECTIVE("shfl.idx.b32", Shuffled<Shuffle::idx>)
        COLLECTIVE("vote.all.pred", Voted<Vote::all>)
        COLLECTIVE("vote.any.pred", Voted<Vote::any>)
        COLLECTIVE("vote.uni.pred", Voted<Vote::uni>)
        COLLECTIVE("vote.ballot.b32", Voted<Vote::ballot>)
        COLLECTIVE("match.any.b32", MatchAny<u32>)
        COLLECTIVE("match.any.b64", MatchAny<u64>)
        COLLECTIVE("match.all.b32", MatchAll<u32>)
        COLLECTIVE("match.all.b64", MatchAll<u64>)
        COLLECTIVE("redux.add.u32", Reduced<Sum, u32>)
        COLLECTIVE("redux.add.s32", Reduced<Sum, u32>)
        COLLECTIVE("redux.min.u32", Reduced<Smaller, u32>)
        COLLECTIVE("redux.min.s32", Reduced<Smaller, s32>)
        COLLECTIVE("redux.max.u32", Reduced<Larger, u32>)
        COLLECTIVE("redux.max.s32", Reduced<Larger, s32>)
        COLLECTIVE("redux.and.b32", Reduced<Conjunction, u32>)
        COLLECTIVE("redux.or.b32", Reduced<Disjunction, u32>)
        COLLECTIVE("redux.xor.b32", Reduced<Difference, u32>)
        COLLECTIVE("elect", Elected)
        COLLECTIVE("activemask.b32", ActiveLanes)
    };
// clang-format on

} // namespace

OperatorList collective_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
