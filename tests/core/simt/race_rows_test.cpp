// Accesses of whole warps are noted together. Races must be the same as if every thread's access was noted by itself.
#include "core/simt/checks/global_races.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kBufferBytes = 4096;
constexpr std::uint32_t kBlockWarps = 3;

struct Both {
    Both()
        : memory()
        , address(memory.allocate("x", kBufferBytes))
        , together(memory, RaceCheck::all)
        , single(memory, RaceCheck::all)
    {
    }

    void start(std::uint64_t block)
    {
        place = together.start(block, block);
        EXPECT_EQ(single.start(block, block), place);
        blocks.emplace_back(kBlockWarps).start(place, block);
        run(static_cast<std::uint32_t>(blocks.size() - 1));
    }
    void run(std::uint32_t index)
    {
        running = index;
        together.run(index + 1, blocks[index]);
        single.run(index + 1, blocks[index]);
    }
    // The races, as numbers that can be compared.
    static std::vector<std::vector<std::uint64_t>> text_of(const std::vector<Race>& races)
    {
        std::vector<std::vector<std::uint64_t>> text;
        for (const Race& race : races) {
            text.push_back({ race.address, race.bytes, static_cast<std::uint64_t>(race.relation), race.equal_values,
                race.only_volatile, race.lacks_fence });
            for (const Race::Party& party : { race.earlier, race.later })
                text.push_back({ party.block, party.warp, party.lane, party.pc, static_cast<std::uint64_t>(party.kind) });
        }
        return text;
    }
    std::size_t access(std::uint32_t warp, std::uint32_t pc, const Access& access, const AccessMode& mode)
    {
        std::vector<Race> of_together;
        std::vector<Race> of_single;
        together.access({ running, warp, pc, access.lanes, access.lanes }, access, mode, of_together);
        for_each_lane(access.lanes, [&](unsigned lane) {
            Access one = access;
            one.lanes = LaneMask { 1 } << lane;
            single.access({ running, warp, pc, one.lanes, one.lanes }, one, mode, of_single);
        });
        if (of_single.size() < kMaxRacesOfRequest) { // of each call
            EXPECT_EQ(text_of(of_together), text_of(of_single));
        }
        return of_single.size();
    }

    DeviceMemory memory;
    DeviceAddress address;
    GlobalRaces together;
    GlobalRaces single;
    std::deque<Causality> blocks;
    std::uint32_t place = 0;
    std::uint32_t running = 0;
};

class RandomAccesses {
public:
    explicit RandomAccesses(std::uint32_t seed)
        : m_random(seed)
    {
    }
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(m_random() % end); }
    Access next(DeviceAddress base)
    {
        constexpr std::array kKinds { AccessKind::load, AccessKind::load, AccessKind::load, AccessKind::store, AccessKind::store,
            AccessKind::atomic };
        Access access;
        access.kind = kKinds[below(below(4) == 0 ? static_cast<std::uint32_t>(kKinds.size()) : 5)];
        access.bytes = 4U << below(access.kind == AccessKind::atomic ? 1 : 3);
        access.lanes = ~LaneMask { 0 };
        std::uint64_t start = std::uint64_t { below(4) } * 128;
        std::uint64_t stride = access.bytes;
        switch (below(8)) {
        case 0: // one thread
            access.lanes = LaneMask { 1 } << below(kMaxLanes);
            break;
        case 1: // not from the start of a row on
            start += std::uint64_t { access.bytes } * (1 + below(3));
            break;
        case 2: // one word, which the first and the last lane read
            stride = 0;
            if (access.kind == AccessKind::load)
                access.lanes = 1U << 31U | 1U;
            break;
        case 3: // bytes
            access.bytes = access.kind == AccessKind::atomic ? 4 : 1;
            stride = 4;
            break;
        case 4: // only some
            access.lanes = first_lanes(8 + below(24)) << below(8);
            break;
        default:
            break;
        }
        const std::uint64_t gap = below(4) == 0 ? 512 : 0; // two rows of 16 threads
        const std::uint64_t value = below(2);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            access.addresses[lane] = base + start + lane * stride + lane / 16 * gap;
            access.values[lane] = value != 0 ? std::uint64_t { lane } << 32U | (lane + 1) : 7;
        }
        return access;
    }

private:
    std::mt19937 m_random;
};

TEST(RaceRows, FindWhatSingleAccessesFind)
{
    std::size_t races = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        RandomAccesses random(seed);
        Both both;
        std::vector<Knowledge> released;
        both.start(0);
        for (std::uint32_t step = 0; step < 400; ++step) {
            Causality& block = both.blocks[both.running];
            const std::uint32_t warp = random.below(kBlockWarps);
            switch (random.below(24)) {
            case 0:
                block.meet_all();
                break;
            case 1:
                block.meet(warp, random.below(2) == 0 ? ~LaneMask { 0 } : LaneMask { 0xffff });
                break;
            case 2:
                released.push_back(block.publish(warp));
                break;
            case 3:
                if (!released.empty())
                    block.learn(warp, released[random.below(static_cast<std::uint32_t>(released.size()))]);
                break;
            case 4:
                if (both.blocks.size() < 4)
                    both.start(both.blocks.size());
                else
                    both.run(random.below(static_cast<std::uint32_t>(both.blocks.size())));
                break;
            default: {
                const AccessMode mode { random.below(5) == 0 ? Strength::is_volatile : Strength::weak, Scope::device };
                races += both.access(warp, random.below(6), random.next(both.address), mode);
                break;
            }
            }
            ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << ", step " << step;
        }
    }
    EXPECT_GT(races, 1000U); // the accesses do conflict
}

// What a row knows is passed on to its words.
TEST(RaceRows, AWriteOfAWarpConflictsWithTheReadOfOneWord)
{
    Both both;
    both.start(0);
    Access write;
    write.kind = AccessKind::store;
    write.bytes = 8;
    write.lanes = ~LaneMask { 0 };
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        write.addresses[lane] = both.address + 128 + std::uint64_t { lane } * 8;
    ASSERT_EQ(both.access(1, 3, write, {}), 0U);
    both.start(1);
    Access read;
    read.bytes = 4;
    read.lanes = 1;
    read.addresses[0] = both.address + 128 + 8 * 20 + 4;
    std::vector<Race> found;
    both.together.access({ 1, 0, 9, 1, 1 }, read, {}, found);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().earlier.block, 0U);
    EXPECT_EQ(found.front().earlier.warp, 1U);
    EXPECT_EQ(found.front().earlier.lane, 20U);
    EXPECT_EQ(found.front().earlier.pc, 3U);
    EXPECT_EQ(found.front().address, read.addresses[0]);
}

} // namespace

} // namespace warpstage::simt
