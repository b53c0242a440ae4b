#include "core/base/lane_rows/avx512.h"

#if defined(WARPSTAGE_HAS_LANE_ROW_LEVELS)

#include <algorithm>

namespace warpstage::lane_rows::avx512 {

namespace {

template <typename Address> WARPSTAGE_INLINE std::uint32_t key_of_last(const LaneRow& row)
{
    const auto last = static_cast<unsigned>(std::bit_width(row.lanes) - 1);
    return static_cast<std::uint32_t>(number_at<Address>(row.values, last) - key_base<Address>(row).subtrahend);
}

WARPSTAGE_INLINE std::uint32_t last_key(const LaneRow& row)
{
    return row.bytes == sizeof(std::uint32_t) ? key_of_last<std::uint32_t>(row) : key_of_last<std::uint64_t>(row);
}

// Numbers of words, a bit of each plane for each bank: the planes are the digits of the numbers in binary, the lowest first. An
// element has the numbers of some lanes.
struct WidePlanes {
    __m512i digit0;
    __m512i digit1;
};
struct HalfPlanes {
    __m256i digit0;
    __m256i digit1;
    __m256i digit2;
};

constexpr int kSum = 0x96; // of three bits, as a table
constexpr int kCarry = 0xe8;

template <int kHalfOf> WARPSTAGE_INLINE __m256i half_of(__m512i both)
{
    return _mm512_maskz_extracti64x4_epi64(kAll8, both, kHalfOf);
}

WARPSTAGE_INLINE HalfPlanes added(const WidePlanes& a)
{
    const __m256i low0 = half_of<0>(a.digit0);
    const __m256i low1 = half_of<0>(a.digit1);
    const __m256i high0 = half_of<1>(a.digit0);
    const __m256i high1 = half_of<1>(a.digit1);
    const __m256i carry = _mm256_and_si256(low0, high0);
    return { _mm256_xor_si256(low0, high0), _mm256_ternarylogic_epi32(low1, high1, carry, kSum),
        _mm256_ternarylogic_epi32(low1, high1, carry, kCarry) };
}

// A digit of a sum; replaces the carry.
WARPSTAGE_INLINE __m128i add_digit(__m128i a, __m128i b, __m128i& carry)
{
    const __m128i sum = _mm_ternarylogic_epi32(a, b, carry, kSum);
    carry = _mm_ternarylogic_epi32(a, b, carry, kCarry);
    return sum;
}

WARPSTAGE_INLINE __m128i add_halves(__m256i both, __m128i& carry)
{
    return add_digit(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1), carry);
}

// Of the elements that kOrder exchanges.
template <int kOrder> WARPSTAGE_INLINE __m128i add_others(__m128i a, __m128i& carry)
{
    return add_digit(a, _mm_shuffle_epi32(a, kOrder), carry);
}

WARPSTAGE_INLINE std::uint32_t first_of(__m128i elements)
{
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(elements));
}

using BankPlanes = std::array<std::uint32_t, 6>;

// The numbers of lanes in each bank: `banks` has a bit for the bank of each lane.
WARPSTAGE_INLINE BankPlanes lanes_of_banks(const Keys& banks)
{
    const HalfPlanes half = added({ _mm512_xor_si512(banks.low, banks.high), _mm512_and_si512(banks.low, banks.high) });
    __m128i carry4 = _mm_setzero_si128(); // of numbers of four lanes, then of eight, then of all
    const __m128i a0 = add_halves(half.digit0, carry4);
    const __m128i a1 = add_halves(half.digit1, carry4);
    const __m128i a2 = add_halves(half.digit2, carry4);
    constexpr int kPairs = 0x4e;
    __m128i carry8 = _mm_setzero_si128();
    const __m128i b0 = add_others<kPairs>(a0, carry8);
    const __m128i b1 = add_others<kPairs>(a1, carry8);
    const __m128i b2 = add_others<kPairs>(a2, carry8);
    const __m128i b3 = add_others<kPairs>(carry4, carry8);
    constexpr int kNeighbors = 0xb1;
    __m128i carry = _mm_setzero_si128();
    const __m128i c0 = add_others<kNeighbors>(b0, carry);
    const __m128i c1 = add_others<kNeighbors>(b1, carry);
    const __m128i c2 = add_others<kNeighbors>(b2, carry);
    const __m128i c3 = add_others<kNeighbors>(b3, carry);
    const __m128i c4 = add_others<kNeighbors>(carry8, carry);
    return { first_of(c0), first_of(c1), first_of(c2), first_of(c3), first_of(c4), first_of(carry) };
}

