// Products and transfers of matrices (PTX ISA, 9.7.14.4 and 9.7.14.5): see matrix_operators.h.
#include "core/simt/operators/matrix_operators.h"
#include "core/simt/operators/row_loops.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

constexpr std::size_t kTogether = 16; // numbers that are computed at once

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

#if defined(__AVX512F__)
template <int kScale> [[gnu::always_inline]] inline void gather_words(const void* table, const u32* indices, u32* found)
{
    const __m512i before = _mm512_setzero_si512();
    _mm512_storeu_si512(found, _mm512_mask_i32gather_epi32(before, 0xffff, _mm512_loadu_si512(indices), table, kScale));
}
#endif

// table[indices[i]] of sixteen indices.
[[gnu::always_inline]] inline void look_up(const u32* table, const u32* indices, u32* found)
{
#if defined(__AVX512F__)
    gather_words<sizeof(u32)>(table, indices, found);
#else
    for (std::size_t i = 0; i < kTogether; ++i)
        found[i] = table[indices[i]];
#endif
}

// The words with sixteen numbers from `first` on, shifted so that each number begins at bit 0.
[[gnu::always_inline]] inline void find_words(
    const std::byte* registers, const RegisterNumbers& matrix, std::size_t first, u32* words)
{
#if defined(__AVX512F__)
    using Words = u32 __attribute__((vector_size(64)));
    Words places;
    __builtin_memcpy(&places, matrix.places + first, sizeof(places));
    alignas(64) u32 rows[kTogether];
    const Words indices = places >> 16U;
    if (matrix.register_count <= kTogether) {
        const auto present = static_cast<__mmask16>((1U << matrix.register_count) - 1);
        const __m512i bases = _mm512_maskz_loadu_epi32(present, matrix.registers);
        _mm512_store_si512(rows, _mm512_maskz_permutexvar_epi32(0xffff, reinterpret_cast<__m512i>(indices), bases));
    } else {
        alignas(64) u32 chosen[kTogether];
        __builtin_memcpy(chosen, &indices, sizeof(chosen));
        look_up(matrix.registers, chosen, rows);
    }
    Words offsets;
    __builtin_memcpy(&offsets, rows, sizeof(offsets));
    offsets += places >> 8U & 0xffU;
    alignas(64) u32 bytes[kTogether];
    __builtin_memcpy(bytes, &offsets, sizeof(bytes));
    alignas(64) u32 found[kTogether];
    gather_words<1>(registers, bytes, found);
    Words numbers;
    __builtin_memcpy(&numbers, found, sizeof(numbers));
    numbers >>= places & 0xffU;
    __builtin_memcpy(words, &numbers, sizeof(numbers));
#else
    for (std::size_t i = 0; i < kTogether; ++i) {
        const u32 place = matrix.places[first + i];
        words[i] = read<u32>(registers + matrix.registers[place >> 16U] + (place >> 8U & 0xffU)) >> (place & 0xffU);
    }
#endif
}

// The exact numbers; see number_of(). Without branches, so that they are computed together.
constexpr u32 kInfinity = 0x7f80'0000;
constexpr u32 kQuietBit = 22;
constexpr u32 kNotANumber = kInfinity | 1U << kQuietBit;

[[gnu::always_inline]] inline f32 half_number(u32 bits)
{
    constexpr u32 kHalfInfinity = 0x7c00;
    constexpr f32 kBias = 0x1p112F; // between the exponents of both formats
    const u32 magnitude = bits & 0x7fffU;
    const u32 finite = __builtin_bit_cast(u32, __builtin_bit_cast(f32, magnitude << 13U) * kBias);
    const u32 other = kInfinity | static_cast<u32>(magnitude > kHalfInfinity) << kQuietBit;
    const u32 is_finite = u32 { 0 } - static_cast<u32>(magnitude < kHalfInfinity); // masks: GCC would branch around the product
    return __builtin_bit_cast(f32, (finite & is_finite) | (other & ~is_finite) | (bits & 0x8000U) << 16U);
}

[[gnu::always_inline]] inline f32 brain_number(u32 bits)
{
    const u32 magnitude = (bits & 0x7fffU) << 16U;
    return __builtin_bit_cast(f32, (magnitude > kInfinity ? kNotANumber : magnitude) | (bits & 0x8000U) << 16U);
}

