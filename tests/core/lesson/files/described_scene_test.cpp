// Every scene of a lesson that describes its problem, and the mistakes for missing data.
#include "core/lesson/lesson.h"
#include "core/lesson/lint.h"
#include "tests/approved.h"
#include "tests/core/lesson/fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <variant>

namespace warpstage::lesson {
namespace {

namespace fs = std::filesystem;

using problem::SceneDetail;

constexpr const char* kLaunchTable = "[[variant.launch]]\n";

// A copy of the described fixture, an addition of 32-bit integers, with additional lines in its lesson.toml.
class DescribedSceneOf : public testing::Test {
protected:
    void SetUp() override
    {
        fs::remove_all(m_folder);
        fs::create_directories(m_folder.parent_path());
        fs::copy(kFixtures / "described/01-double", m_folder);
        fs::last_write_time(m_folder / "kernels.ptx", fs::file_time_type::clock::now() + std::chrono::seconds(10));
        replace("\"2^40\"", "\"2^20\"");
    }
    void TearDown() override { fs::remove_all(m_folder.parent_path()); }

    void replace(const std::string& old_text, const std::string& new_text)
    {
        std::ifstream in { m_folder / "lesson.toml" };
        std::string text { std::istreambuf_iterator<char> { in }, {} };
        const auto at = text.find(old_text);
        ASSERT_NE(at, std::string::npos) << old_text;
        text.replace(at, old_text.size(), new_text);
        std::ofstream { m_folder / "lesson.toml" } << text;
    }

    void insert_before(const std::string& place, const std::string& text) { replace(place, text + place); }

    // The plan of the only variant with initial settings.
    problem::Plan plan()
    {
        EXPECT_THAT(lint_lesson(m_folder), testing::IsEmpty());
        const auto lesson = load_lesson(m_folder);
        if (!lesson) {
            ADD_FAILURE() << lesson.error().message;
            return {};
        }
        auto made = lesson->problem->plan(lesson->variants.front(), lesson->initial_settings());
        if (!made) {
            ADD_FAILURE() << made.error().message;
            return {};
        }
        return *std::move(made);
    }

