// Files as large as the program accepts, and larger ones: each ends soon with a sentence, in less than 1 GiB of memory.
#include "core/base/temporary_folder.h"
#include "tests/app/cli/started_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::uint64_t kMebibyte = 1U << 20U;

double cpu_seconds(const rusage& usage)
{
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

class HugeFiles : public ::testing::Test {
protected:
    // The unit as often as it fits between the ends.
    [[nodiscard]] fs::path file(const std::string& name, const std::string& begin, std::string_view unit, const std::string& end,
        std::uint64_t bytes) const
    {
        const fs::path path = m_folder.path() / name;
        std::ofstream stream(path, std::ios::binary);
        std::string many;
        while (many.size() < kMebibyte)
            many += unit;
        stream << begin;
        std::uint64_t left = (bytes - begin.size() - end.size()) / unit.size() * unit.size();
        for (; left > 0; left -= std::min<std::uint64_t>(left, many.size()))
            stream.write(many.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, many.size())));
        stream << end;
        return path;
    }

    static void expect_refusal(const std::string& words, int status, std::string_view sentence)
    {
        rusage before {};
        getrusage(RUSAGE_CHILDREN, &before);
        const auto ended = run(words);
        rusage after {};
        getrusage(RUSAGE_CHILDREN, &after);
        EXPECT_EQ(ended.status, status) << words << "\n" << ended.output.substr(0, 1000);
        EXPECT_THAT(ended.output.substr(0, 1000), HasSubstr(sentence)) << words;
        EXPECT_LT(cpu_seconds(after) - cpu_seconds(before), 30.0) << words;
        EXPECT_LT(after.ru_maxrss, 1L << 20U) << words << ": KiB of memory"; // the maximum of all commands so far
    }
    static void expect_unopened(const fs::path& session, std::string_view sentence)
    {
        expect_refusal("--engine vm --offscreen 64x64 --frames 1 " + session.string(), 2, sentence);
    }

    TemporaryFolder m_folder;
};

// The largest files that are read; numbers need several times their length as text.
TEST_F(HugeFiles, SessionsOf256Mebibytes)
{
    const std::string begin = R"({"warpstage_session":1,"x":[)";
    expect_unopened(file("a.warpstage", begin, "12345678901234567890,", "1]}", 256 * kMebibyte), "`origin` is missing");
    expect_unopened(file("a.warpstage", begin, "1,", "1]}", 256 * kMebibyte), "would need more than 768 MiB of memory");
    expect_unopened(file("a.warpstage", "", "[", "", 256 * kMebibyte), "is damaged or not a session file");
    expect_unopened(file("a.warpstage", begin, "1,", "1]}", 257 * kMebibyte), "Larger than the limit of 256 MiB");
}

TEST_F(HugeFiles, NestedLists)
{
    const auto json = file("a.json", "", "[", "", 7 * kMebibyte).string();
    expect_refusal("compare " + json + " " + json, 2, "Nested deeper than 32 levels");
    const auto lesson = m_folder.path() / "lesson";
    fs::create_directory(lesson);
    fs::rename(file("lesson.toml", "x = ", "[", "", 7 * kMebibyte), lesson / "lesson.toml");
    expect_refusal("lint-lesson " + lesson.string(), 1, "lesson.toml:1: The line is longer than the limit of 1 MiB");
}

TEST_F(HugeFiles, ASourceOf50MebibytesInOneLine)
{
    const auto source = file("a.cu", "__global__ void k(float* x) { x[0] = 0", "+1", "; }", 50 * kMebibyte).string();
    for (const std::string command : { "ptx ", "run --engine vm --arg 'f32[1]' " })
        expect_refusal(command + source, 2, "Larger than the limit of 8 MiB");
    const auto ptx =
        file("a.ptx", ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k() { ", "ret; ", "}", 50 * kMebibyte);
    expect_refusal("ptx " + ptx.string(), 2, "the maximum is 16777216");
    ASSERT_EQ(run("new-lesson line --in " + m_folder.path().string()).status, 0);
    fs::copy_file(source, m_folder.path() / "line" / "kernels.cu", fs::copy_options::overwrite_existing);
    expect_refusal("lint-lesson " + (m_folder.path() / "line").string(), 1, "Larger than the limit of 8 MiB");
}

TEST_F(HugeFiles, ChoicesOfAParameter)
{
    ASSERT_EQ(run("new-lesson many --in " + m_folder.path().string()).status, 0);
    const auto lesson = m_folder.path() / "many";
    std::ofstream text(lesson / "lesson.toml", std::ios::app);
    text << "\n[[parameter]]\nid = \"c\"\nlabel = \"c\"\ninitial = \"v1\"\nchoices = [";
    for (int i = 0; i < 300'000; ++i)
        text << "\"v" << i << "\",\n";
    text << "]\n";
    text.close();
    expect_refusal("lint-lesson " + lesson.string(), 1, "`choices` has 300000 values; the maximum is 100.");
}

} // namespace
} // namespace warpstage::cli
