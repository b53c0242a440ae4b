// One launch from a device of three buffers: what is stored, what is left out.
#include "core/base/temporary_folder.h"
#include "core/capture/launch_capture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>

namespace warpstage::capture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Captured : public testing::Test {
protected:
    TemporaryFolder folder;
    std::map<std::string, std::vector<std::byte>> memory { { "list", bytes_of({ 0x2000, 0, 0 }) }, { "data", bytes_of({ 7, 8 }) },
        { "other", bytes_of({ 9 }) }, { "factor", bytes_of({ 3 }) } };
    std::uint64_t budget = 1000;

    static std::vector<std::byte> bytes_of(const std::vector<std::uint64_t>& values)
    {
        std::vector<std::byte> bytes(values.size() * sizeof(std::uint64_t));
        std::memcpy(bytes.data(), values.data(), bytes.size());
        return bytes;
    }

    CaptureSource source()
    {
        return { { { "list", 0x1000, 24, {} }, { "data", 0x2000, 16, {} }, { "other", 0x3000, 8, {} } },
            { { "factor", 0, 8, "factor" } }, {}, 1, [this](const MemoryRange& range, std::span<std::byte> content) {
                std::ranges::copy(memory.at(range.name), content.begin());
                return true;
            } };
    }

    static CapturedLaunch launch()
    {
        CapturedLaunch launch;
        launch.number = 3;
        launch.kernel = "scale";
        launch.grid = { 2, 1, 1 };
        launch.block = { 32, 1, 1 };
        launch.parameters = bytes_of({ 0x1000, 5 });
        launch.ptx = "unit-0.ptx";
        return launch;
    }

    static std::vector<std::string> names(const CapturedLaunch& launch)
    {
        std::vector<std::string> names;
        for (const CapturedMemory& stored : launch.memory)
            names.push_back(stored.name);
        return names;
    }
};

TEST_F(Captured, StoresWhatTheLaunchCanReachAndWhatItChanges)
{
    LaunchCapture capture(launch(), source(), folder.path(), budget);
    memory["data"] = bytes_of({ 14, 16 });
    ASSERT_TRUE(capture.finish({}));
    const auto launches = load_all(folder.path());
    ASSERT_TRUE(launches) << launches.error().message;
    ASSERT_EQ(launches->size(), 1U);
    const CapturedLaunch& stored = launches->front();
    EXPECT_EQ(stored.number, 3U);
    EXPECT_EQ(stored.grid, (Dim3 { 2, 1, 1 }));
    EXPECT_EQ(stored.parameters, launch().parameters);
    EXPECT_TRUE(stored.finished);
    EXPECT_THAT(names(stored), ElementsAre("factor", "list", "data"));
    EXPECT_FALSE(stored.memory[1].after.has_value());
    ASSERT_TRUE(stored.memory[2].after.has_value());
    std::ifstream after(folder.path() / *stored.memory[2].after, std::ios::binary);
    const std::string text { std::istreambuf_iterator<char>(after), {} };
    ASSERT_EQ(text.size(), 16U);
    EXPECT_EQ(text[0], 14);
    EXPECT_EQ(budget, 1000U - 8 - 24 - 16 - 16);
}

TEST_F(Captured, ABufferBeyondTheLimitIsNamed)
{
    budget = 20;
    LaunchCapture capture(launch(), source(), folder.path(), budget);
    ASSERT_TRUE(capture.finish("race"));
    const auto launches = load_all(folder.path());
    ASSERT_TRUE(launches);
    const CapturedLaunch& stored = launches->front();
    EXPECT_EQ(stored.fault, "race");
    EXPECT_THAT(names(stored), ElementsAre("factor"));
    EXPECT_THAT(stored.left_out, ElementsAre(HasSubstr("`list` at 0x1000")));
}

TEST_F(Captured, ALaunchThatDoesNotEndIsStored)
{
    const LaunchCapture capture(launch(), source(), folder.path(), budget);
    const auto launches = load_all(folder.path());
    ASSERT_TRUE(launches);
    ASSERT_EQ(launches->size(), 1U);
    EXPECT_FALSE(launches->front().finished);
}

TEST_F(Captured, ALaunchThatCouldNotBeStoredIsKnown)
{
    const LaunchCapture stored(launch(), source(), folder.path(), budget);
    EXPECT_TRUE(unstored_launches(folder.path()).empty());
    const std::ofstream begun { folder.path() / begun_name(11) };
    const std::ofstream other { folder.path() / "begun-" };
    EXPECT_THAT(unstored_launches(folder.path()), ElementsAre(11));
    EXPECT_TRUE(unstored_launches(folder.path() / "missing").empty());
}

TEST_F(Captured, AnErrorOfTheDiskIsReported)
{
    LaunchCapture capture(launch(), source(), folder.path() / "missing", budget);
    EXPECT_FALSE(capture.finish({}));
}

} // namespace
} // namespace warpstage::capture
