// Code of an operation, piece by piece: what the files of this folder share.
#pragma once

#include "core/simt/jit/translator.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpstage::simt::jit {

using Xbyak::Ymm;

// The numbers `first`, `first + step`, ... as words of `kBits` bits.
template <unsigned kBits> [[nodiscard]] constexpr std::array<std::uint64_t, 8> counting(std::uint64_t first, std::uint64_t step)
{
    std::array<std::uint64_t, 8> words {};
    constexpr std::size_t kInWord = 64 / kBits;
    for (std::size_t i = 0; i < words.size() * kInWord; ++i)
        words.at(i / kInWord) |= (first + i * step) << (i % kInWord * kBits);
    return words;
}
// `first`, `first + other`, `first + 1`, `first + other + 1`, ...
template <unsigned kBits>
[[nodiscard]] constexpr std::array<std::uint64_t, 8> alternating(std::uint64_t first, std::uint64_t other)
{
    std::array<std::uint64_t, 8> words {};
    constexpr std::size_t kInWord = 64 / kBits;
    for (std::size_t i = 0; i < words.size() * kInWord; ++i)
        words.at(i / kInWord) |= (first + i / 2 + i % 2 * other) << (i % kInWord * kBits);
    return words;
}

// Of a row's pieces.
struct Registers : std::array<Zmm, 4> {
    Registers()
        : std::array<Zmm, 4> { Zmm(0), Zmm(0), Zmm(0), Zmm(0) }
    {
    }
};

[[nodiscard]] inline Ymm lower_half(const Zmm& piece)
{
    return Ymm(piece.getIdx());
}

// d, a and b have lanes of the same size.
template <auto instruction, std::uint32_t kLaneBytes> void binary(Translator& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(kLaneBytes); ++index) {
        const Zmm a = code.use({ operation.a, index, kLaneBytes });
        const Zmm b = code.use({ operation.b, index, kLaneBytes });
        (code.*instruction)(code.define({ operation.d, index, kLaneBytes }), a, b);
        code.done();
    }
}

template <auto instruction, std::uint32_t kLaneBytes> void unary(Translator& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(kLaneBytes); ++index) {
        const Zmm a = code.use({ operation.a, index, kLaneBytes });
        (code.*instruction)(code.define({ operation.d, index, kLaneBytes }), a);
        code.done();
    }
}

// The lower or upper 32 bytes of a piece, in the lower half of a register.
[[nodiscard]] inline Ymm half_of(Translator& code, const Piece& piece, std::uint32_t half)
{
    const Zmm whole = code.use(piece);
    if (half == 0)
        return lower_half(whole);
    const Ymm upper = lower_half(code.scratch());
    code.vextracti64x4(upper, whole, 1);
    return upper;
}

// The lanes of a row with four bytes per lane that piece `index` of a row with eight has.
[[nodiscard]] inline Ymm eight_lanes(Translator& code, std::uint32_t row, std::uint32_t index)
{
    return half_of(code, { row, index / 2, 4 }, index % 2);
}

} // namespace warpstage::simt::jit
