#include "core/trace/cursor.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <random>
#include <utility>

namespace warpstage::trace {
namespace {

using Kind = simt::AccessKind;

// About one lane in eight.
LaneMask sparse_lanes(std::mt19937& random)
{
    LaneMask lanes = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        lanes |= random() % 8 == 0 ? LaneMask { 1 } << lane : 0;
    return lanes;
}

class CursorTest : public testing::Test {
protected:
    void plain() { m_trace.steps.emplace_back(); }

    void access(Kind kind, std::uint32_t bytes, std::initializer_list<std::pair<std::uint64_t, std::uint64_t>> lanes,
        ptx::StateSpace space = ptx::StateSpace::shared)
    {
        simt::Access access { .space = space, .kind = kind, .bytes = bytes };
        unsigned lane = 0;
        for (const auto& [address, value] : lanes) {
            access.lanes |= LaneMask { 1 } << lane;
            access.addresses[lane] = address;
            access.values[lane++] = value;
        }
        add(access);
    }

    void add(const simt::Access& access)
    {
        m_trace.accesses.push_back(access);
        m_trace.steps.push_back({ .access = static_cast<std::uint32_t>(m_trace.accesses.size()), .event = Event::access });
    }

    Trace m_trace;
};

TEST_F(CursorTest, ShowsTheMemoryAfterTheCurrentStep)
{
    plain();
    access(Kind::store, 4, { { 0, 10 }, { 4, 11 } });
    access(Kind::load, 4, { { 4, 11 } });
    access(Kind::store, 4, { { 0, 21 } });
    Cursor cursor(m_trace);
    ASSERT_EQ(cursor.values().size(), 2U);
    EXPECT_EQ(cursor.step(), 0U);
    EXPECT_FALSE(cursor.known()[0]) << "nothing is stored yet";

    cursor.seek(1);
    EXPECT_EQ(cursor.values()[0], 10U);
    EXPECT_EQ(cursor.values()[1], 11U);
    EXPECT_TRUE(cursor.known()[0]);
    EXPECT_EQ(cursor.touched()[0], Touch::written);
    EXPECT_EQ(cursor.touched()[1], Touch::written);

    cursor.seek(2);
    EXPECT_EQ(cursor.touched()[0], Touch::none);
    EXPECT_EQ(cursor.touched()[1], Touch::read);

    cursor.seek(3);
    EXPECT_EQ(cursor.values()[0], 21U);
    EXPECT_EQ(cursor.touched()[0], Touch::written);
    ASSERT_NE(cursor.record(), nullptr);
    EXPECT_EQ(cursor.record(), &m_trace.steps[3]);

    cursor.seek(1);
    EXPECT_EQ(cursor.values()[0], 10U) << "and backward";
    cursor.seek(0);
    EXPECT_FALSE(cursor.known()[0]);
    EXPECT_EQ(cursor.values()[0], 0U);
}

TEST_F(CursorTest, BeyondTheEndMeansTheLastStep)
{
    plain();
    access(Kind::store, 4, { { 0, 5 } });
    Cursor cursor(m_trace);
    cursor.seek(1000);
    EXPECT_EQ(cursor.step(), 1U);
    EXPECT_EQ(cursor.values()[0], 5U);
}

TEST_F(CursorTest, ATraceWithoutStepsHasNoElements)
{
    Cursor cursor(m_trace);
    cursor.seek(3);
    EXPECT_EQ(cursor.record(), nullptr);
    EXPECT_TRUE(cursor.values().empty());
}

TEST_F(CursorTest, ALoadMakesTheArrayLongerButNotKnown)
{
    access(Kind::load, 4, { { 40, 7 } });
    const Cursor cursor(m_trace);
    ASSERT_EQ(cursor.values().size(), 11U);
    EXPECT_EQ(cursor.touched()[10], Touch::read);
    EXPECT_FALSE(cursor.known()[10]);
}

TEST_F(CursorTest, OtherMemoryIsNotShown)
{
    access(Kind::store, 4, { { 0, 1 } });
    access(Kind::store, 4, { { 0, 9 }, { 4096, 9 } }, ptx::StateSpace::global);
    Cursor cursor(m_trace);
    cursor.seek(1);
    ASSERT_EQ(cursor.values().size(), 1U);
    EXPECT_EQ(cursor.values()[0], 1U);
    EXPECT_EQ(cursor.touched()[0], Touch::none);
}

TEST_F(CursorTest, TheSecondHalfOfA16ByteStoreIsNotKnown)
{
    access(Kind::store, 4, { { 8, 1 }, { 12, 2 } });
    access(Kind::store, 16, { { 0, 0x0000000500000004 } });
    Cursor cursor(m_trace);
    cursor.seek(1);
    ASSERT_EQ(cursor.values().size(), 4U);
    EXPECT_EQ(cursor.values()[0], 4U);
    EXPECT_EQ(cursor.values()[1], 5U);
    EXPECT_TRUE(cursor.known()[1]);
    EXPECT_FALSE(cursor.known()[2]);
    EXPECT_FALSE(cursor.known()[3]);
    EXPECT_EQ(cursor.values()[2], 0U);
    EXPECT_EQ(cursor.touched()[3], Touch::written);
}

TEST_F(CursorTest, TheResultOfAnAtomicIsNotKnown)
{
    access(Kind::store, 4, { { 0, 1 }, { 4, 2 } });
    access(Kind::atomic, 4, { { 0, 1 } });
    Cursor cursor(m_trace);
    cursor.seek(1);
    EXPECT_FALSE(cursor.known()[0]);
    EXPECT_TRUE(cursor.known()[1]);
    EXPECT_EQ(cursor.touched()[0], Touch::written);
}

TEST_F(CursorTest, TheHighestLaneWinsWhereSeveralStoreToOneAddress)
{
    access(Kind::store, 4, { { 0, 1 }, { 0, 2 }, { 0, 3 } });
    const Cursor cursor(m_trace);
    EXPECT_EQ(cursor.values()[0], 3U);
}

TEST_F(CursorTest, ElementsNeedNotBeAsWideAsTheAccess)
{
    access(Kind::store, 2, { { 0, 0x1122 } });
    access(Kind::store, 2, { { 2, 0x3344 } });
    access(Kind::store, 8, { { 8, 0x0102030405060708 } });
    Cursor words(m_trace);
    EXPECT_FALSE(words.known()[0]) << "half of it is unknown";
    words.seek(2);
    EXPECT_EQ(words.values()[0], 0x33441122U);
    EXPECT_TRUE(words.known()[0]);
    EXPECT_EQ(words.values()[2], 0x05060708U);
    EXPECT_EQ(words.values()[3], 0x01020304U);
    Cursor doubles(m_trace, 8);
    doubles.seek(2);
    ASSERT_EQ(doubles.values().size(), 2U);
    EXPECT_FALSE(doubles.known()[0]);
    EXPECT_EQ(doubles.values()[1], 0x0102030405060708U);
}

TEST_F(CursorTest, AnAddressBeyondSharedMemoryIsIgnored)
{
    access(Kind::store, 4, { { 0, 1 }, { ~std::uint64_t { 1 }, 2 }, { std::uint64_t { 1 } << 40, 3 } });
    const Cursor cursor(m_trace);
    ASSERT_EQ(cursor.values().size(), 1U);
    EXPECT_EQ(cursor.values()[0], 1U);
}

// Several thousand stores, which require many key frames; sought in every order and compared with memory copies for each step.
TEST_F(CursorTest, RandomSeeksAgreeWithForwardSteps)
{
    constexpr std::size_t kSteps = 4000;
    constexpr std::size_t kWords = 64;
    using Memory = std::array<std::optional<std::uint64_t>, kWords>;
    std::mt19937 random(1);
    std::vector<Memory> expected;
    Memory memory {};
    for (std::size_t step = 0; step < kSteps; ++step) {
        if (random() % 4 == 0) {
            plain();
        } else {
            simt::Access access {
                .space = ptx::StateSpace::shared, .kind = random() % 2 == 0 ? Kind::load : Kind::store, .bytes = 4
            };
            access.lanes = sparse_lanes(random);
            for_each_lane(access.lanes, [&](unsigned lane) {
                const std::size_t word = random() % kWords;
                access.addresses[lane] = 4 * word;
                access.values[lane] = random() & 0xffffffff;
                if (access.kind == Kind::store)
                    memory.at(word) = access.values[lane];
            });
            add(access);
        }
        expected.push_back(memory);
    }
    Cursor cursor(m_trace);
    ASSERT_EQ(cursor.values().size(), kWords);
    std::size_t at = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto way = random() % 4;
        at = way == 0  ? random() % kSteps
            : way == 1 ? std::min(at + 1, kSteps - 1)
                       : at - std::min<std::size_t>(at, way == 2 ? 1 : 200);
        cursor.seek(at);
        for (std::size_t word = 0; word < kWords; ++word) {
            ASSERT_EQ(cursor.known()[word], expected[at][word].has_value()) << "step " << at << " word " << word;
            ASSERT_EQ(cursor.values()[word], expected[at][word].value_or(0)) << "step " << at << " word " << word;
        }
    }
}

} // namespace
} // namespace warpstage::trace
