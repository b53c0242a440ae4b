// ld and st whose lanes access one address or consecutive ones, in one window (as operators/memory_pattern.h). A subroutine
// (any_pattern.h) does other patterns and a part of the lanes, the handler of the operation everything else: other buffers,
// errors.
#include "core/simt/jit/any_pattern.h"
#include "core/simt/jit/memory_forms.h"
#include "core/simt/jit/translations.h"
#include "core/simt/jit/transposition.h"

#include <cstddef>

namespace warpstage::simt::jit {

namespace {

using X = Translator;

// The addresses of a request.
template <typename Space> struct Addresses {
    static constexpr std::uint32_t kPieces = pieces_of(Space::kAddressBytes);
    static constexpr bool kNarrow = Space::kAddressBytes == 4;

    Addresses(X& code, const Operation& operation)
        : first(code.scratch())
        , distance(code.scratch())
    {
        for (std::uint32_t index = 0; index < kPieces; ++index)
            pieces.at(index) = code.use({ operation.a, index, Space::kAddressBytes });
    }

    // The first lane's address, and its distance to the second lane's in kRegion.
    void read_first(X& code) const
    {
        const Xmm lanes(pieces[0].getIdx());
        if constexpr (kNarrow) {
            code.vmovd(kOffset.cvt32(), lanes);
            code.vpextrd(kRegion.cvt32(), lanes, 1);
            code.sub(kRegion.cvt32(), kOffset.cvt32());
            code.vpbroadcastd(first, lanes);
        } else {
            code.vmovq(kOffset, lanes);
            code.vpextrq(kRegion, lanes, 1);
            code.sub(kRegion, kOffset);
            code.vpbroadcastq(first, lanes);
        }
    }

    // Jumps to `otherwise` if a lane's address does not follow the first one with this step.
    void check(X& code, std::uint32_t step, const Xbyak::Label& otherwise) const
    {
        for (std::uint32_t index = 0; index < kPieces; ++index) {
            const Opmask result = index == 0 ? kSame : kSame | kSame;
            if (step == 0) {
                kNarrow ? code.vpcmpeqd(result, pieces[index], first) : code.vpcmpeqq(result, pieces[index], first);
                continue;
            }
            kNarrow ? code.vpsubd(distance, pieces[index], first) : code.vpsubq(distance, pieces[index], first);
            const Xbyak::Address expected = code.table(distances<Space::kAddressBytes>(index, step));
            kNarrow ? code.vpcmpeqd(result, distance, expected) : code.vpcmpeqq(result, distance, expected);
        }
        kNarrow ? code.kortestw(kSame, kSame) : code.kortestb(kSame, kSame);
        code.jnc(otherwise);
    }

    Registers pieces;
    Zmm first;
    Zmm distance;
};

// kOffset becomes the offset of the access in the window; jumps to `otherwise` if `span` bytes from there on are not inside, or
// if an access of `bytes` is not aligned.
template <typename Space>
void find(X& code, const Operation& operation, std::uint32_t span, std::uint32_t bytes, const Xbyak::Label& otherwise)
{
    const auto displacement = static_cast<std::uint32_t>(operation.displacement); // its sign is extended
    if (Space::kAddressBytes == 4)
        code.add(kOffset.cvt32(), displacement);
    else if (displacement != 0)
        code.add(kOffset, displacement);
    if (code.counts_requests())
        code.mov(kFirst.cvt32(), kOffset.cvt32());
    Space::open(code, operation, otherwise);
    code.sub(kSize, span);
    code.jb(otherwise);
    code.cmp(kOffset, kSize);
    code.ja(otherwise);
    if (bytes > 1) {
        code.test(kOffset.cvt8(), static_cast<std::uint8_t>(bytes - 1));
        code.jnz(otherwise);
    }
}

bool has_short_displacement(const Operation& operation)
{
    return operation.displacement == static_cast<std::int32_t>(operation.displacement);
}

// The value at the place, in all lanes of the row.
template <typename E> void fill(X& code, const Registers& d)
{
    const Xbyak::Address place = code.ptr[kData + kOffset];
    if constexpr (E::kBytes == 8)
        code.vpbroadcastq(d[0], place);
    else if constexpr (E::kBytes == 4)
        code.vpbroadcastd(d[0], place);
    else if constexpr (E::kLaneBytes == 2 && E::kBytes == 2)
        code.vpbroadcastw(d[0], place);
    for (std::uint32_t index = 1; index < pieces_of(E::kLaneBytes); ++index)
        code.vmovdqa64(d[index], d[0]);
}

template <typename E> inline constexpr bool kHasAnyPattern = E::kBytes == E::kLaneBytes&& E::kBytes >= 4;

template <typename Space, typename E, Direction kDirection> X::Routine any_pattern()
{
    if constexpr (kHasAnyPattern<E>)
        return &AnyPattern<Space, E, kDirection>::write;
    else
        return nullptr;
}

template <typename Space, typename E> void load(X& code, const Operation& operation)
{
    constexpr bool kFills = E::kBytes == E::kLaneBytes;
    constexpr std::uint32_t kPieces = pieces_of(E::kLaneBytes);
    if (code.lanes() == Lanes::active)
        return code.access_lanes(
            operation, any_pattern<Space, E, Direction::load>(), Space::kAddressBytes, { operation.d, 0, E::kLaneBytes }, true);
    const Addresses<Space> addresses(code, operation);
    std::vector<Piece> results;
    Registers d;
    for (std::uint32_t index = 0; index < kPieces; ++index) {
        results.push_back({ operation.d, index, E::kLaneBytes });
        code.settle(results.back());
        d.at(index) = code.define(results.back());
    }
    X::Detour& detour = code.detour(operation, std::move(results));
    detour.routine = any_pattern<Space, E, Direction::load>();
    addresses.read_first(code);
    Xbyak::Label uniform;
    code.test(kRegion, kRegion);
    code.jz(kFills ? uniform : detour.from);
    addresses.check(code, E::kBytes, detour.from);
    find<Space>(code, operation, E::kSpan, E::kBytes, detour.from);
    for (std::uint32_t index = 0; index < kPieces; ++index)
        E::load(code, d.at(index), index);
    code.count_consecutive(operation, kFirst);
    if constexpr (kFills) {
        code.jmp(detour.to);
        code.L(uniform);
        addresses.check(code, 0, detour.from);
        find<Space>(code, operation, E::kBytes, E::kBytes, detour.from);
        fill<E>(code, d);
        code.count_uniform(operation);
    }
    code.L(detour.to);
    code.done();
}

// The value at the place, in all lanes of each row. The elements are read at once.
template <typename E> void fill_rows(X& code, const std::vector<Zmm>& rows, std::uint32_t elements, const Zmm& spare)
{
    constexpr std::uint32_t kPieces = pieces_of(E::kLaneBytes);
    const Xmm all(spare.getIdx());
    if (E::kBytes * elements == 16)
        code.vmovdqu64(all, code.ptr[kData + kOffset]);
    else
        code.vmovq(all, code.ptr[kData + kOffset]);
    for (std::uint32_t element = 0; element < elements; ++element) {
        const Zmm& first = rows[element * kPieces];
        const Xmm one(first.getIdx());
        code.vpsrldq(one, all, static_cast<std::uint8_t>(element * E::kBytes));
        E::kBytes == 4 ? code.vpbroadcastd(first, one) : code.vpbroadcastq(first, one);
        for (std::uint32_t index = 1; index < kPieces; ++index)
            code.vmovdqa64(rows[element * kPieces + index], first);
    }
}

std::array<std::uint32_t, 4> element_rows(const Operation& operation)
{
    return { operation.d, operation.b, operation.c, operation.e };
}

template <typename Space, typename E> void load_vector(X& code, const Operation& operation)
{
    if (code.lanes() == Lanes::active)
        return code.call_access(operation);
    const Addresses<Space> addresses(code, operation);
    const std::uint32_t bytes = E::kBytes * operation.elements;
    std::vector<Piece> results;
    std::vector<Zmm> rows;
    const Transposition<E> transposition(code);
    for (std::uint32_t element = 0; element < operation.elements; ++element) {
        for (std::uint32_t index = 0; index < pieces_of(E::kLaneBytes); ++index) {
            results.push_back({ element_rows(operation).at(element), index, E::kLaneBytes });
            code.settle(results.back());
            rows.push_back(code.define(results.back()));
        }
    }
    X::Detour& detour = code.detour(operation, std::move(results));
    addresses.read_first(code);
    Xbyak::Label uniform;
    code.test(kRegion, kRegion);
    code.jz(uniform);
    addresses.check(code, bytes, detour.from);
    find<Space>(code, operation, 32 * bytes, bytes, detour.from);
    transposition.load(rows, operation.elements);
    code.count_consecutive(operation, kFirst);
    code.jmp(detour.to);
    code.L(uniform);
    addresses.check(code, 0, detour.from);
    find<Space>(code, operation, bytes, bytes, detour.from);
    fill_rows<E>(code, rows, operation.elements, addresses.first);
    code.count_uniform(operation);
    code.L(detour.to);
    code.done();
}

template <typename Space, typename E> void store_vector(X& code, const Operation& operation)
{
    if (code.lanes() == Lanes::active)
        return code.call_access(operation);
    const Addresses<Space> addresses(code, operation);
    const std::uint32_t bytes = E::kBytes * operation.elements;
    std::vector<Zmm> rows;
    const Transposition<E> transposition(code);
    for (std::uint32_t element = 0; element < operation.elements; ++element) {
        for (std::uint32_t index = 0; index < pieces_of(E::kLaneBytes); ++index)
            rows.push_back(code.use({ element_rows(operation).at(element), index, E::kLaneBytes }));
    }
    X::Detour& detour = code.detour(operation, {});
    code.cmp(code.dword_member(offsetof(WarpState, active)), 0xffff'ffff);
    code.jne(detour.from);
    addresses.read_first(code);
    addresses.check(code, bytes, detour.from);
    find<Space>(code, operation, 32 * bytes, bytes, detour.from);
    transposition.store(rows, operation.elements);
    code.count_consecutive(operation, kFirst);
    code.L(detour.to);
    code.done();
}

bool is_short_vector(const Operation& operation)
{
    const std::uint32_t last = operation.elements == 2 ? operation.b : operation.e;
    return has_short_displacement(operation) && operation.elements >= 2 && last != kNoRow;
}
bool is_pair(const Operation& operation)
{
    return is_short_vector(operation) && operation.elements == 2;
}

template <typename Space, typename E> void store(X& code, const Operation& operation)
{
    if (code.lanes() == Lanes::active)
        return code.access_lanes(
            operation, any_pattern<Space, E, Direction::store>(), Space::kAddressBytes, { operation.d, 0, E::kLaneBytes }, false);
    const Addresses<Space> addresses(code, operation);
    Registers values;
    for (std::uint32_t index = 0; index < pieces_of(E::kLaneBytes); ++index)
        values.at(index) = code.use({ operation.d, index, E::kLaneBytes });
    X::Detour& detour = code.detour(operation, {});
    detour.routine = any_pattern<Space, E, Direction::store>();
    code.cmp(code.dword_member(offsetof(WarpState, active)), 0xffff'ffff);
    code.jne(detour.from);
    addresses.read_first(code);
    addresses.check(code, E::kBytes, detour.from);
    find<Space>(code, operation, E::kSpan, E::kBytes, detour.from);
    for (std::uint32_t index = 0; index < pieces_of(E::kLaneBytes); ++index)
        E::store(code, values.at(index), index);
    code.count_consecutive(operation, kFirst);
    code.L(detour.to);
    code.done();
}

#define ONE(word, Space, type, E) { word type, &load<Space, E>, &has_short_displacement },
#define LOADS(word, Space)                                                                                                       \
    ONE(word, Space, ".u32.32", Words)                                                                                           \
    ONE(word, Space, ".u64.64", Doubles)                                                                                         \
    ONE(word, Space, ".u16.16", Halves)                                                                                          \
    ONE(word, Space, ".u8.16", BytesInHalves)                                                                                    \
    ONE(word, Space, ".s8.16", SignedBytesInHalves)                                                                              \
    ONE(word, Space, ".u8.32", BytesInWords)                                                                                     \
    ONE(word, Space, ".s8.32", SignedBytesInWords)                                                                               \
    ONE(word, Space, ".u16.32", HalvesInWords)                                                                                   \
    ONE(word, Space, ".s16.32", SignedHalvesInWords) { word ".vector.u32.32", &load_vector<Space, Words>, &is_short_vector },    \
        { word ".vector.u64.64", &load_vector<Space, Doubles>, &is_pair },
#define TO(word, Space, type, E) { word type, &store<Space, E>, &has_short_displacement },
#define STORES(word, Space)                                                                                                      \
    TO(word, Space, ".u32.32", Words)                                                                                            \
    TO(word, Space, ".u64.64", Doubles)                                                                                          \
    TO(word, Space, ".u16.16", Halves)                                                                                           \
    TO(word, Space, ".u8.16", BytesInHalves)                                                                                     \
    TO(word, Space, ".u8.32", BytesInWords)                                                                                      \
    TO(word, Space, ".u16.32", HalvesInWords) { word ".vector.u32.32", &store_vector<Space, Words>, &is_short_vector },          \
        { word ".vector.u64.64", &store_vector<Space, Doubles>, &is_pair },

// clang-format off
constexpr Translation kTranslations[] = {
    LOADS("ld.shared.a32", Shared32)
    LOADS("ld.shared.a64", Shared64)
    LOADS("ld.global.a64", Global)
    LOADS("ld.const.a64", Constant)
    STORES("st.shared.a32", Shared32)
    STORES("st.shared.a64", Shared64)
    STORES("st.global.a64", Global)
};
// clang-format on

} // namespace

std::span<const Translation> memory_translations()
{
    return kTranslations;
}

} // namespace warpstage::simt::jit