// The largest number in one of these banks.
WARPSTAGE_INLINE std::uint32_t largest(const BankPlanes& planes, std::uint32_t banks)
{
    std::uint32_t number = 0;
#pragma GCC unroll 6
    for (std::size_t plane = planes.size(); plane-- > 0;) {
        const std::uint32_t larger = banks & planes[plane];
        number += number + (larger != 0 ? 1U : 0U);
        banks = larger != 0 ? larger : banks;
    }
    return number;
}

// How the request is divided: the banks of each phase are bits of one number.
struct Division {
    unsigned word_shift;
    unsigned bank_shift; // banks: 2^bank_shift
    unsigned width_shift; // lanes of a phase: 2^width_shift
    LaneMask lanes;

    [[nodiscard]] unsigned phases() const { return kMaxLanes >> width_shift; }
};

WARPSTAGE_INLINE __m512i lane_numbers()
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

WARPSTAGE_INLINE Keys phase_of_lane(const Division& division)
{
    const __m512i lane = lane_numbers();
    return shifted({ lane, _mm512_add_epi32(lane, broadcast(kHalf)) }, division.width_shift);
}

WARPSTAGE_INLINE __m512i bits_of(__m512i words, __m512i phase, __mmask16 lanes, const Division& division)
{
    const __m512i bank = _mm512_and_si512(words, broadcast((1U << division.bank_shift) - 1));
    const __m512i first = _mm512_maskz_sll_epi32(kAll16, phase, _mm_cvtsi32_si128(static_cast<int>(division.bank_shift)));
    return _mm512_maskz_sllv_epi32(lanes, broadcast(1), _mm512_add_epi32(bank, first));
}

// The sum over phases of the largest number of `lanes` in one bank.
WARPSTAGE_INLINE std::uint32_t count_wavefronts(const Keys& words, const Keys& phase, LaneMask lanes, const Division& division)
{
    const BankPlanes planes = lanes_of_banks({ bits_of(words.low, phase.low, static_cast<__mmask16>(lanes), division),
        bits_of(words.high, phase.high, static_cast<__mmask16>(lanes >> kHalf), division) });
    if (division.phases() == 1)
        return largest(planes, ~0U);
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < division.phases(); ++i)
        sum += largest(planes, first_lanes(1U << division.bank_shift) << (i << division.bank_shift));
    return sum;
}

WARPSTAGE_INLINE std::uint32_t count_phases(const Division& division)
{
    std::uint32_t count = 0;
    for (unsigned first = 0; first < kMaxLanes; first += 1U << division.width_shift)
        count += (division.lanes & (first_lanes(1U << division.width_shift) << first)) != 0 ? 1U : 0U;
    return count;
}

template <_MM_PERM_ENUM kOrder> WARPSTAGE_INLINE bool pairs_agree(const Keys& keys, LaneMask lanes, unsigned distance)
{
    const Keys others { _mm512_maskz_shuffle_epi32(kAll16, keys.low, kOrder),
        _mm512_maskz_shuffle_epi32(kAll16, keys.high, kOrder) };
    return (~lanes_equal(keys, others) & lanes & partners_of(lanes, distance)) == 0;
}

WARPSTAGE_INLINE bool phases_merge(const Keys& keys, LaneMask lanes)
{
    return pairs_agree<_MM_PERM_CDAB>(keys, lanes, 1) || pairs_agree<_MM_PERM_BADC>(keys, lanes, 2);
}

// The largest number of lanes with one of the keys that are repeated.
WARPSTAGE_INLINE std::uint32_t most_with_key(__m512i keys, LaneMask repeated, LaneMask lanes)
{
    alignas(64) std::array<std::uint16_t, kMaxLanes> of_lane;
    _mm512_store_si512(of_lane.data(), keys);
    std::uint32_t most = 1;
    while (repeated != 0) {
        const auto key = static_cast<short>(of_lane[lowest_lane(repeated)]);
        const LaneMask same = _mm512_cmpeq_epi16_mask(keys, _mm512_set1_epi16(key)) & lanes;
        repeated &= ~same;
        most = std::max(most, count_of(same));
    }
    return most;
}

