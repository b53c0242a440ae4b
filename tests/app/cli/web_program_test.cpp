// `warpstage web` with a small page in place of the built one.
#include "tests/app/cli/started_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lzma.h>
#include <zip.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class WebProgram : public ::testing::Test {
protected:
    void SetUp() override
    {
        fs::remove_all(m_root);
        fs::create_directories(m_root / "assets/web/fonts");
        for (const char* name : { "lessons", "languages", "published.toml", "shaders" })
            fs::create_symlink(fs::path { WARPSTAGE_ASSETS } / name, m_root / "assets" / name);
        put("assets/web/index.html", "<!doctype html>");
        put("assets/web/assets.bin", "old");
        put("assets/web/fonts/a.woff2", "font");
        put("assets/web/service-worker.js", "const VERSION = \"warpstage-0123\";\nconst FILES = [];\n");
    }
    void TearDown() override { fs::remove_all(m_root); }

    void put(const std::string& path, const std::string& text) const { std::ofstream { m_root / path } << text; }
    [[nodiscard]] std::string get(const std::string& path) const
    {
        std::ostringstream text;
        text << std::ifstream { m_root / path, std::ios::binary }.rdbuf();
        return text.str();
    }
    [[nodiscard]] Ended write(const std::string& words) const
    {
        return run("web --assets " + (m_root / "assets").string() + " -o " + (m_root / "site").string() + " " + words);
    }
    void unpack(const std::string& packed, const std::string& plain) const
    {
        const std::string content = get(packed);
        std::string unpacked(std::size_t { 1 } << 24U, '\0');
        lzma_stream stream = LZMA_STREAM_INIT;
        ASSERT_EQ(lzma_alone_decoder(&stream, UINT64_MAX), LZMA_OK);
        stream.next_in = reinterpret_cast<const std::uint8_t*>(content.data());
        stream.avail_in = content.size();
        stream.next_out = reinterpret_cast<std::uint8_t*>(unpacked.data());
        stream.avail_out = unpacked.size();
        EXPECT_EQ(lzma_code(&stream, LZMA_FINISH), LZMA_STREAM_END);
        unpacked.resize(unpacked.size() - stream.avail_out);
        lzma_end(&stream);
        put(plain, unpacked);
    }
    // The packed files of the written site, by their path.
    [[nodiscard]] std::map<std::string, std::string> packed() const
    {
        std::map<std::string, std::string> files;
        unpack("site/assets.bin", "assets.zip");
        zip_t* archive = zip_open((m_root / "assets.zip").c_str(), ZIP_RDONLY | ZIP_CHECKCONS, nullptr);
        EXPECT_NE(archive, nullptr);
        for (zip_int64_t i = 0; archive != nullptr && i < zip_get_num_entries(archive, 0); ++i) {
            zip_stat_t status {};
            zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &status);
            std::string& text = files[status.name];
            text.resize(status.size);
            zip_file_t* file = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
            EXPECT_EQ(zip_fread(file, text.data(), status.size), static_cast<zip_int64_t>(status.size));
            zip_fclose(file);
        }
        zip_discard(archive);
        return files;
    }
    [[nodiscard]] std::set<std::string> lessons() const
    {
        std::set<std::string> folders;
        for (const auto& [path, text] : packed())
            if (path.starts_with("lessons/"))
                folders.insert(path.substr(8, path.find('/', 8) - 8));
        return folders;
    }

    const fs::path m_root = fs::path { testing::TempDir() } / "warpstage-web-program";
};

TEST_F(WebProgram, AllLessonsAreWritten)
{
    const auto ended = write("");
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_EQ(lessons().size(), 18U);
    EXPECT_EQ(get("site/index.html"), "<!doctype html>");
    EXPECT_EQ(get("site/fonts/a.woff2"), "font");
    EXPECT_EQ(packed().at("lessons/04-transpose/kernels.ptx"), get("assets/lessons/04-transpose/kernels.ptx"));
    EXPECT_EQ(packed().at("published.toml"), get("assets/published.toml"));
    EXPECT_EQ(packed().count("session.warpstage"), 0U);
}

TEST_F(WebProgram, ChosenLessonsHaveAnotherVersion)
{
    EXPECT_EQ(write("--lesson transpose --lesson banks").status, 0);
    EXPECT_EQ(lessons(), (std::set<std::string> { "03-banks", "04-transpose" }));
    const std::string two = get("site/service-worker.js");
    EXPECT_THAT(two, HasSubstr("const VERSION = \"warpstage-0123-"));
    EXPECT_EQ(write("--lesson transpose").status, 0);
    EXPECT_EQ(lessons(), (std::set<std::string> { "04-transpose" }));
    EXPECT_NE(get("site/service-worker.js"), two) << "a browser would keep the old lessons";
    EXPECT_EQ(write("--lesson transpose --lesson banks").status, 0);
    EXPECT_EQ(get("site/service-worker.js"), two);
}

TEST_F(WebProgram, LessonsOfOnesOwnAreWritten)
{
    ASSERT_EQ(run("new-lesson my-lesson --in " + m_root.string()).status, 0);
    const auto ended = write("--lessons " + m_root.string() + " --lesson my-lesson");
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_EQ(lessons(), (std::set<std::string> { "my-lesson" }));
    EXPECT_EQ(packed().at("lessons/my-lesson/kernels.ptx"), get("my-lesson/kernels.ptx"));
}

TEST_F(WebProgram, WhatCannotBeWrittenIsRefused)
{
    EXPECT_THAT(write("--lesson transpos").output, HasSubstr("Did you mean `transpose`?"));
    put("x.warpstage", "{");
    const auto damaged = write("--lesson banks " + (m_root / "x.warpstage").string());
    EXPECT_EQ(damaged.status, 2);
    EXPECT_THAT(damaged.output, HasSubstr("it is not JSON"));
    EXPECT_FALSE(fs::exists(m_root / "site")) << "nothing is written before everything is read";
    put("assets/web/service-worker.js", "");
    EXPECT_THAT(write("--lesson banks").output, HasSubstr("The installed web edition is damaged"));
    fs::remove(m_root / "assets/web/index.html");
    EXPECT_THAT(write("").output, HasSubstr("The web edition is not installed in"));
}

} // namespace
} // namespace warpstage::cli
