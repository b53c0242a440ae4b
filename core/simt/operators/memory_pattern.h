// The pattern of the addresses of a warp's memory request, found in one pass, and the memory that they refer to.
#pragma once

#include "core/simt/operators/row_loops.h"

#if defined(__AVX512VL__)
#include <immintrin.h>
#endif

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

// Shared memory is one window for a block; the address row may be 32 or 64 bits wide.
template <typename AddressType, u64 kBase> struct SharedWindow {
    using Address = AddressType;
    static constexpr bool kGlobal = false;

    static bool open(WarpState& state, const Operation&, u64, u64, std::byte*& data, u64& base, u64& size)
    {
        data = state.shared;
        base = kBase;
        size = state.shared_bytes;
        return true;
    }
};
using Shared32 = SharedWindow<u32, 0>;
using Shared64 = SharedWindow<u64, 0>;
using SharedGeneric = SharedWindow<u64, kSharedWindow>;

struct Global {
    using Address = u64;
    static constexpr bool kGlobal = true;

    static bool open(WarpState& state, const Operation& operation, u64 first, u64 bytes, std::byte*& data, u64& base, u64& size)
    {
        const DeviceMemory::Region* region = state.last_region[operation.site];
        if (region == nullptr || first - region->base >= region->size) [[unlikely]] {
            region = find_region(state, operation.site, first, bytes);
            if (region == nullptr)
                return false;
        }
        data = region->data;
        base = region->base;
        size = region->size;
        return true;
    }
};

// Constants and parameters: one window for the launch.
struct Constant {
    using Address = u64;
    static constexpr bool kGlobal = false;

    static bool open(WarpState& state, const Operation&, u64, u64, std::byte*& data, u64& base, u64& size)
    {
        data = state.constants;
        base = 0;
        size = state.constant_bytes;
        return true;
    }
};
struct Parameter {
    using Address = u64;
    static constexpr bool kGlobal = false;

    static bool open(WarpState& state, const Operation&, u64, u64, std::byte*& data, u64& base, u64& size)
    {
        data = state.parameters;
        base = 0;
        size = state.parameter_bytes;
        return true;
    }
};

// Blocks with rows of 8 or 16 threads access memory in pieces: each group of eight lanes has one address or consecutive ones.
constexpr unsigned kGroup = 8;
constexpr unsigned kGroups = kMaxLanes / kGroup;

enum class Pattern : u8 {
    uniform, // all active lanes have one address
    consecutive, // lane l has the first lane's address plus l accesses, and the memory for all 32 lanes exists
    grouped, // all lanes are active, and each group is uniform or consecutive
    scattered, // anything else inside one window
    apart, // lanes in different buffers
    fault,
};

struct Request {
    Pattern pattern = Pattern::fault;
    std::byte* data = nullptr; // the window's content
    u64 base = 0; // the window's first address
    u64 first = 0; // uniform: offset of the access; consecutive: offset of lane 0
    u64 groups[kGroups] = {}; // grouped: offset of the first lane of each group
    u32 consecutive_groups = 0; // grouped: a bit for each group; the other groups are uniform
};

// Whether each active lane l has the address `start` plus l times `step`.
template <typename Address>
[[gnu::always_inline]] inline bool follows(const WarpState& state, const Address* a, Address start, u32 step)
{
    Address differs = 0;
    if (state.active == ~LaneMask { 0 }) {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            differs |= static_cast<Address>(a[lane] - start - static_cast<Address>(lane * step));
        return differs == 0;
    }
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const Address keep = static_cast<Address>(static_cast<s64>(state.blend[lane]));
        differs |= static_cast<Address>((a[lane] - start - static_cast<Address>(lane * step)) & keep);
    }
    return differs == 0;
}

enum class GroupPattern : u8 { uniform, consecutive, other };

// The addresses of a group: all of them that of its first lane, or plus `step` per lane.
template <typename Address, u32 kStep> [[gnu::always_inline]] inline GroupPattern group_pattern(const Address* a)
{
#if defined(__AVX512VL__)
    // Compilers make 40 scalar instructions of the loops below.
    if constexpr (sizeof(Address) == 8) {
        const __m512i steps = _mm512_setr_epi64(0, kStep, 2 * kStep, 3 * kStep, 4 * kStep, 5 * kStep, 6 * kStep, 7 * kStep);
        const __m512i distances = _mm512_sub_epi64(_mm512_loadu_si512(a), _mm512_set1_epi64(static_cast<s64>(a[0])));
        if (_mm512_cmpneq_epi64_mask(distances, steps) == 0)
            return GroupPattern::consecutive;
        return _mm512_test_epi64_mask(distances, distances) == 0 ? GroupPattern::uniform : GroupPattern::other;
    } else {
        const __m256i steps = _mm256_setr_epi32(0, kStep, 2 * kStep, 3 * kStep, 4 * kStep, 5 * kStep, 6 * kStep, 7 * kStep);
        const __m256i distances =
            _mm256_sub_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(a)), _mm256_set1_epi32(static_cast<s32>(a[0])));
        if (_mm256_cmpneq_epi32_mask(distances, steps) == 0)
            return GroupPattern::consecutive;
        return _mm256_test_epi32_mask(distances, distances) == 0 ? GroupPattern::uniform : GroupPattern::other;
    }