// The longest run of lanes whose bit in `changes` is 0, and the lane before it.
WARPSTAGE_INLINE std::uint32_t longest_run(LaneMask changes, LaneMask lanes)
{
    const unsigned low = count_of(lanes & first_lanes(kHalf));
    const LaneMask side_by_side = (changes & first_lanes(kHalf)) | (changes >> kHalf) << low;
    LaneMask same = ~side_by_side & first_lanes(count_of(lanes)) & ~LaneMask { 1 };
    if (side_by_side == 0)
        return count_of(lanes);
    std::uint32_t longest = 1;
    for (; same != 0; same &= same << 1U)
        ++longest;
    return longest;
}

// The lanes of a phase, among division.lanes, that have the word of a lower one of the phase. False: the words are too far apart.
WARPSTAGE_INLINE bool find_same_words(
    const Keys& words, const Keys& phase, std::uint32_t first, const Division& division, LaneMask& same)
{
    if (division.phases() == 1) {
        same = short_repeated(short_keys(words), division.lanes);
        return are_near(words, first);
    }
    constexpr unsigned kWordBits = 14; // and two of the phase
    const __m512i lowest = broadcast(first - (1U << (kWordBits - 1)));
    const Keys distances { _mm512_sub_epi32(words.low, lowest), _mm512_sub_epi32(words.high, lowest) };
    const Keys of_phase { _mm512_or_si512(_mm512_maskz_slli_epi32(kAll16, distances.low, 2), phase.low),
        _mm512_or_si512(_mm512_maskz_slli_epi32(kAll16, distances.high, 2), phase.high) };
    same = short_repeated(short_keys(of_phase), division.lanes);
    return _mm512_test_epi32_mask(_mm512_or_si512(distances.low, distances.high), broadcast(~((1U << kWordBits) - 1U))) == 0;
}

WARPSTAGE_INLINE std::uint32_t smallest(const Keys& keys)
{
    const __m512i sixteen = _mm512_maskz_min_epu32(kAll16, keys.low, keys.high);
    const __m256i eight = _mm256_min_epu32(half_of<0>(sixteen), half_of<1>(sixteen));
    const __m128i four = _mm_min_epu32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    const __m128i two = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0x4e));
    return first_of(_mm_min_epu32(two, _mm_shuffle_epi32(two, 0xb1)));
}

// The largest of 32 bytes.
WARPSTAGE_INLINE std::uint32_t largest_byte(__m256i bytes)
{
    const __m128i half = _mm_max_epu8(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    const __m128i eight = _mm_max_epu8(half, _mm_srli_epi16(half, 8)); // in the low byte of each word
    const __m128i inverse = _mm_andnot_si128(eight, _mm_set1_epi16(0xff));
    return 0xff - static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(inverse)) & 0xff);
}

// Counts lanes of one phase with a table of the lanes on each word: the fastest way if many share a word and their order is any.
// False: the words are too far apart.
WARPSTAGE_INLINE bool count_in_table(const Keys& words, LaneMask lanes, BankCount& count)
{
    constexpr std::uint32_t kBanks = kBytesOfBanks / kBytesOfBank;
    constexpr std::uint32_t kWords = 256;
    const std::uint32_t first = smallest(words) & ~(kBanks - 1);
    const Keys places { _mm512_sub_epi32(words.low, broadcast(first)), _mm512_sub_epi32(words.high, broadcast(first)) };
    if (_mm512_test_epi32_mask(_mm512_or_si512(places.low, places.high), broadcast(~(kWords - 1))) != 0)
        return false;
    const __m512i outside = _mm512_add_epi32(broadcast(kWords), lane_numbers()); // for lanes that do not take part
    alignas(64) std::array<std::uint32_t, kMaxLanes> place_of_lane;
    _mm512_store_si512(place_of_lane.data(), _mm512_mask_mov_epi32(outside, static_cast<__mmask16>(lanes), places.low));
    _mm512_store_si512(
        place_of_lane.data() + kHalf, _mm512_mask_mov_epi32(outside, static_cast<__mmask16>(lanes >> kHalf), places.high));
    alignas(64) std::array<std::uint8_t, kWords + 64> lanes_on_word;
    for (std::uint32_t word = 0; word < kWords; word += 64)
        _mm512_store_si512(lanes_on_word.data() + word, _mm512_setzero_si512());
#pragma GCC unroll 32
    for (const std::uint32_t place : place_of_lane)
        ++lanes_on_word[place];
    __m256i words_of_bank = _mm256_setzero_si256();
    __m256i most_lanes = _mm256_setzero_si256();
    for (std::uint32_t word = 0; word < kWords; word += kBanks) {
        const __m256i row = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes_on_word.data() + word));
        most_lanes = _mm256_max_epu8(most_lanes, row);
        words_of_bank = _mm256_add_epi8(words_of_bank, _mm256_min_epu8(row, _mm256_set1_epi8(1)));
    }
    count.phases = 1;
    count.wavefronts = largest_byte(words_of_bank);
    count.same_address = largest_byte(most_lanes);
    return true;
}

