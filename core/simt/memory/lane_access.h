// For the hot files: all elements of a lane in one access, see single_access.h. Up to 16 bytes are single on a GPU; a vector of
// 32 bytes is one access where the processor has such accesses.
#pragma once

#include "core/simt/memory/single_access.h"
#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename Word, typename Value> [[gnu::always_inline]] inline Value load_word(const std::byte* place)
{
    return __builtin_bit_cast(Value, *reinterpret_cast<const volatile Word*>(place));
}

template <typename Word, typename Value> [[gnu::always_inline]] inline void store_word(std::byte* place, const Value& value)
{
    *reinterpret_cast<volatile Word*>(place) = __builtin_bit_cast(Word, value);
}

#if defined(__AVX__)
// GCC splits even a volatile vector in two words where its elements are used one by one, so these are instructions.
using Word16 [[gnu::vector_size(16)]] = s64;
using Word32 [[gnu::vector_size(32), gnu::aligned(16)]] = s64;

template <typename Word, typename Value> [[gnu::always_inline]] inline Value load_vector(const std::byte* place)
{
    Word word;
    if constexpr (sizeof(Word) == sizeof(Word16))
        __asm__ volatile("vmovdqa %1, %0" : "=x"(word) : "m"(*reinterpret_cast<const Word*>(place)));
    else
        __asm__ volatile("vmovdqu %1, %0" : "=x"(word) : "m"(*reinterpret_cast<const Word*>(place)));
    return __builtin_bit_cast(Value, word);
}

template <typename Word, typename Value> [[gnu::always_inline]] inline void store_vector(std::byte* place, const Value& value)
{
    const Word word = __builtin_bit_cast(Word, value);
    if constexpr (sizeof(Word) == sizeof(Word16))
        __asm__ volatile("vmovdqa %1, %0" : "=m"(*reinterpret_cast<Word*>(place)) : "x"(word));
    else
        __asm__ volatile("vmovdqu %1, %0" : "=m"(*reinterpret_cast<Word*>(place)) : "x"(word));
}
#endif

template <typename Element, unsigned kCount> struct Vector {
    Element elements[kCount];
};

struct Wides {
    Wide first;
    Wide second;
};

// `place` is aligned to the size of the vector; the memory of one thread only to 16.
template <typename Value> [[gnu::always_inline]] inline Value read_single(const std::byte* place)
{
    if constexpr (sizeof(Value) == 1) {
        return load_word<u8, Value>(place);
    } else if constexpr (sizeof(Value) == 2) {
        return load_word<u16, Value>(place);
    } else if constexpr (sizeof(Value) == 4) {
        return load_word<u32, Value>(place);
    } else if constexpr (sizeof(Value) == 8) {
        return load_word<u64, Value>(place);
#if defined(__AVX__)
    } else if constexpr (sizeof(Value) == 16) {
        return load_vector<Word16, Value>(place);
    } else {
        return load_vector<Word32, Value>(place);
#else
    } else if constexpr (sizeof(Value) == 16) {
        return __builtin_bit_cast(Value, load_single(place));
    } else {
        return __builtin_bit_cast(Value, (Wides { load_single(place), load_single(place + sizeof(Wide)) }));
#endif
    }
}

template <typename Value> [[gnu::always_inline]] inline void write_single(std::byte* place, const Value& value)
{
    if constexpr (sizeof(Value) == 1) {
        store_word<u8>(place, value);
    } else if constexpr (sizeof(Value) == 2) {
        store_word<u16>(place, value);
    } else if constexpr (sizeof(Value) == 4) {
        store_word<u32>(place, value);
    } else if constexpr (sizeof(Value) == 8) {
        store_word<u64>(place, value);
#if defined(__AVX__)
    } else if constexpr (sizeof(Value) == 16) {
        store_vector<Word16>(place, value);
    } else {
        store_vector<Word32>(place, value);
#else
    } else if constexpr (sizeof(Value) == 16) {
        store_single(place, __builtin_bit_cast(Wide, value));
    } else {
        const Wides halves = __builtin_bit_cast(Wides, value);
        store_single(place, halves.first);
        store_single(place + sizeof(Wide), halves.second);
#endif
    }
}

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