#else
    const bool steps = a[1] != a[0];
    const Address step = steps ? kStep : 0;
    Address differs = 0;
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kGroup; ++lane)
        differs |= static_cast<Address>(a[lane] - a[0] - static_cast<Address>(lane * step));
    if (differs != 0)
        return GroupPattern::other;
    return steps ? GroupPattern::consecutive : GroupPattern::uniform;
#endif
}

// Whether all groups are uniform or consecutive and inside the window; fills in the request.
template <u32 kBytes, typename Address>
[[gnu::always_inline]] inline bool find_groups(Request& request, const Address* a, Address displacement, u64 size)
{
    u32 consecutive = 0;
    for (unsigned group = 0; group < kGroups; ++group) {
        const Address* const lanes = a + group * kGroup;
        const GroupPattern pattern = group_pattern<Address, kBytes>(lanes);
        if (pattern == GroupPattern::other)
            return false;
        const bool steps = pattern == GroupPattern::consecutive;
        const Address first = static_cast<Address>(lanes[0] + displacement);
        const u64 offset = static_cast<Address>(first - static_cast<Address>(request.base));
        const u64 span = steps ? kGroup * kBytes : kBytes;
        if (size < span || offset > size - span || (first & (kBytes - 1)) != 0)
            return false;
        request.groups[group] = offset;
        consecutive |= (steps ? 1U : 0U) << group;
    }
    request.consecutive_groups = consecutive;
    return true;
}

template <typename Space, u32 kGroupedBytes>
[[gnu::always_inline]] inline Request classify(WarpState& state, const Operation& operation, u64 bytes)
{
    using Address = typename Space::Address;
    const Address* a = row<Address>(state, operation.a);
    const unsigned leader = static_cast<unsigned>(__builtin_ctz(state.active));
    const unsigned last = kMaxLanes - 1 - static_cast<unsigned>(__builtin_clz(state.active));
    const Address leading = a[leader];
    const Address reach = static_cast<Address>(a[last] - leading); // most requests need only one of the loops below
    const bool uniform = reach == 0 && follows(state, a, leading, 0);

    Request request;
    const u64 first = static_cast<Address>(leading + static_cast<Address>(operation.displacement));
    u64 size = 0;
    if (!Space::open(state, operation, first, bytes, request.data, request.base, size)) [[unlikely]]
        return request;
    const u64 offset = first - request.base;
    const u64 limit = size - bytes;
    if (size < bytes || offset > limit || (first & (bytes - 1)) != 0) [[unlikely]]
        return request;
    if (uniform) {
        request.pattern = Pattern::uniform;
        request.first = offset;
        return request;
    }

    const u64 before = leader * bytes;
    if (reach == static_cast<Address>((last - leader) * bytes) && offset >= before && offset - before + kMaxLanes * bytes <= size
        && follows(state, a, static_cast<Address>(leading - static_cast<Address>(before)), static_cast<u32>(bytes))) {
        request.pattern = Pattern::consecutive;
        request.first = offset - before;
        return request;
    }

    const Address displacement = static_cast<Address>(operation.displacement);
    if constexpr (kGroupedBytes != 0) {
        if (state.active == ~LaneMask { 0 } && find_groups<kGroupedBytes>(request, a, displacement, size)) {
            request.pattern = Pattern::grouped;
            return request;
        }
    }
    const Address window = static_cast<Address>(request.base);
    u32 outside = 0;
    Address misaligned = 0;
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const Address keep = static_cast<Address>(static_cast<s64>(state.blend[lane]));
        const Address place = static_cast<Address>(a[lane] + displacement);
        const Address inside = static_cast<Address>((place - window) & keep);
        outside |= inside > static_cast<Address>(limit) ? 1U : 0U;
        misaligned |= static_cast<Address>(place & keep);
    }
    if ((misaligned & (bytes - 1)) != 0)
        return request;
    if (outside != 0)
        request.pattern = Space::kGlobal ? Pattern::apart : Pattern::fault;
    else
        request.pattern = Pattern::scattered;
    return request;
}

// The address of each active lane's element if they are in different buffers; false if one is in none.
[[gnu::noinline]] bool places_apart(WarpState& state, const Operation& operation, u64 bytes, std::byte* (&places)[kMaxLanes])
{
    const u64* a = row<u64>(state, operation.a);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const u64 address = a[lane] + static_cast<u64>(operation.displacement);
        const DeviceMemory::Region* region = find_region(state, operation.site, address, bytes);
        if (region == nullptr || (address & (bytes - 1)) != 0)
            return false;
        places[lane] = region->data + (address - region->base);
    }
    return true;
}

