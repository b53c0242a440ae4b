#include "app/export/export.h"
#include "tests/app/export/sample_picture.h"
#include "tests/file_size_limit.h"
#include "tests/parameter_name.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace warpstage::exporter {
namespace {

namespace fs = std::filesystem;

class Export : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        m_folder =
            fs::temp_directory_path() / (std::string("warpstage-export-test-") + GetParam() + "-" + std::to_string(::getpid()));
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
        m_path = m_folder / (std::string("a.") + GetParam());
    }
    void TearDown() override { fs::remove_all(m_folder); }

    [[nodiscard]] std::string content() const
    {
        std::ifstream stream(m_path, std::ios::binary);
        return { std::istreambuf_iterator<char>(stream), {} };
    }
    [[nodiscard]] std::string refusal(const fs::path& path) const
    {
        const auto saved = save(testing::sample_picture(), path, {});
        return saved ? "saved" : saved.error().message;
    }

    fs::path m_folder;
    fs::path m_path;
};

TEST_P(Export, ReplacesAnOlderFileAtomically)
{
    std::ofstream(m_path) << "old";
    ASSERT_TRUE(save(testing::sample_picture(), m_path, {}));
    const auto first = content();
    EXPECT_GT(first.size(), 1000U);
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder), {}), 1) << "no temporary file is left";
}

TEST_P(Export, AFullDiskKeepsTheOlderFile)
{
    std::ofstream(m_path) << "old";
    {
        const warpstage::FileSizeLimit limit(100);
        EXPECT_EQ(refusal(m_path), "The figure could not be saved as " + m_path.string() + ": " + warpstage::kFileTooLarge + ".");
    }
    EXPECT_EQ(content(), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder), {}), 1);
}

TEST_P(Export, AMissingFolderIsNamed)
{
    const auto path = m_folder / "none" / m_path.filename();
    EXPECT_EQ(refusal(path),
        "The figure could not be saved as " + path.string() + ": the folder " + path.parent_path().string() + " does not exist.");
}

TEST_P(Export, ADirectoryOfThatNameIsKept)
{
    fs::create_directories(m_path);
    EXPECT_EQ(refusal(m_path), "The figure could not be saved as " + m_path.string() + ": Is a directory.");
    EXPECT_TRUE(fs::is_directory(m_path));
}

INSTANTIATE_TEST_SUITE_P(
    All, Export, ::testing::Values("png", "svg", "pdf"), [](const auto& tested) { return testing_names::name_of(tested); });

TEST(ExportFormat, FollowsFromTheExtension)
{
    EXPECT_EQ(*format_of("a.png"), Format::png);
    EXPECT_EQ(*format_of("folder.svg/a.SVG"), Format::svg);
    EXPECT_EQ(*format_of("a.b.pdf"), Format::pdf);
    for (const std::string name : { "a.jpg", "a", ".png", "png", "a.png/" }) {
        const auto format = format_of(name);
        ASSERT_FALSE(format) << name;
        EXPECT_EQ(format.error().message, "Unknown file type: `" + name + "`. A figure is written as .png, .svg or .pdf.");
    }
}

} // namespace
} // namespace warpstage::exporter
