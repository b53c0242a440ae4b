// When and for what machine code is assembled and cached. The assembler is a fake except in the last test.
#include "core/session/machine_code/machine_codes.h"
#include "tests/approved.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>

namespace warpstage::session {
namespace {

using analysis::MachineCode;

struct Assembler {
    std::mutex mutex; // called on another thread
    std::vector<std::string> asked;

    MachineCodes::Assemble assemble()
    {
        return [this](const MachineCodes::Request& request, const std::stop_token&) -> Result<MachineCode> {
            const std::scoped_lock lock(mutex);
            asked.push_back(request.kernel);
            if (request.capability.major < 7)
                return Error { "too old" };
            return MachineCode { { "sm_90", { { 0, 0, "", request.kernel } } }, {} };
        };
    }
};

std::shared_ptr<const analysis::Recording> recording_of(const std::string& kernel)
{
    auto recording = std::make_shared<analysis::Recording>();
    recording->lesson = *lesson::shipped_lessons()->find("reduction");
    recording->kernel = kernel;
    return recording;
}

const arch::Traits& cc(std::uint32_t major)
{
    return arch::traits_of({ major, 0 });
}

void settle(MachineCodes& codes, const std::shared_ptr<const analysis::Recording>& recording, const arch::Traits& traits,
    const std::shared_ptr<const analysis::Recording>& compared = nullptr)
{
    codes.update(recording, compared, traits);
    codes.wait_until_idle();
    codes.update(recording, compared, traits);
}

TEST(MachineCodes, NothingIsAssembledUntilRequested)
{
    Assembler assembler;
    MachineCodes codes(Urgency::usual, assembler.assemble());
    settle(codes, recording_of("reduce1"), cc(9));
    EXPECT_EQ(codes.section(), MachineCodeSection {});
    EXPECT_TRUE(assembler.asked.empty());
    codes.request();
    settle(codes, nullptr, cc(9));
    EXPECT_EQ(codes.section().code, nullptr);
    EXPECT_TRUE(codes.section().requested);
}

TEST(MachineCodes, EachKernelIsAssembledOncePerCapability)
{
    Assembler assembler;
    MachineCodes codes(Urgency::usual, assembler.assemble());
    codes.request();
    settle(codes, recording_of("reduce1"), cc(9));
    const auto first = codes.section().code;
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->listing.instructions.front().text, "reduce1");
    settle(codes, recording_of("reduce2"), cc(9));
    settle(codes, recording_of("reduce1"), cc(9));
    EXPECT_EQ(codes.section().code, first);
    settle(codes, recording_of("reduce1"), cc(8));
    EXPECT_THAT(assembler.asked, testing::ElementsAre("reduce1", "reduce2", "reduce1"));
}

TEST(MachineCodes, TheComparedVariantIsAssembledToo)
{
    Assembler assembler;
    MachineCodes codes(Urgency::usual, assembler.assemble());
    codes.request();
    settle(codes, recording_of("reduce1"), cc(9), recording_of("reduce2"));
    ASSERT_NE(codes.section().compared, nullptr);
    EXPECT_EQ(codes.section().compared->listing.instructions.front().text, "reduce2");
    settle(codes, recording_of("reduce2"), cc(9), recording_of("reduce1"));
    ASSERT_NE(codes.section().code, nullptr);
    EXPECT_EQ(codes.section().code->listing.instructions.front().text, "reduce2");
    EXPECT_THAT(assembler.asked, testing::ElementsAre("reduce1", "reduce2"));
    settle(codes, recording_of("reduce2"), cc(9));
    EXPECT_EQ(codes.section().compared, nullptr);
}

TEST(MachineCodes, FailuresHaveAReason)
{
    Assembler assembler;
    MachineCodes codes(Urgency::usual, assembler.assemble());
    codes.request();
    settle(codes, recording_of("reduce1"), cc(3));
    EXPECT_EQ(codes.section().code, nullptr);
    EXPECT_EQ(codes.section().reason, "too old");
}

// The lessons' statements about machine code, if the tools are installed.
TEST(MachineCodes, OfShippedLessons)
{
    const auto toolkit = sass::find_toolkit();
    if (!toolkit)
        GTEST_SKIP() << toolkit.error().message;
    const auto changes = [&](const std::string& lesson, const std::string& kernel) {
        const auto code = analysis::assemble({ *lesson::shipped_lessons()->find(lesson), kernel, { 9, 0 } }, toolkit);
        EXPECT_TRUE(code.ok()) << (code.ok() ? "" : code.error().message);
        std::vector<sass::Change> all;
        for (const auto& difference : code.ok() ? code->differences : std::vector<sass::Difference> {})
            all.push_back(difference.change);
        return all;
    };
    EXPECT_THAT(changes("reduction", "reduce1"), testing::Contains(sass::Change::predicated));
    EXPECT_THAT(changes("reduction", "reduce1"), testing::Contains(sass::Change::expanded));
    EXPECT_THAT(changes("transpose", "tiled<32, 8>"), testing::Contains(sass::Change::predicated));
    EXPECT_THAT(changes("matmul", "multiply_smem3<float>"), testing::Contains(sass::Change::joined));
    const auto old = analysis::assemble({ *lesson::shipped_lessons()->find("reduction"), "reduce1", { 1, 3 } }, toolkit);
    ASSERT_FALSE(old.ok());
    EXPECT_APPROVED(old.error().message);
}

} // namespace
} // namespace warpstage::session