// The address of each active lane's element in its own local memory, whose addresses begin at kBase; false if one is out of
// bounds.
template <u64 kBase>
[[gnu::noinline]] bool places_local(WarpState& state, const Operation& operation, u64 bytes, std::byte* (&places)[kMaxLanes])
{
    if (state.local_bytes < bytes)
        return false;
    const u64 limit = state.local_bytes - bytes;
    const u64* a = row<u64>(state, operation.a);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const u64 offset = a[lane] + static_cast<u64>(operation.displacement) - kBase;
        if (offset > limit || (offset & (bytes - 1)) != 0)
            return false;
        places[lane] = state.local + lane * state.local_stride + offset;
    }
    return true;
}

// The address of each active lane's element for generic addresses in different spaces.
[[gnu::noinline]] bool places_generic(WarpState& state, const Operation& operation, u64 bytes, std::byte* (&places)[kMaxLanes])
{
    const u64* a = row<u64>(state, operation.a);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const u64 address = a[lane] + static_cast<u64>(operation.displacement);
        places[lane] = find_place(state, operation.site, lane, address, bytes);
        if (places[lane] == nullptr)
            return false;
    }
    return true;
}

// The place of each active lane in the shared memory of its block's cluster; false where one lies outside.
template <typename Address>
[[gnu::noinline]] bool places_cluster(WarpState& state, const Operation& operation, u64 bytes, std::byte* (&places)[kMaxLanes])
{
    const Address* a = row<Address>(state, operation.a);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        places[lane] = find_shared(state, static_cast<Address>(a[lane] + static_cast<Address>(operation.displacement)), bytes);
        if (places[lane] == nullptr)
            return false;
    }
    return true;
}

// The active lanes whose generic address is between `first` and `first + bytes`.
inline LaneMask lanes_in_window(const WarpState& state, const Operation& operation, u64 first, u64 bytes)
{
    const u64* a = row<u64>(state, operation.a);
    LaneMask lanes = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const u64 inside = a[lane] + static_cast<u64>(operation.displacement) - first;
        lanes |= inside < bytes ? LaneMask { 1 } << lane : LaneMask { 0 };
    }
    return lanes & state.active;
}

// Calls the handler of the space that all active lanes refer to, or `mixed` if the spaces differ or are rare.
template <Handler shared, Handler local, Handler global, Handler mixed> bool generic(WarpState& state, const Operation& operation)
{
    const LaneMask active = state.active;
    if (lanes_in_window(state, operation, kFirstWindow, ~kFirstWindow) == 0)
        return global(state, operation);
    if (lanes_in_window(state, operation, kSharedWindow, kSharedWindowBytes) == active)
        return shared(state, operation);
    if (lanes_in_window(state, operation, kLocalWindow, kWindowBytes) == active)
        return local(state, operation);
    return mixed(state, operation);
}

template <typename T> [[gnu::always_inline]] inline T read(const std::byte* place)
{
    T value;
    __builtin_memcpy(&value, place, sizeof(T));
    return value;
}

template <typename T> [[gnu::always_inline]] inline void write(std::byte* place, T value)
{
    __builtin_memcpy(place, &value, sizeof(T));
}

// Nearly all accesses have one element; its size is then a compile-time constant.
enum class Elements : u8 { one, several };

template <Elements kElements> [[gnu::always_inline]] inline unsigned count_of(const Operation& operation)
{
    return kElements == Elements::one ? 1 : operation.elements;
}

inline u32 element_row(const Operation& operation, unsigned element)
{
    const u32 rows[] = { operation.d, operation.b, operation.c, operation.e };
    return rows[element];
}

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

// Each pair of memory element and register width that PTX allows for ld and st: a register may be wider than the element.
#define WARPSTAGE_EACH_WIDTH(LINE, Space, word, elements)                                                                        \
    LINE(word ".u8.16", Space, elements, u8, u16)                                                                                \
    LINE(word ".u8.32", Space, elements, u8, u32)                                                                                \
    LINE(word ".u8.64", Space, elements, u8, u64)                                                                                \
    LINE(word ".s8.16", Space, elements, s8, s16)                                                                                \
    LINE(word ".s8.32", Space, elements, s8, s32)                                                                                \
    LINE(word ".s8.64", Space, elements, s8, s64)                                                                                \
    LINE(word ".u16.16", Space, elements, u16, u16)                                                                              \
    LINE(word ".u16.32", Space, elements, u16, u32)                                                                              \
    LINE(word ".u16.64", Space, elements, u16, u64)                                                                              \
    LINE(word ".s16.32", Space, elements, s16, s32)                                                                              \
    LINE(word ".s16.64", Space, elements, s16, s64)                                                                              \
    LINE(word ".u32.32", Space, elements, u32, u32)                                                                              \
    LINE(word ".u32.64", Space, elements, u32, u64)                                                                              \
    LINE(word ".s32.64", Space, elements, s32, s64)                                                                              \
    LINE(word ".u64.64", Space, elements, u64, u64)
#define WARPSTAGE_EACH_ELEMENT(LINE, Space, word)                                                                                \
    WARPSTAGE_EACH_WIDTH(LINE, Space, word, Elements::one)                                                                       \
    WARPSTAGE_EACH_WIDTH(LINE, Space, word ".vector", Elements::several)
