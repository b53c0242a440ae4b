#include "core/problem/nbody/nbody_physics.h"
#include "core/problem/nbody/nbody_scenes.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>

namespace warpstage::problem {
namespace {

// FNV-1a over the bits of all numbers.
std::uint64_t hash_of(const Start& start)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const auto* const values : { &start.x, &start.y, &start.vx, &start.vy }) {
        for (const float value : *values) {
            hash ^= std::bit_cast<std::uint32_t>(value);
            hash *= 0x100000001b3U;
        }
    }
    return hash;
}

TEST(Scenes, TheSeedDeterminesEveryBit)
{
    const std::map<std::string, std::uint64_t> hashes {
        { "spiral", 0x9eee39130917b062U },
        { "galaxies", 0x29c4d2222f5c5ab1U },
        { "ring", 0x6647b15f070b0558U },
        { "collapse", 0xf973eb5b978bc556U },
        { "disk", 0xc83359b7a5e7878bU },
    };
    ASSERT_EQ(scene_names().size(), hashes.size());
    for (const auto& name : scene_names())
        EXPECT_EQ(hash_of(make_scene(name, 1024, 1)), hashes.at(name)) << name;
}

TEST(Scenes, AnotherSeedIsAnotherStart)
{
    for (const auto& name : scene_names())
        EXPECT_NE(hash_of(make_scene(name, 256, 1)), hash_of(make_scene(name, 256, 2))) << name;
}

TEST(Scenes, EveryBodyStartsWithinTheShownRadius)
{
    for (const auto& name : scene_names()) {
        for (const std::size_t bodies : { 256U, 4096U }) {
            const auto start = make_scene(name, bodies, 1);
            ASSERT_EQ(start.x.size(), bodies);
            for (std::size_t i = 0; i < bodies; ++i)
                ASSERT_LT(std::hypot(start.x[i], start.y[i]), start.radius) << name << " body " << i;
        }
    }
}

TEST(Scenes, BalancedScenesRestAroundTheOrigin)
{
    for (const std::string name : { "spiral", "galaxies", "ring", "collapse" }) {
        const auto start = make_scene(name, 1024, 1);
        const auto mean = [](const std::vector<float>& values) {
            double sum = 0.0;
            for (const float value : values)
                sum += static_cast<double>(value);
            return sum / static_cast<double>(values.size());
        };
        EXPECT_NEAR(mean(start.x), 0.0, 1e-6 * start.radius) << name;
        EXPECT_NEAR(mean(start.y), 0.0, 1e-6 * start.radius) << name;
        EXPECT_NEAR(mean(start.vx), 0.0, 1e-6 * start.speed) << name;
        EXPECT_NEAR(mean(start.vy), 0.0, 1e-6 * start.speed) << name;
    }
}

TEST(Scenes, DiskOfTheLectureTurnsWithTheSquareOfTheRadius)
{
    const auto start = make_scene("disk", 1024, 1);
    double largest = 0.0;
    for (std::size_t i = 0; i < start.x.size(); ++i) {
        const auto x = static_cast<double>(start.x[i]);
        const auto y = static_cast<double>(start.y[i]);
        const auto vx = static_cast<double>(start.vx[i]);
        const auto vy = static_cast<double>(start.vy[i]);
        const double speed = 10.0 * (x * x + y * y);
        ASSERT_NEAR(std::hypot(vx, vy), speed, 1e-5 * start.speed);
        ASSERT_NEAR(x * vx + y * vy, 0.0, 1e-5 * start.speed) << "across the radius";
        ASSERT_GE(x * vy - y * vx, 0.0) << "anticlockwise";
        largest = std::max(largest, std::hypot(x, y));
    }
    EXPECT_LE(largest, 3.2767);
    EXPECT_GT(largest, 3.2);
}

// The galaxy keeps its size because its bodies move at circular speed: gravity supplies the acceleration v² / r.
TEST(Scenes, TheSpiralIsInEquilibrium)
{
    const std::size_t bodies = 4096;
    const auto start = make_scene("spiral", bodies, 1);
    double wanted = 0.0;
    double found = 0.0;
    for (std::size_t i = bodies / 2; i < bodies; ++i) { // the disk
        const double r = std::hypot(static_cast<double>(start.x[i]), static_cast<double>(start.y[i]));
        if (r < 0.3 * start.radius || r > 0.6 * start.radius)
            continue;
        double inward = 0.0;
        for (std::size_t k = 0; k < bodies; ++k) {
            const double dx = static_cast<double>(start.x[k]) - static_cast<double>(start.x[i]);
            const double dy = static_cast<double>(start.y[k]) - static_cast<double>(start.y[i]);
            const double distance = std::hypot(dx, dy);
            if (distance > static_cast<double>(kNearest))
                inward -= kPull * (dx * static_cast<double>(start.x[i]) + dy * static_cast<double>(start.y[i]))
                    / (r * std::pow(distance, 3));
        }
        const double speed = std::hypot(static_cast<double>(start.vx[i]), static_cast<double>(start.vy[i]));
        wanted += speed * speed / r;
        found += inward;
    }
    EXPECT_NEAR(found / wanted, 1.0, 0.15);
}

} // namespace
} // namespace warpstage::problem
