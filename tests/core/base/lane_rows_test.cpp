// Comparisons of the lanes of a warp, at each level that this processor has, are those of sets and loops.
#include "core/base/lane_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
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
        const auto keys = keys_of(addresses, lanes, shift, 4);
        ASSERT_TRUE(keys.has_value());
        const LaneMask expected = repeated(addresses, lanes, shift, kMaxLanes);
        repetitions += expected != 0 ? 1U : 0U;
        ASSERT_EQ(repeated_lanes(*keys, lanes), expected);
        ASSERT_EQ(repeated_lanes_of_groups(*keys, lanes), repeated(addresses, lanes, shift, 8));
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
    EXPECT_TRUE(keys_of(addresses, kAll, 2, 4).has_value());
    addresses[7] += 1;
    EXPECT_FALSE(keys_of(addresses, kAll, 2, 4).has_value());
    EXPECT_TRUE(keys_of(addresses, kAll & ~(LaneMask { 1 } << 7U), 2, 4).has_value()) << "only lanes that take part matter";
    addresses[7] = std::uint64_t { 1 } << 40U;
    EXPECT_FALSE(keys_of(addresses, kAll, 2, 4).has_value());
    EXPECT_TRUE(keys_of(addresses, kAll, 12, 4).has_value());
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
