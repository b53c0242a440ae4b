// Components of the checks, without a kernel.
#include "core/simt/checks/content/initialized_bytes.h"
#include "core/simt/checks/global_races.h"
#include "core/simt/checks/order/causality.h"
#include "core/simt/checks/order/knowledge.h"
#include "core/simt/checks/order/thread_order.h"
#include "core/simt/checks/shared_races.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr LaneMask kAll = ~LaneMask { 0 };

TEST(InitializedBytes, NamesTheFirstUninitializedByte)
{
    InitializedBytes bytes(200);
    EXPECT_EQ(bytes.first_unmarked(0, 8), 0U);
    bytes.mark(0, 70);
    EXPECT_EQ(bytes.first_unmarked(0, 70), std::nullopt);
    EXPECT_EQ(bytes.first_unmarked(60, 16), 70U);
    bytes.clear();
    EXPECT_EQ(bytes.first_unmarked(64, 4), 64U);
    bytes.mark_all();
    EXPECT_EQ(bytes.first_unmarked(0, 200), std::nullopt);
}

TEST(ThreadOrder, TheLanesOfAWarpAreOrderedBySynchronization)
{
    ThreadOrder order(2);
    const Moment zero = order.now(0, 0);
    EXPECT_TRUE(order.before(zero, 0, 0)); // its own
    EXPECT_FALSE(order.before(zero, 0, 1));
    order.meet(0, 0x3);
    EXPECT_TRUE(order.before(zero, 0, 1));
    EXPECT_FALSE(order.before(zero, 0, 2)); // was not there
    EXPECT_FALSE(order.before(order.now(0, 0), 0, 1)); // after the barrier
    order.meet(0, 0x6);
    EXPECT_TRUE(order.before(zero, 0, 2)); // lane 1 passes on its knowledge
    EXPECT_FALSE(order.before(zero, 1, 0)); // another warp
}

TEST(ThreadOrder, WarpsAreOrderedByBarriersOfTheBlock)
{
    ThreadOrder order(3);
    const Moment first = order.now(0, 5);
    EXPECT_FALSE(order.before(first, 1, 5));
    order.meet_all();
    EXPECT_TRUE(order.before(first, 1, 5));
    EXPECT_FALSE(order.before(order.now(0, 5), 1, 5));
}

TEST(ThreadOrder, ABarrierOfSomeWarpsOrdersOnlyThose)
{
    ThreadOrder order(4);
    const Moment produced = order.now(0, 0);
    const Moment consumed = order.now(1, 0);
    const ThreadOrder::Times arrived = order.publish(0); // bar.arrive
    const Moment after = order.now(0, 0);
    const std::vector<std::uint32_t> waited { 1, 3 };
    order.meet(waited);
    for (const std::uint32_t warp : waited)
        order.learn(warp, arrived);
    EXPECT_TRUE(order.before(produced, 1, 7));
    EXPECT_TRUE(order.before(consumed, 1, 7));
    EXPECT_TRUE(order.before(consumed, 3, 2));
    EXPECT_FALSE(order.before(consumed, 0, 0)); // it did not wait
    EXPECT_FALSE(order.before(produced, 2, 0));
    EXPECT_FALSE(order.before(after, 1, 0)); // its accesses from then on
}