    fs::path m_folder = fs::temp_directory_path() / ("warpstage-scene-" + std::to_string(getpid())) / "01-double";
};

TEST_F(DescribedSceneOf, AKernelWithoutDataIsBars)
{
    const auto made = plan();
    EXPECT_EQ(std::get<problem::ArrayScene>(made.scene).detail, SceneDetail::values);
}

TEST_F(DescribedSceneOf, AnArrayBanksAndTraffic)
{
    insert_before("[[parameter]]", "scene = \"banks\"\n");
    EXPECT_EQ(std::get<problem::ArrayScene>(plan().scene).detail, SceneDetail::banks);
    insert_before("label = \"plain\"", "scene = \"traffic\"\n");
    EXPECT_EQ(std::get<problem::ArrayScene>(plan().scene).detail, SceneDetail::sectors) << "of the variant";
}

TEST_F(DescribedSceneOf, AMatrixAndItsSources)
{
    insert_before("[[parameter]]", "scene = \"sectors\"\n");
    insert_before("[merit]",
        "[image]\nbuffer = \"sums\"\nrows = 1\ncolumns = \"n / 32\"\nhighest = 9\n"
        "sources = [{ buffer = \"input\", rows = 32, columns = \"n / 32\" }]\n\n");
    const auto made = plan();
    const auto& matrix = std::get<problem::MatrixScene>(made.scene);
    EXPECT_EQ(matrix.matrix, 1U);
    EXPECT_EQ(matrix.columns, 32U);
    EXPECT_EQ(matrix.element, problem::MatrixScene::Element::int32);
    EXPECT_EQ(matrix.highest, 9.0F);
    EXPECT_EQ(matrix.detail, SceneDetail::sectors);
    ASSERT_EQ(matrix.sources.size(), 1U);
    EXPECT_EQ(matrix.sources[0].buffer, 0U);
    EXPECT_EQ(matrix.sources[0].rows, 32U);
    replace("rows = 32, ", "rows = 64, ");
    EXPECT_THAT(lint_lesson(m_folder),
        testing::Contains(
            testing::HasSubstr("an image of 64 rows and 1 columns does not fit into buffer `input`, which has 32")));
}

TEST_F(DescribedSceneOf, BodiesInThePlaneAndInSpace)
{
    std::string buffers;
    for (const std::string name : { "px", "py", "ux", "uy" })
        buffers += "[[buffer]]\nname = \"" + name + "\"\ntype = \"f32\"\ncount = \"n\"\n\n";
    insert_before("[check]", buffers);
    insert_before("[merit]",
        "[bodies]\ncount = \"n\"\nx = \"px\"\ny = \"py\"\nvx = \"ux\"\nvy = \"uy\"\nradius = 2.5\nbodies_per_thread = 1\n\n");
    const auto made = plan();
    const auto& bodies = std::get<problem::ParticleScene>(made.scene);
    EXPECT_EQ(bodies.count, 1024U);
    EXPECT_EQ(bodies.x, 2U);
    EXPECT_EQ(bodies.vy, 5U);
    EXPECT_FALSE(bodies.z);
    EXPECT_EQ(bodies.radius, 2.5F);
    EXPECT_EQ(bodies.drift, problem::ParticleScene::Drift::unknown);
    ASSERT_TRUE(bodies.threads);
    EXPECT_EQ(bodies.threads->per_block, 32U);
    EXPECT_TRUE(made.buffers[2].persistent);
    EXPECT_FALSE(made.buffers[0].persistent);

    replace("radius = 2.5\n", "radius = 2.5\nz = \"px\"\nvz = \"ux\"\n");
    EXPECT_EQ(std::get<problem::ParticleScene>(plan().scene).vz, 4U);
    replace("vz = \"ux\"\n", "");
    EXPECT_APPROVED(lint_lesson(m_folder));
    replace("z = \"px\"\n", "");
    replace("x = \"px\"", "x = \"input\"");
    EXPECT_APPROVED(lint_lesson(m_folder));
}

TEST_F(DescribedSceneOf, CopiesBetweenHostAndDevice)
{
    replace("\"2^20\"", "\"2^12\"");
    insert_before(
        "[check]", "[[buffer]]\nname = \"host\"\ntype = \"s32\"\ncount = \"n\"\ncontents = \"iota\"\nplace = \"pinned\"\n\n");
    insert_before("label = \"plain\"", "scene = \"transfers\"\n");
    insert_before(kLaunchTable,
        "[[variant.launch]]\ncopy = [\"host\", \"input\"]\nlabel = \"copy in\"\nbytes = 128\noffset = \"i0 * 128\"\nstream = "
        "\"i0 % 2\"\n"
        "repeat = { name = \"i0\", from = 0, while = \"i0 < n / 32\", next = \"i0 + 1\" }\n");
    const auto made = plan();
    EXPECT_TRUE(std::holds_alternative<problem::TransferScene>(made.scene));
    EXPECT_EQ(made.buffers[2].place, problem::Place::pinned_host);
    ASSERT_EQ(made.step.size(), 33U);
    EXPECT_EQ(made.recorded_work, 32U) << "the first kernel";
    const auto& copy = std::get<problem::Transfer>(made.step[3]);
    EXPECT_EQ(copy.label, "copy in");
    EXPECT_EQ(copy.from, 2U);
    EXPECT_EQ(copy.to, 0U);
    EXPECT_EQ(copy.offset, 384U);
    EXPECT_EQ(copy.bytes, 128U);
    EXPECT_EQ(copy.stream, 1U);
    replace("i0 * 128", "i0 * 129");
    EXPECT_THAT(lint_lesson(m_folder),
        testing::Contains(testing::HasSubstr("copy `copy in`: 128 bytes at offset 3999 do not fit into the smaller buffer")));
}

TEST_F(DescribedSceneOf, MissingDataAreMistakes)
{
    const auto mistakes_with = [&](const std::string& scene) {
        insert_before("label = \"plain\"", "scene = \"" + scene + "\"\n");
        auto mistakes = lint_lesson(m_folder);
        replace("scene = \"" + scene + "\"\n", "");
        return mistakes;
    };
    EXPECT_APPROVED(mistakes_with("matrix"));
    EXPECT_APPROVED(mistakes_with("particles"));
    EXPECT_APPROVED(mistakes_with("transfers"));
    EXPECT_APPROVED(mistakes_with("hazard"));
    EXPECT_APPROVED(mistakes_with("waves"));
}

TEST_F(DescribedSceneOf, HostMemoryIsNotAnArgument)
{
    replace("contents = \"iota\"", "contents = \"iota\"\nplace = \"pageable\"");
    EXPECT_APPROVED(lint_lesson(m_folder));
    insert_before(kLaunchTable, "[[variant.launch]]\ncopy = [\"sums\", \"sums\"]\n");
    EXPECT_THAT(lint_lesson(m_folder),
        testing::Contains(
            "01-double/lesson.toml:39: a copy must be between host and device, but `sums` and `sums` are on the same side."));
}

} // namespace
} // namespace warpstage::lesson
