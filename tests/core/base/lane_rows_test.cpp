// Comparisons of the lanes of a warp, at each level that this processor has, are those of sets and loops.
#include "core/base/lane_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace warpstage {
namespace {

constexpr std::array kLevels { LaneRowLevel::any, LaneRowLevel::avx2, LaneRowLevel::avx512 };
constexpr LaneMask kAll = first_lanes(kMaxLanes);
using Addresses = std::array<std::uint64_t, kMaxLanes>;

// Puts the best level back.
class LaneRows : public testing::TestWithParam<LaneRowLevel> {
protected:
    void SetUp() override
    {
        if (!has_lane_row_level(GetParam()))
            GTEST_SKIP() << "this processor lacks it";
        use_lane_row_level(GetParam());
    }
    void TearDown() override
    {
        for (const LaneRowLevel level : kLevels)
            if (has_lane_row_level(level))
                use_lane_row_level(level);
    }

    unsigned below(unsigned end) { return std::uniform_int_distribution<unsigned>(0, end - 1)(m_random); }
    LaneMask random_lanes()
    {
        const auto some = static_cast<LaneMask>(m_random());
        return std::array { kAll, some | 1U << below(32), LaneMask { 1 } << below(32), first_lanes(1 + below(32)) }[below(4)];
    }
    // Few or many different ones; any address in lanes that do not take part.
    Addresses ordered_addresses(std::uint32_t bytes);
    Addresses random_addresses()
    {
        const unsigned range = 1U << below(12);
        const std::uint64_t base = std::uint64_t { below(1U << 28U) } << (2 + below(16));
        Addresses addresses {};
        for (std::uint64_t& address : addresses)
            address = base + 4 * std::uint64_t { below(range) };
        return addresses;
    }

private:
    std::mt19937 m_random { 7 };
};

LaneMask repeated(const Addresses& addresses, LaneMask lanes, unsigned shift, unsigned group)
{
    std::set<std::pair<unsigned, std::uint64_t>> seen;
    LaneMask found = 0;
    for_each_lane(lanes, [&](unsigned lane) {
        if (!seen.insert({ lane / group, addresses[lane] >> shift }).second)
            found |= LaneMask { 1 } << lane;
    });
    return found;
}

TEST_P(LaneRows, RepeatedLanesAreThoseThatASetHasSeen)
{
    unsigned repetitions = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Addresses addresses = random_addresses();
        const LaneMask lanes = random_lanes();
        const unsigned shift = below(8);
        const auto keys = keys_of(lane_row(addresses, lanes), shift, 4);
        ASSERT_TRUE(keys.has_value());
        const LaneMask expected = repeated(addresses, lanes, shift, kMaxLanes);
        repetitions += expected != 0 ? 1U : 0U;
        ASSERT_EQ(repeated_lanes(*keys, lanes), expected);
        const unsigned lane = lowest_lane(lanes);
        LaneMask same = 0;
        for_each_lane(lanes, [&](unsigned other) {
            same |= addresses[other] >> shift == addresses[lane] >> shift ? LaneMask { 1 } << other : LaneMask { 0 };
        });
        ASSERT_EQ(lanes_with_key(*keys, keys->of_lane[lane]) & lanes, same);
    }
    EXPECT_GT(repetitions, 5'000U);
    EXPECT_LT(repetitions, 19'000U);
}

TEST_P(LaneRows, LanesThatAreFarApartOrMisalignedHaveNoKeys)
{
    Addresses addresses {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        addresses[lane] = 4096 + 4 * std::uint64_t { lane };
    const auto has_keys = [&](LaneMask lanes) {
        const LaneRow row = lane_row(addresses, lanes);
        DistinctCount distinct;
        BankCount banks;
        EXPECT_EQ(count_distinct(row, 5, 4, distinct), keys_of(row, 2, 4).has_value());
        EXPECT_EQ(count_banks(row, { .bytes = 4 }, banks), keys_of(row, 2, 4).has_value());
        return keys_of(row, 2, 4).has_value();
    };
    const LaneMask others = kAll & ~(LaneMask { 1 } << 7U);
    EXPECT_TRUE(has_keys(kAll));
    addresses[7] += 1;
    EXPECT_FALSE(has_keys(kAll));
    EXPECT_TRUE(has_keys(others)) << "only lanes that take part matter";
    addresses[7] = std::uint64_t { 1 } << 40U;
    EXPECT_FALSE(has_keys(kAll));
    EXPECT_TRUE(has_keys(others));
    addresses[7] = 4096 - (std::uint64_t { 1 } << 31U) - 4;
    EXPECT_FALSE(has_keys(kAll));
}

// A request as a register of each lane has it.
template <typename Number> class Registers {
public:
    Registers(const Addresses& addresses, LaneMask lanes, std::uint64_t displacement)
    {
        std::array<Number, kMaxLanes> values {};
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            values[lane] = static_cast<Number>(addresses[lane] - displacement);
        std::memcpy(m_bytes.data() + 1, values.data(), sizeof(values)); // without alignment
        m_row = { .values = m_bytes.data() + 1, .bytes = sizeof(Number), .lanes = lanes, .displacement = displacement };
    }
    Registers(const Registers&) = delete;
    Registers& operator=(const Registers&) = delete;
    ~Registers() = default;

    [[nodiscard]] const LaneRow& row() const { return m_row; }

private:
    std::array<std::byte, kMaxLanes * sizeof(Number) + 1> m_bytes {};
    LaneRow m_row;
};

// In order, in reverse order, permuted, or in rows of a matrix; with gaps or repetitions.
Addresses LaneRows::ordered_addresses(std::uint32_t bytes)
{
    const std::uint64_t base = std::uint64_t { below(1U << 20U) } * bytes;
    const unsigned stride = std::array { 0U, 1U, 2U, 33U }[below(4)];
    const unsigned turned = below(4) == 0 ? below(kMaxLanes) : 0;
    const unsigned together = 1U << below(6);
    const unsigned column = 1U << below(6);
    const unsigned jump = below(4) == 0 ? below(500) : 0;
    Addresses addresses {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const unsigned place = (lane ^ turned) / together;
        addresses[lane] = base + std::uint64_t { bytes } * (place % column * stride + place / column * jump);
    }
    return addresses;
}

std::size_t distinct_units(const Addresses& addresses, LaneMask lanes, unsigned shift)
{
    std::set<std::uint64_t> units;
    for_each_lane(lanes, [&](unsigned lane) { units.insert(addresses[lane] >> shift); });
    return units.size();
}

BankCount banks_by_sets(const Addresses& addresses, LaneMask lanes, const BankRequest& request)
{
    const std::uint32_t word = std::max(request.bytes, kBytesOfBank);
    const std::uint32_t banks = kBytesOfBanks / word;
    const auto agree = [&](unsigned distance) {
        bool same = true;
        for_each_lane(lanes, [&](unsigned lane) {
            same = same && (!has_lane(lanes, lane ^ distance) || addresses[lane] == addresses[lane ^ distance]);
        });
        return same;
    };
    const unsigned width = request.merges && banks < kMaxLanes && (agree(1) || agree(2)) ? 2 * banks : banks;
    BankCount count;
    for (unsigned first = 0; first < kMaxLanes; first += width) {
        std::map<std::uint64_t, std::multiset<std::uint64_t>> words; // by bank
        for_each_lane(lanes & (first_lanes(width) << first), [&](unsigned lane) {
            const std::uint64_t place = addresses[lane] / word;
            if (!request.multicast || !words[place % banks].contains(place))
                words[place % banks].insert(place);
        });
        std::size_t most = 0;
        for (const auto& [bank, of_bank] : words)
            most = std::max(most, of_bank.size());
        count.wavefronts += static_cast<std::uint32_t>(most);
        count.phases += words.empty() ? 0U : 1U;
    }
    std::multiset<std::uint64_t> all;
    for_each_lane(lanes, [&](unsigned lane) { all.insert(addresses[lane]); });
    for (const std::uint64_t address : all)
        count.same_address = std::max(count.same_address, static_cast<std::uint32_t>(all.count(address)));
    return count;
}

template <typename Number>
void expect_counts(const Addresses& addresses, LaneMask lanes, std::uint32_t bytes, std::uint64_t displacement)
{
    const Registers<Number> registers(addresses, lanes, displacement);
    for (const unsigned shift : { 2U, 3U, 4U, 5U, 7U }) {
        if (1U << shift < bytes)
            continue;
        KnownRow known;
        for (int again = 0; again < 2; ++again) {
            DistinctCount distinct;
            ASSERT_TRUE(count_distinct(registers.row(), shift, bytes, distinct, &known));
            EXPECT_EQ(distinct.addresses, distinct_units(addresses, lanes, 0));
            EXPECT_EQ(distinct.units, distinct_units(addresses, lanes, shift));
        }
        std::uint32_t of_groups = 0;
        if (count_distinct_of_groups(registers.row(), shift, of_groups)) {
            EXPECT_EQ(of_groups, lane_count(lanes & ~repeated(addresses, lanes, shift, 8)));
        }
    }
    for (const bool merges : { false, true }) {
        for (const bool multicast : { false, true }) {
            const BankRequest request { bytes, merges, multicast, multicast };
            KnownRow known;
            BankCount banks;
            if (!count_banks(registers.row(), request, banks, &known))
                continue; // far apart, or parts of a word
            const BankCount expected = banks_by_sets(addresses, lanes, request);
            for (int again = 0; again < 2; ++again) {
                EXPECT_EQ(banks.wavefronts, expected.wavefronts);
                EXPECT_EQ(banks.phases, expected.phases);
                EXPECT_EQ(banks.same_address, multicast ? expected.same_address : 0U);
                banks = {};
                ASSERT_TRUE(count_banks(registers.row(), request, banks, &known));
            }
        }
    }
}

// Requests that change while one is known.
TEST_P(LaneRows, AKnownRequestIsOnlyTheSame)
{
    std::array<KnownRow, 2> known;
    Addresses addresses = random_addresses();
    LaneMask lanes = kAll;
    for (int i = 0; i < 5'000; ++i) {
        if (below(2) == 0)
            addresses = random_addresses();
        else if (below(2) == 0)
            addresses[below(kMaxLanes)] += 4;
        else
            lanes = random_lanes();
        DistinctCount distinct;
        ASSERT_TRUE(count_distinct(lane_row(addresses, lanes), 5, 4, distinct, known.data()));
        EXPECT_EQ(distinct.units, distinct_units(addresses, lanes, 5));
        const BankRequest request { 4, true, true, true };
        BankCount banks;
        ASSERT_TRUE(count_banks(lane_row(addresses, lanes), request, banks, &known[1]));
        const BankCount expected = banks_by_sets(addresses, lanes, request);
        EXPECT_EQ(banks.wavefronts, expected.wavefronts);
        EXPECT_EQ(banks.same_address, expected.same_address);
    }
}

TEST_P(LaneRows, UnitsAndWordsOfBanksAreThoseOfSets)
{
    for (int i = 0; i < 10'000; ++i) {
        const std::uint32_t bytes = 1U << below(5);
        Addresses addresses = below(2) == 0 ? random_addresses() : ordered_addresses(bytes);
        for (std::uint64_t& address : addresses)
            address = address / bytes * bytes;
        const LaneMask lanes = random_lanes();
        const std::uint64_t displacement = std::uint64_t { below(100) } * 8 - 400;
        ASSERT_NO_FATAL_FAILURE(expect_counts<std::uint64_t>(addresses, lanes, bytes, displacement));
        for (std::uint64_t& address : addresses)
            address &= 0xffff'ffffU;
        ASSERT_NO_FATAL_FAILURE(expect_counts<std::uint32_t>(addresses, lanes, bytes, displacement));
        if (HasFailure())
            return;
    }
}

// As those of shared memory: only what is documented may be missing.
TEST_P(LaneRows, CountsOfSmallMemoriesAreNeverMissing)
{
    for (int i = 0; i < 10'000; ++i) {
        const std::uint32_t bytes = 1U << below(5);
        Addresses addresses {};
        for (std::uint64_t& address : addresses)
            address = std::uint64_t { below(4096) } * bytes;
        const LaneRow row = lane_row(addresses, random_lanes());
        std::uint32_t of_groups = 0;
        EXPECT_TRUE(count_distinct_of_groups(row, 4, of_groups));
        BankCount banks;
        EXPECT_TRUE(count_banks(row, { bytes, true, true, bytes >= kBytesOfBank }, banks));
    }
}

template <typename Number> void expect_distances(const Addresses& addresses, LaneMask lanes, unsigned changed)
{
    std::array<Number, kMaxLanes> values {};
    LaneDistances distances {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        values[lane] = static_cast<Number>(addresses[lane]);
        distances.of_lane[lane] = static_cast<std::int32_t>(addresses[lane] - addresses[lowest_lane(lanes)]);
    }
    std::array<std::byte, sizeof(values) + 1> bytes {}; // without alignment
    const auto same = [&] {
        std::memcpy(bytes.data() + 1, values.data(), sizeof(values));
        return has_distances(bytes.data() + 1, sizeof(Number), distances, lanes);
    };
    EXPECT_TRUE(same());
    for (Number& value : values)
        value += 12'345'678;
    EXPECT_TRUE(same()) << "all lanes moved";
    values[changed] ^= Number { 1 } << (sizeof(Number) * 8 - 1);
    const bool matters = has_lane(lanes, changed) && lane_count(lanes) > 1;
    EXPECT_EQ(same(), !matters);
}

TEST_P(LaneRows, DistancesAreComparedInTheLanesThatTakePart)
{
    for (int i = 0; i < 5'000; ++i) {
        const Addresses addresses = random_addresses();
        const LaneMask lanes = random_lanes();
        const unsigned changed = below(32);
        expect_distances<std::uint32_t>(addresses, lanes, changed);
        expect_distances<std::uint64_t>(addresses, lanes, changed);
    }
}

std::string name_of_level(const testing::TestParamInfo<LaneRowLevel>& level)
{
    constexpr std::array kNames { "any", "avx2", "avx512" };
    return kNames.at(static_cast<std::size_t>(level.param));
}

INSTANTIATE_TEST_SUITE_P(Levels, LaneRows, testing::ValuesIn(kLevels), name_of_level);

} // namespace
} // namespace warpstage
