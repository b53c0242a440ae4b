// `warpstage web` with a small page in place of the built one.
#include "tests/app/cli/started_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <set>
#include <sstream>

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
    // The packed files of the written site, by their path.
    [[nodiscard]] std::map<std::string, std::string> packed() const
    {
        const std::string all = get("site/assets.bin");
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i)
            length |= std::size_t { static_cast<unsigned char>(all.at(i)) } << (8 * i);
        EXPECT_EQ(length % 4, 0U);
        std::map<std::string, std::string> files;
        std::size_t at = 4 + length;
        for (const auto& [path, bytes] :
            nlohmann::json::parse(all.substr(4, length)).get<std::vector<std::pair<std::string, std::size_t>>>()) {
            files[path] = all.substr(at, bytes);
            at += bytes;
        }
        EXPECT_EQ(at, all.size());
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
    EXPECT_EQ(lessons().size(), 12U);
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
