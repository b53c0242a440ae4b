#include "tests/core/session/owners.h"

namespace warpstage::session {
namespace {

TEST(SceneData, ShowsBodiesAtThePositionsAfterTheStep)
{
    Owners running("nbody", 2, "256");
    EXPECT_EQ(running.scene.section(nullptr).particles, nullptr);
    EXPECT_TRUE(running.stepper.adopt(Stepper::GpuUse::free));
    running.scene.show_adopted();
    const auto before = running.scene.section(nullptr).particles;
    ASSERT_NE(before, nullptr);
    EXPECT_EQ(before->count, 256U);
    EXPECT_EQ(running.scene.section(nullptr).particles, before) << "the same object until it changes";
    static_cast<void>(running.stepper.start(Stepper::GpuUse::free, {}));
    auto outcome = running.stepper.collect({});
    while (!outcome) {
        ASSERT_FALSE(running.stepper.idle());
        outcome = running.stepper.collect({});
    }
    running.scene.show_step(*outcome);
    const auto after = running.scene.section(nullptr).particles;
    EXPECT_NE(after->x, before->x);
    EXPECT_GT(after->serial, before->serial);
    running.scene.forget();
    EXPECT_EQ(running.scene.section(nullptr).particles, nullptr);
}

} // namespace
} // namespace warpstage::session