TEST(Knowledge, IsTheUnionOfWhatWasAdded)
{
    Knowledge one;
    one.add(3, { 5, {} });
    Knowledge other;
    other.add(3, { 2, { 0, 9 } });
    other.add(70'000, { 1, {} });
    EXPECT_FALSE(one.covers(70'000, 0, 0));
    one.add(other);
    EXPECT_TRUE(one.covers(3, 4, 0));
    EXPECT_FALSE(one.covers(3, 5, 0));
    EXPECT_TRUE(one.covers(3, 8, 1));
    EXPECT_FALSE(one.covers(3, 9, 1));
    EXPECT_TRUE(one.covers(70'000, 0, 4));
    EXPECT_EQ(one.find(4), nullptr);
    Knowledge again = one;
    again.add(other);
    EXPECT_EQ(again.find(3), one.find(3)); // what is the same exists once
}

// Shared memory: one access of one warp; each lane has its own word, or all have the same one.
class Accesses {
public:
    explicit Accesses(RaceCheck check)
        : races(256, order, check)
    {
    }

    std::optional<Race> one(AccessKind kind, std::uint32_t warp, unsigned lane, std::uint64_t offset, std::uint64_t value = 0,
        std::uint32_t bytes = 4)
    {
        Access access;
        access.space = ptx::StateSpace::shared;
        access.kind = kind;
        access.bytes = bytes;
        access.lanes = LaneMask { 1 } << lane;
        access.addresses[lane] = offset;
        access.values[lane] = value;
        return found(warp, access);
    }

    std::optional<Race> all_at(AccessKind kind, std::uint32_t warp, std::uint64_t offset)
    {
        Access access;
        access.space = ptx::StateSpace::shared;
        access.kind = kind;
        access.bytes = 4;
        access.lanes = kAll;
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            access.addresses[lane] = offset;
        return found(warp, access);
    }

    ThreadOrder order { 2 };
    SharedRaces races;

private:
    std::optional<Race> found(std::uint32_t warp, const Access& access)
    {
        std::vector<Race> all;
        races.access({ 0, warp, m_pc++, access.lanes, access.lanes }, access, pattern_of(access), {}, all);
        return all.empty() ? std::nullopt : std::optional { all.front() };
    }

    std::uint32_t m_pc = 0;
};

constexpr AccessKind kRead = AccessKind::load;
constexpr AccessKind kWrite = AccessKind::store;
constexpr AccessKind kAtomic = AccessKind::atomic;

TEST(SharedRaces, NamesBothPartiesInTheOrderOfTheRun)
{
    Accesses accesses(RaceCheck::all);
    ASSERT_FALSE(accesses.one(kWrite, 1, 4, 8, 7));
    const auto conflict = accesses.one(kRead, 0, 3, 8);
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->relation, Race::Relation::between_warps);
    EXPECT_EQ(conflict->address, 8U);
    EXPECT_EQ(conflict->bytes, 4U);
    EXPECT_EQ(conflict->earlier.warp, 1U);
    EXPECT_EQ(conflict->earlier.lane, 4U);
    EXPECT_EQ(conflict->earlier.pc, 0U);
    EXPECT_EQ(conflict->earlier.kind, kWrite);
    EXPECT_EQ(conflict->later.warp, 0U);
    EXPECT_EQ(conflict->later.lane, 3U);
    EXPECT_EQ(conflict->later.pc, 1U);
    EXPECT_EQ(conflict->later.kind, kRead);
}

TEST(SharedRaces, AWriteConflictsWithTheReadOfAnyOtherThread)
{
    for (const std::uint32_t warp : { 0U, 1U }) {
        Accesses accesses(RaceCheck::all);
        ASSERT_FALSE(accesses.all_at(kRead, 0, 16));
        ASSERT_FALSE(accesses.one(kRead, warp, 9, 16)); // the last reader is the writer itself
        EXPECT_TRUE(accesses.one(kWrite, warp, 9, 16, 1));
    }
    Accesses alone(RaceCheck::all);
    ASSERT_FALSE(alone.one(kRead, 0, 9, 16));
    EXPECT_FALSE(alone.one(kWrite, 0, 9, 16, 1));
}

TEST(SharedRaces, BarriersOrder)
{
    Accesses accesses(RaceCheck::all);
    ASSERT_FALSE(accesses.one(kWrite, 0, 0, 0, 1));
    accesses.order.meet(0, kAll);
    ASSERT_FALSE(accesses.one(kRead, 0, 1, 0));
    accesses.order.meet_all();
    ASSERT_FALSE(accesses.one(kWrite, 1, 0, 0, 2));
    EXPECT_TRUE(accesses.one(kRead, 0, 1, 0));
}

TEST(SharedRaces, LanesInStepAreOrderedByTheirInstructions)
{
    Accesses accesses(RaceCheck::warps_in_step);
    ASSERT_FALSE(accesses.one(kWrite, 0, 0, 0, 1));
    EXPECT_FALSE(accesses.one(kRead, 0, 1, 0));
    EXPECT_FALSE(accesses.one(kWrite, 0, 2, 0, 5));
    EXPECT_TRUE(accesses.one(kRead, 1, 0, 0));
}

TEST(SharedRaces, WritesOfTheSameValueAreToldApart)
{
    Accesses accesses(RaceCheck::all);
    ASSERT_FALSE(accesses.one(kWrite, 0, 0, 0, 1));
    const auto same = accesses.one(kWrite, 1, 0, 0, 1);
    ASSERT_TRUE(same);
    EXPECT_TRUE(same->equal_values);
    const auto other = accesses.one(kWrite, 0, 1, 0, 2);
    ASSERT_TRUE(other);
    EXPECT_FALSE(other->equal_values);
}

TEST(SharedRaces, AnOwnAtomicOperationHidesNeitherAWriteNorARead)
{
    for (const AccessKind first : { kWrite, kRead }) {
        Accesses accesses(RaceCheck::all);
        ASSERT_FALSE(accesses.one(first, 0, 0, 0));
        ASSERT_FALSE(accesses.one(kAtomic, 0, 0, 0));
        EXPECT_TRUE(accesses.one(kAtomic, 0, 1, 0)) << static_cast<int>(first);
        EXPECT_TRUE(accesses.one(kAtomic, 1, 0, 0)) << static_cast<int>(first);
    }
}

TEST(SharedRaces, BytesOfOneWordAreApart)
{
    Accesses accesses(RaceCheck::all);
    ASSERT_FALSE(accesses.one(kWrite, 0, 0, 4, 1, 1));
    ASSERT_FALSE(accesses.one(kWrite, 1, 0, 5, 2, 1));
    const auto conflict = accesses.one(kRead, 0, 3, 4, 0, 4);
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->bytes, 1U);
    EXPECT_EQ(conflict->address, 4U);
}

TEST(SharedRaces, AtomicOperationsAreInOrderAmongThemselvesOnly)
{
    Accesses accesses(RaceCheck::all);
    ASSERT_FALSE(accesses.all_at(kAtomic, 0, 0));
    ASSERT_FALSE(accesses.one(kAtomic, 1, 3, 0));
    EXPECT_TRUE(accesses.one(kRead, 1, 4, 0));
    // The last one was its own, and has observed the others.
    EXPECT_FALSE(accesses.one(kRead, 1, 3, 0));
    ASSERT_FALSE(accesses.one(kAtomic, 0, 3, 4));
    EXPECT_TRUE(accesses.one(kWrite, 1, 3, 4));
}

// Global memory: one lane of a block. Each block has its own threads, of two warps.
class BlockAccesses {
public:
    explicit BlockAccesses(RaceCheck check = RaceCheck::all)
        : address(memory.allocate("x", 64))
        , races(memory, check)
    {
    }

    // The block runs from now on, for the first time or again.
    void run(std::uint64_t block)
    {
        const auto [known, is_new] = m_blocks.try_emplace(block, Causality(2), 0);
        auto& [causality, place] = known->second;
        if (is_new) {
            place = races.start(block, block);
            causality.start(place, block);
        }
        races.run(place, causality);
        m_running = &causality;
    }
    Causality& threads() { return *m_running; }

    std::optional<Race> one(
        AccessKind kind, std::uint64_t block, std::uint64_t offset, std::uint64_t value = 0, const AccessMode& mode = {})
    {
        return of_thread(kind, block, { 0, 0 }, offset, value, mode);
    }

    std::optional<Race> of_thread(AccessKind kind, std::uint64_t block, std::pair<std::uint32_t, unsigned> thread,
        std::uint64_t offset, std::uint64_t value = 0, const AccessMode& mode = {})
    {
        const auto [warp, lane] = thread;
        Access access;
        access.kind = kind;
        access.bytes = 4;
        access.lanes = LaneMask { 1 } << lane;
        access.addresses[lane] = address + offset;
        access.values[lane] = value;
        if (kind == AccessKind::atomic || mode.strength != Strength::weak)
            m_running->access(warp, races.words(), address + offset, { kind, mode.scope, acquires, releases, true });
        std::vector<Race> found;
        races.access({ block, warp, 0, access.lanes, access.lanes }, access, mode, found);
        return found.empty() ? std::nullopt : std::optional { found.front() };
    }

    DeviceMemory memory;
    DeviceAddress address;
    GlobalRaces races;
    bool acquires = false; // strong operations from now on
    bool releases = false;

private:
    std::map<std::uint64_t, std::pair<Causality, std::uint32_t>> m_blocks;
    Causality* m_running = nullptr;
};

constexpr AccessMode kStrong { Strength::strong, Scope::device, false };
constexpr AccessMode kOfBlock { Strength::strong, Scope::block, false };

TEST(GlobalRaces, BlocksThatAccessOneWordMustNotWriteIt)
{
    BlockAccesses accesses;
    accesses.run(0);
    ASSERT_FALSE(accesses.one(kRead, 0, 0));
    ASSERT_FALSE(accesses.one(kWrite, 0, 0, 5));
    ASSERT_FALSE(accesses.one(kRead, 0, 8));
    accesses.run(3);
    ASSERT_FALSE(accesses.one(kRead, 3, 8));
    const auto read_after_write = accesses.one(kRead, 3, 0);
    ASSERT_TRUE(read_after_write);
    EXPECT_EQ(read_after_write->address, accesses.address);
    EXPECT_EQ(read_after_write->earlier.block, 0U);
    EXPECT_EQ(read_after_write->earlier.kind, kWrite);
    EXPECT_EQ(read_after_write->later.block, 3U);
    EXPECT_TRUE(accesses.one(kWrite, 3, 0, 6));
    EXPECT_TRUE(accesses.one(kWrite, 3, 8, 6)); // the other block has read it
}

TEST(GlobalRaces, StrongAccessesAreInOrderAndPlainOnesAreNot)
{
    BlockAccesses accesses;
    accesses.run(0);
    ASSERT_FALSE(accesses.one(kAtomic, 0, 0));
    ASSERT_FALSE(accesses.one(kWrite, 0, 4, 1, kStrong));
    ASSERT_FALSE(accesses.one(kRead, 0, 8));
    accesses.run(1);
    EXPECT_FALSE(accesses.one(kRead, 1, 0, 0, { Strength::weak, Scope::device, true })); // for an atomicCAS
    EXPECT_TRUE(accesses.one(kRead, 1, 0)); // a guard
    EXPECT_TRUE(accesses.one(kAtomic, 1, 8));
    EXPECT_TRUE(accesses.one(kWrite, 1, 0, 3));
    EXPECT_FALSE(accesses.one(kRead, 1, 4, 0, kStrong));
    EXPECT_TRUE(accesses.one(kRead, 1, 4));
}

TEST(GlobalRaces, AScopeMustIncludeTheOtherThread)
{
    BlockAccesses accesses;
    accesses.run(0);
    ASSERT_FALSE(accesses.one(kAtomic, 0, 0, 0, kOfBlock));
    ASSERT_FALSE(accesses.of_thread(kAtomic, 0, { 1, 0 }, 0, 0, kOfBlock));
    accesses.run(1);
    const auto race = accesses.one(kAtomic, 1, 0, 0, kOfBlock);
    ASSERT_TRUE(race);
    EXPECT_TRUE(race->narrow_scope);
    EXPECT_TRUE(accesses.one(kAtomic, 1, 0)); // of the device: the other one is too narrow
}

TEST(GlobalRaces, ThreadsOfABlockAreOrderedByBarriers)
{
    for (const RaceCheck check : { RaceCheck::all, RaceCheck::warps_in_step }) {
        BlockAccesses accesses(check);
        accesses.run(7);
        ASSERT_FALSE(accesses.of_thread(kWrite, 7, { 0, 3 }, 0, 5));
        EXPECT_FALSE(accesses.of_thread(kRead, 7, { 0, 3 }, 0)); // its own
        EXPECT_EQ(accesses.of_thread(kRead, 7, { 0, 4 }, 0).has_value(), check == RaceCheck::all);
        const auto conflict = accesses.of_thread(kRead, 7, { 1, 3 }, 0);
        ASSERT_TRUE(conflict);
        EXPECT_EQ(conflict->earlier.block, 7U);
        EXPECT_EQ(conflict->earlier.lane, 3U);
        EXPECT_EQ(conflict->later.block, 7U);
        EXPECT_EQ(conflict->later.warp, 1U);
        EXPECT_FALSE(accesses.of_thread(kWrite, 7, { 1, 3 }, 4, 1));
        accesses.threads().meet_all();
        EXPECT_FALSE(accesses.of_thread(kRead, 7, { 1, 3 }, 0));
        EXPECT_FALSE(accesses.of_thread(kWrite, 7, { 0, 0 }, 4, 2));
    }
}

TEST(GlobalRaces, AWriteConflictsWithTheReadOfAnotherThread)
{
    BlockAccesses accesses;
    accesses.run(0);
    ASSERT_FALSE(accesses.of_thread(kRead, 0, { 0, 1 }, 0)); // as in a[i] += a[i - 1]: first its own word
    ASSERT_FALSE(accesses.of_thread(kRead, 0, { 0, 2 }, 0));
    const auto conflict = accesses.of_thread(kWrite, 0, { 0, 1 }, 0, 9);
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->earlier.lane, 2U);
    accesses.threads().meet(0, 0x6);
    EXPECT_FALSE(accesses.of_thread(kWrite, 0, { 0, 1 }, 0, 9));
}

// A flag or a counter, with fences before and after it.
TEST(GlobalRaces, AFlagOrdersBlocksWithFencesOnBothSides)
{
    for (const bool releases : { true, false }) {
        for (const bool acquires : { true, false }) {
            BlockAccesses accesses;
            accesses.run(0);
            ASSERT_FALSE(accesses.one(kWrite, 0, 0, 5));
            if (releases)
                accesses.threads().fence(0, Scope::device);
            ASSERT_FALSE(accesses.one(kWrite, 0, 32, 1, kStrong));
            ASSERT_FALSE(accesses.one(kWrite, 0, 4, 6)); // after the fence
            accesses.run(1);
            ASSERT_FALSE(accesses.one(kRead, 1, 32, 0, kStrong));
            if (acquires)
                accesses.threads().fence(0, Scope::device);
            const auto race = accesses.one(kRead, 1, 0);
            EXPECT_EQ(race.has_value(), !releases || !acquires);
            EXPECT_TRUE(!race || race->lacks_fence);
            const auto after = accesses.one(kRead, 1, 4);
            ASSERT_TRUE(after);
            EXPECT_FALSE(after->lacks_fence);
        }
    }
}

TEST(GlobalRaces, AReleaseOfABlockDoesNotOrderOtherBlocks)
{
    for (const Scope scope : { Scope::block, Scope::cluster, Scope::device }) {
        BlockAccesses accesses;
        accesses.acquires = accesses.releases = true;
        accesses.run(0);
        ASSERT_FALSE(accesses.one(kWrite, 0, 0, 5));
        ASSERT_FALSE(accesses.one(kAtomic, 0, 32, 0, { Strength::strong, scope, false }));
        ASSERT_FALSE(accesses.of_thread(kAtomic, 0, { 1, 0 }, 32, 0, { Strength::strong, scope, false }));
        EXPECT_FALSE(accesses.of_thread(kRead, 0, { 1, 0 }, 0)); // its own block
        accesses.run(1);
        (void)accesses.one(kAtomic, 1, 32);
        EXPECT_EQ(accesses.one(kRead, 1, 0).has_value(), scope != Scope::device);
    }
}

// The last block to arrive adds the results of the others: NVIDIA's sample threadFenceReduction.
TEST(GlobalRaces, ABarrierAfterATicketOrdersLikeAFence)
{
    BlockAccesses accesses;
    accesses.run(0);
    ASSERT_FALSE(accesses.one(kWrite, 0, 0, 5));
    accesses.threads().fence(0, Scope::device);
    ASSERT_FALSE(accesses.one(kAtomic, 0, 32));
    accesses.run(1);
    ASSERT_FALSE(accesses.one(kAtomic, 1, 32));
    accesses.threads().meet_all();
    EXPECT_FALSE(accesses.of_thread(kRead, 1, { 1, 7 }, 0));
}

// A store starts again; a read-modify-write operation keeps what was released before.
TEST(GlobalRaces, AStoreEndsAReleaseSequence)
{
    for (const AccessKind between : { kWrite, kAtomic }) {
        BlockAccesses accesses;
        accesses.run(0);
        ASSERT_FALSE(accesses.one(kWrite, 0, 0, 5));
        accesses.threads().fence(0, Scope::device);
        ASSERT_FALSE(accesses.one(kWrite, 0, 32, 1, kStrong));
        accesses.run(1);
        ASSERT_FALSE(accesses.one(between, 1, 32, 2, kStrong));
        accesses.run(2);
        ASSERT_FALSE(accesses.one(kRead, 2, 32, 0, kStrong));
        accesses.threads().fence(0, Scope::device);
        EXPECT_EQ(accesses.one(kRead, 2, 0).has_value(), between == kWrite);
    }
}

} // namespace

} // namespace warpstage::simt
