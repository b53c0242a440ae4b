// Drawing only what has changed must give the picture that drawing everything gives.
#include "app/stage/context/offscreen.h"
#include "app/stage/stage.h"
#include "tests/app/stage/golden.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

namespace warpstage::stage {
namespace {

using std::chrono_literals::operator""ms;

std::unique_ptr<Stage> open_small(Drawing drawing)
{
    StageOptions options;
    options.size = { 640, 360 };
    options.scale = 0.5F;
    options.drawing = drawing;
    options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
    auto stage = Stage::open_offscreen(options);
    EXPECT_TRUE(stage) << stage.error().message;
    return stage ? *std::move(stage) : nullptr;
}

std::shared_ptr<session::Snapshot> bodies_later(float angle, std::size_t variant)
{
    const auto snapshot = sample_bodies(500);
    auto frame = std::make_shared<session::ParticleFrame>(*snapshot->scene->particles);
    for (std::size_t i = 0; i < frame->count; ++i)
        frame->x[i] += 0.1F * angle * frame->vx[i];
    frame->serial = static_cast<std::uint64_t>(100.0F * angle);
    snapshot->scene.edit().particles = std::move(frame);
    snapshot->setup.edit().variant = variant;
    return snapshot;
}

class StageChanges : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
    }
};

TEST_F(StageChanges, APictureOfChangesIsThePictureOfTheWhole)
{
    const auto changing = open_small(Drawing::processor);
    ASSERT_NE(changing, nullptr);
    const auto no_trails = KeyPress { Key::e, Shift::down };
    changing->receive(no_trails);
    const auto first = bodies_later(1.0F, 0);
    const auto second = bodies_later(2.0F, 1);
    const auto array = sample_array(64);
    const auto matrix = sample_matrix(300, 600);
    const std::array snapshots { first, second, second, array, second, matrix, first, second };
    Stage::Time now {};
    std::size_t frame = 0;
    for (const auto& snapshot : snapshots) {
        for (const std::optional<Key> key :
            { std::optional<Key> {}, std::optional { Key::question }, std::optional { Key::escape } }) {
            now += 16ms;
            if (key)
                changing->receive(KeyPress { *key });
            changing->draw(snapshot, now);
            const auto whole = open_small(Drawing::processor);
            whole->receive(no_trails);
            if (key == Key::question)
                whole->receive(KeyPress { *key });
            whole->draw(snapshot, now);
            // What is eased has another way behind it: then only the panels are compared, by looking at the bodies alone.
            if (snapshot->scene->particles == nullptr)
                continue;
            const Difference difference = difference_of(changing->image(), whole->image());
            EXPECT_LT(difference.worst_tile, 0.05) << "frame " << frame << (key ? " with a key" : "");
        }
        ++frame;
    }
}

TEST_F(StageChanges, BothWaysToDrawGiveTheSameBodies)
{
    for (const draw::Theme theme : { draw::Theme::dark, draw::Theme::light }) {
        const auto picture = [&](Drawing drawing) {
            StageOptions options;
            options.size = { 640, 360 };
            options.scale = 0.5F;
            options.theme = theme;
            options.view = views::View::nothing;
            options.drawing = drawing;
            options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
            auto stage = Stage::open_offscreen(options);
            EXPECT_TRUE(stage) << stage.error().message;
            (*stage)->draw(sample_bodies(1500), Stage::Time {});
            return (*stage)->image();
        };
        const Difference difference = difference_of(picture(Drawing::graphics), picture(Drawing::processor));
        EXPECT_LT(difference.mean, 1.5);
        EXPECT_LT(difference.worst_tile, 6.0);
    }
}

TEST(DrawsOnProcessor, ProgramsAreKnownByTheirNames)
{
    for (const char* program :
        { "llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "SwiftShader Device (LLVM 10.0.0)",
            "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)" })
        EXPECT_TRUE(draws_on_processor(program)) << program;
    for (const char* gpu : { "NVIDIA H200/PCIe/SSE2", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "AMD Radeon Graphics", "" })
        EXPECT_FALSE(draws_on_processor(gpu)) << gpu;
}

} // namespace
} // namespace warpstage::stage