// Of lanes that are not in order, or in several phases.
WARPSTAGE_INLINE bool count_unordered(
    const Keys& keys, std::uint32_t first, const BankRequest& request, const Division& division, BankCount& count)
{
    const Keys words = shifted(keys, division.word_shift);
    const Keys phase = phase_of_lane(division);
    count.phases = count_phases(division);
    count.same_address = 0;
    count.wavefronts = count_wavefronts(words, phase, division.lanes, division);
    if (!request.multicast)
        return true;
    LaneMask same_word = 0;
    if (count.wavefronts != count.phases) { // else no two lanes of a phase have one word
        if (!find_same_words(words, phase, first, division, same_word))
            return false;
        if (same_word != 0)
            count.wavefronts = count_wavefronts(words, phase, division.lanes & ~same_word, division);
    }
    if (!request.atomic)
        return true;
    if (request.bytes < kBytesOfBank || !are_near(words, first))
        return false;
    const __m512i near = short_keys(words);
    count.same_address =
        most_with_key(near, division.phases() == 1 ? same_word : short_repeated(near, division.lanes), division.lanes);
    return true;
}

} // namespace

WARPSTAGE_TARGET bool banks(const LaneRow& row, const BankRequest& request, BankCount& count, KnownRow* known)
{
    Keys keys;
    if (!read(row, request.bytes, keys))
        return false;
    if (is_known(known, keys, row.lanes)) {
        count = known->banks;
        return true;
    }
    const unsigned word_shift = shift_of(word_bytes(request));
    const unsigned bank_shift = shift_of(kBytesOfBanks) - word_shift;
    Division division { word_shift, bank_shift, bank_shift, row.lanes };
    if (division.phases() == 1 && request.multicast) {
        const Row ordered = row_of_keys(keys, row.lanes, ~((1U << word_shift) - 1U));
        if (ordered.ascending) {
            count.phases = 1;
            count.same_address = request.atomic ? longest_run(ordered.addresses, ordered.lanes) : 0;
            const std::uint32_t extent = (last_key(row) >> word_shift) - (first_key(row) >> word_shift);
            const LaneMask first = ordered.lanes & (~ordered.lanes + 1);
            const __m512i zero = _mm512_setzero_si512();
            count.wavefronts = extent < 1U << bank_shift // one word in each bank
                ? 1
                : count_wavefronts(shifted(ordered.keys, word_shift), { zero, zero }, ordered.units | first, division);
            learn(known, keys, row.lanes);
            if (known != nullptr)
                known->banks = count;
            return true;
        }
    }
    // `same_address` is not of interest for others.
    if (division.phases() == 1 && request.multicast && (request.bytes == kBytesOfBank || !request.atomic)
        && count_in_table(shifted(keys, word_shift), row.lanes, count)) {
        count.same_address = request.atomic ? count.same_address : 0;
        return true;
    }
    if (division.phases() > 1 && request.merges && phases_merge(keys, row.lanes))
        ++division.width_shift;
    if (!count_unordered(keys, first_key(row) >> word_shift, request, division, count))
        return false;
    learn(known, keys, row.lanes);
    if (known != nullptr)
        known->banks = count;
    return true;
}

} // namespace warpstage::lane_rows::avx512

#endif