template <typename Decode>
[[gnu::always_inline]] inline void gather_as(
    const std::byte* registers, const RegisterNumbers& matrix, double* numbers, Decode decode)
{
    constexpr std::size_t kBlock = 64; // GCC unrolls shorter loops instead of computing several numbers at once
    alignas(64) u32 words[kBlock];
    alignas(64) decltype(decode(0)) values[kBlock];
    for (std::size_t first = 0; first < matrix.count; first += kBlock) {
        const std::size_t count = matrix.count - first < kBlock ? matrix.count - first : kBlock; // a multiple of the 32 lanes
        for (std::size_t i = 0; i < count; i += kTogether)
            find_words(registers, matrix, first + i, words + i);
        double* const decoded = numbers + first;
        WARPSTAGE_LANES
        for (std::size_t i = 0; i < count; ++i)
            values[i] = decode(words[i]);
        WARPSTAGE_LANES
        for (std::size_t i = 0; i < count; ++i)
            decoded[i] = static_cast<double>(values[i]);
    }
}

void gather(const std::byte* registers, const RegisterNumbers& matrix, double* numbers)
{
    switch (matrix.format) {
    case NumberFormat::f64:
        for (std::size_t i = 0; i < matrix.count; ++i)
            numbers[i] = read<double>(registers + matrix.registers[matrix.places[i] >> 16U] + (matrix.places[i] >> 8U & 0xffU));
        return;
    case NumberFormat::f32:
        return gather_as(registers, matrix, numbers, [](u32 bits) { return __builtin_bit_cast(f32, bits); });
    case NumberFormat::tf32:
        return gather_as(registers, matrix, numbers, [](u32 bits) { return __builtin_bit_cast(f32, bits & 0xffff'e000U); });
    case NumberFormat::f16:
        return gather_as(registers, matrix, numbers, [](u32 bits) { return half_number(bits); });
    case NumberFormat::bf16:
        return gather_as(registers, matrix, numbers, [](u32 bits) { return brain_number(bits); });
    case NumberFormat::s32:
        return gather_as(registers, matrix, numbers, [](u32 bits) { return static_cast<s32>(bits); });
    case NumberFormat::s8:
        return gather_as(registers, matrix, numbers, [](u32 bits) { return s32 { static_cast<s8>(bits) }; });
    case NumberFormat::u8:
        return gather_as(registers, matrix, numbers, [](u32 bits) { return static_cast<s32>(bits & 0xffU); });
    case NumberFormat::e4m3:
    case NumberFormat::e5m2:
    case NumberFormat::s4:
    case NumberFormat::u4:
    case NumberFormat::b1:
        return gather_as(registers, matrix, numbers, [&](u32 bits) { return number_of(bits, matrix.format); });
    }
}

// The bits of each number, as bits_of_number() rounds.
void round_to_float(const double* numbers, std::size_t count, u32* bits)
{
    WARPSTAGE_LANES
    for (std::size_t i = 0; i < count; ++i)
        bits[i] = __builtin_bit_cast(u32, static_cast<f32>(numbers[i]));
}

void round_to_half(const double* numbers, std::size_t count, u32* bits)
{
    constexpr u64 kSign = u64 { 1 } << 63U;
    constexpr u32 kDropped = 52 - 10;
    constexpr u64 kHalf = (u64 { 1 } << (kDropped - 1)) - 1;
    constexpr u64 kRebias = u64 { 1023 - 15 } << 10U;
    constexpr u32 kUnknown = ~u32 { 0 };
    u32 unknown = 0;
    WARPSTAGE_LANES
    for (std::size_t i = 0; i < count; ++i) {
        const u64 number = __builtin_bit_cast(u64, numbers[i]);
        const u64 magnitude = number & ~kSign;
        const double size = __builtin_bit_cast(double, magnitude);
        const u64 rounded = ((magnitude + kHalf + (magnitude >> kDropped & 1U)) >> kDropped) - kRebias;
        const u32 half = static_cast<u32>((magnitude == 0 ? 0 : rounded) | number >> 63U << 15U);
        const bool known = ((size >= 0x1p-14) & (size < 65520.0)) | (magnitude == 0);
        bits[i] = known ? half : kUnknown;
        unknown |= known ? 0U : 1U;
    }
    for (std::size_t i = 0; unknown != 0 && i < count; ++i)
        if (bits[i] == kUnknown)
            bits[i] = static_cast<u32>(bits_of_number(numbers[i], NumberFormat::f16, false));
}

void round_to_integer(const double* numbers, std::size_t count, bool saturates, u32* bits)
{
    constexpr double kLowest = -0x1p31;
    constexpr double kHighest = 0x1p31 - 1;
    WARPSTAGE_LANES
    for (std::size_t i = 0; i < count; ++i) {
        double number = numbers[i];
        if (saturates)
            number = number < kLowest ? kLowest : (kHighest < number ? kHighest : number);
        bits[i] = static_cast<u32>(static_cast<s64>(number));
    }
}

template <typename Word> [[gnu::always_inline]] inline void copy_active(Word* destination, const Word* values, LaneMask active)
{
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        if ((active >> lane & 1U) != 0)
            destination[lane] = values[lane];
}

void spread(std::byte* registers, const RegisterNumbers& matrix, LaneMask active, bool saturates, const double* numbers)
{
    const u32* cells = matrix.cells;
    if (matrix.format == NumberFormat::f64) {
        for (u32 index = 0; index < matrix.register_count; ++index, cells += kMaxLanes) {
            double values[kMaxLanes];
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                values[lane] = numbers[cells[lane]];
            copy_active(reinterpret_cast<double*>(registers + matrix.registers[index]), values, active);
        }
        return;
    }
    constexpr std::size_t kNumbers = 4096; // of the largest matrix in the registers of a warp: 16 x 256 of wgmma
    alignas(64) u32 bits[kNumbers];
    const bool half = matrix.format == NumberFormat::f16;
    if (matrix.format == NumberFormat::f32)
        round_to_float(numbers, matrix.count, bits);
    else if (half)
        round_to_half(numbers, matrix.count, bits);
    else
        round_to_integer(numbers, matrix.count, saturates, bits);
    for (u32 index = 0; index < matrix.register_count; ++index) {
        alignas(64) u32 values[kMaxLanes];
        for (unsigned lane = 0; lane < kMaxLanes; lane += kTogether)
            look_up(bits, cells + lane, values + lane);
        cells += kMaxLanes;
        if (half) {
            alignas(64) u32 upper[kMaxLanes];
            for (unsigned lane = 0; lane < kMaxLanes; lane += kTogether)
                look_up(bits, cells + lane, upper + lane);
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                values[lane] |= upper[lane] << 16U;
            cells += kMaxLanes;
        }
        u32* const destination = reinterpret_cast<u32*>(registers + matrix.registers[index]);
        if (active == ~LaneMask { 0 })
            __builtin_memcpy(destination, values, sizeof(values));
        else
            copy_active(destination, values, active);
    }
}

// As many numbers as the processor multiplies at once.
#if defined(__AVX512F__)
constexpr std::size_t kPackBytes = 64;
#elif defined(__AVX__)
constexpr std::size_t kPackBytes = 32;
#else
constexpr std::size_t kPackBytes = 16;
#endif
using Pack = double __attribute__((vector_size(kPackBytes)));
constexpr std::size_t kPack = kPackBytes / sizeof(double);

// A tile of the sums stays in registers while all products are added.
template <std::size_t kRows, std::size_t kPacks, bool kChosen>
[[gnu::always_inline]] inline void add_tile(const NumberProduct& product, std::size_t row, std::size_t column)
{
    const double* const a = product.a + row * product.depth;
    double* const sum = product.sum + row * product.width + column;
    Pack totals[kRows][kPacks];
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kRows; ++r)
#pragma GCC unroll 8
        for (std::size_t p = 0; p < kPacks; ++p)
            __builtin_memcpy(&totals[r][p], sum + r * product.width + p * kPack, sizeof(Pack));
    for (std::size_t i = 0; i < product.depth; ++i) {
#pragma GCC unroll 8
        for (std::size_t r = 0; r < kRows; ++r) {
            const std::size_t at = r * product.depth + i;
            const std::size_t row_of_b = kChosen ? product.rows_of_b[row * product.depth + at] : i;
            const double left = a[at];
#pragma GCC unroll 8
            for (std::size_t p = 0; p < kPacks; ++p) {
                Pack right;
                __builtin_memcpy(&right, product.b + row_of_b * product.width + column + p * kPack, sizeof(Pack));
                totals[r][p] = left * right + totals[r][p];
            }
        }
    }
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kRows; ++r)
#pragma GCC unroll 8
        for (std::size_t p = 0; p < kPacks; ++p)
            __builtin_memcpy(sum + r * product.width + p * kPack, &totals[r][p], sizeof(Pack));
}

// All matrices have a multiple of eight rows and columns.
template <bool kChosen> void multiply_as(const NumberProduct& product)
{
    constexpr std::size_t kRows = 4;
    for (std::size_t row = 0; row < product.rows; row += kRows) {
        std::size_t column = 0;
        for (; column + 2 * kPack <= product.columns; column += 2 * kPack)
            add_tile<kRows, 2, kChosen>(product, row, column);
        for (; column < product.columns; column += kPack)
            add_tile<kRows, 1, kChosen>(product, row, column);
    }
}

void multiply(const NumberProduct& product)
{
    if (product.rows_of_b != nullptr)
        multiply_as<true>(product);
    else
        multiply_as<false>(product);
}

// The parts that the 32 lanes have in memory.
template <typename Element, typename Word>
[[gnu::always_inline]] inline void load_part(const std::byte* memory, const u32* places, Word* parts)
{
#if defined(__AVX512F__)
    if constexpr (sizeof(Element) == 4 && sizeof(Word) == 4) {
        for (unsigned lane = 0; lane < kMaxLanes; lane += kTogether)
            gather_words<1>(memory, places + lane, parts + lane);
        return;
    }
#endif
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        parts[lane] = read<Element>(memory + places[lane]);
}

[[gnu::always_inline]] inline void find_places(
    const MemoryNumbers& matrix, std::size_t part, u32 line_bytes, u32 (&places)[kMaxLanes])
{
    const u32* const lines = matrix.lines + part * kMaxLanes;
    const u32* const bytes = matrix.bytes + part * kMaxLanes;
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        places[lane] = lines[lane] * line_bytes + bytes[lane];
}

template <typename Element, typename Word>
[[gnu::always_inline]] inline void load_as(
    std::byte* registers, const MemoryNumbers& matrix, const std::byte* memory, u32 line_bytes)
{
    constexpr std::size_t kParts = sizeof(Word) / sizeof(Element);
    alignas(64) u32 places[kMaxLanes];
    alignas(64) Word parts[kMaxLanes];
    for (u32 index = 0; index < matrix.distinct_registers; ++index) {
        alignas(64) Word values[kMaxLanes] = {};
        for (std::size_t part = 0; part < kParts; ++part) {
            find_places(matrix, index * kParts + part, line_bytes, places);
            load_part<Element>(memory, places, parts);
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                values[lane] |= parts[lane] << (part * sizeof(Element) * 8);
        }
        __builtin_memcpy(registers + matrix.registers[index], values, sizeof(values));
    }
    for (u32 index = matrix.distinct_registers; index < matrix.register_count; ++index)
        __builtin_memcpy(registers + matrix.registers[index], registers + matrix.registers[index - matrix.distinct_registers],
            kMaxLanes * sizeof(Word));
}

void load(std::byte* registers, const MemoryNumbers& matrix, const std::byte* memory, u32 line_bytes)
{
    if (matrix.register_bytes == 8)
        load_as<u64, u64>(registers, matrix, memory, line_bytes);
    else if (matrix.part_bits == 32)
        load_as<u32, u32>(registers, matrix, memory, line_bytes);
    else if (matrix.part_bits == 16)
        load_as<u16, u32>(registers, matrix, memory, line_bytes);
    else
        load_as<u8, u32>(registers, matrix, memory, line_bytes);
}

// In the order of the registers, then of the lanes: lines may overlap.
template <typename Element, typename Word>
[[gnu::always_inline]] inline void store_as(
    const std::byte* registers, const MemoryNumbers& matrix, std::byte* memory, u32 line_bytes)
{
    constexpr std::size_t kParts = sizeof(Word) / sizeof(Element);
    alignas(64) u32 places[kMaxLanes];
    for (u32 index = 0; index < matrix.register_count; ++index) {
        const auto* const values = reinterpret_cast<const Word*>(registers + matrix.registers[index]);
        for (std::size_t part = 0; part < kParts; ++part) {
            find_places(matrix, index * kParts + part, line_bytes, places);
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                write<Element>(memory + places[lane], static_cast<Element>(values[lane] >> (part * sizeof(Element) * 8)));
        }
    }
}

void store(const std::byte* registers, const MemoryNumbers& matrix, std::byte* memory, u32 line_bytes)
{
    if (matrix.register_bytes == 8)
        store_as<u64, u64>(registers, matrix, memory, line_bytes);
    else if (matrix.part_bits == 32)
        store_as<u32, u32>(registers, matrix, memory, line_bytes);
    else if (matrix.part_bits == 16)
        store_as<u16, u32>(registers, matrix, memory, line_bytes);
    else
        store_as<u8, u32>(registers, matrix, memory, line_bytes);
}

} // namespace

const MatrixOperators& matrix_operators()
{
    static constexpr MatrixOperators kOperators { &gather, &spread, &multiply, &load, &store };
    return kOperators;
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
