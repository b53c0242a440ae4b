#include "app/export/export.h"
#include "tests/app/export/sample_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpstage::exporter {
namespace {

namespace fs = std::filesystem;

class Pdf : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (std::string(WARPSTAGE_POPPLER).empty())
            GTEST_SKIP() << "pdftotext is not installed; tools/install-dependencies --tests installs poppler-utils";
        m_folder = fs::temp_directory_path() / ("warpstage-pdf-test-" + std::to_string(::getpid()));
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
        m_path = m_folder / "a.pdf";
        const auto saved = save(testing::sample_picture(), m_path, { "Banks of reduce2", "about" });
        ASSERT_TRUE(saved) << saved.error().message;
    }
    void TearDown() override { fs::remove_all(m_folder); }

    // The output of a poppler tool for the file.
    [[nodiscard]] std::string told(const std::string& tool, const std::string& after = "") const
    {
        const std::string command = std::string(WARPSTAGE_POPPLER) + "/" + tool + " " + m_path.string() + " " + after;
        std::string output;
        std::FILE* pipe = popen(command.c_str(), "r");
        char buffer[4096];
        while (const std::size_t read = std::fread(buffer, 1, sizeof(buffer), pipe))
            output.append(buffer, read);
        EXPECT_EQ(pclose(pipe), 0) << command;
        return output;
    }

    fs::path m_folder;
    fs::path m_path;
};

TEST_F(Pdf, ContainsEveryTextAsText)
{
    const auto words = told("pdftotext", "-");
    for (auto text : testing::sample_texts()) {
        // pdftotext writes only one kind of space.
        constexpr std::string_view kThinSpace = "\u2009";
        for (auto at = text.find(kThinSpace); at != std::string::npos; at = text.find(kThinSpace))
            text.replace(at, kThinSpace.size(), " ");
        EXPECT_THAT(words, ::testing::HasSubstr(text));
    }
}

TEST_F(Pdf, IsOnePageAsLargeAsTheFigure)
{
    const auto words = told("pdfinfo");
    EXPECT_THAT(words, ::testing::ContainsRegex("Page size: +400 x 240 pts"));
    EXPECT_THAT(words, ::testing::ContainsRegex("Pages: +1\n"));
    EXPECT_THAT(words, ::testing::ContainsRegex("Title: +Banks of reduce2"));
}

TEST_F(Pdf, EmbedsItsFontsAndNoBitmap)
{
    EXPECT_THAT(told("pdffonts"), ::testing::ContainsRegex("[^\n]+ yes [^\n]+\n[^\n]+ yes "));
    EXPECT_THAT(told("pdfimages -list"), ::testing::Not(::testing::HasSubstr("image ")));
}

} // namespace
} // namespace warpstage::exporter
