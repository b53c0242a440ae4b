// The program is not linked with Qt and GLFW: without them, and without the program that is, everything works that needs neither
// windows nor Qt, and the rest ends with one sentence.
#include "app/cli/command_line.h"
#include "core/base/whole_file.h"
#include "tests/app/cli/started_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kMaxFile = std::uint64_t { 1 } << 30U; // bytes
constexpr const char* kNoDesktop = "env WARPSTAGE_DESKTOP=/nowhere/warpstage-desktop";
constexpr const char* kRest = "missing: windows, reports, PNG and PDF files need it, and everything else works without it.\n";

class DesktopProgram : public testing::Test {
protected:
    DesktopProgram() { fs::create_directories(m_folder); }
    ~DesktopProgram() override { fs::remove_all(m_folder); }

    [[nodiscard]] std::string path(const char* name) const { return (m_folder / name).string(); }

    const fs::path m_folder = fs::temp_directory_path() / "warpstage-desktop-test";
};

TEST_F(DesktopProgram, OnlyItIsLinkedWithQtAndWindows)
{
    const auto of_command_line = run_in("ldd", "");
    ASSERT_EQ(of_command_line.status, 0) << of_command_line.output;
    EXPECT_THAT(of_command_line.output, HasSubstr("libtbb.so"));
    for (const auto* library : { "libQt", "libqscintilla", "libglfw", "libEGL", "libGL", "libOpenGL", "libX11", "libwayland" })
        EXPECT_THAT(of_command_line.output, Not(HasSubstr(library)));
    const auto of_desktop = run_in("ldd " WARPSTAGE_DESKTOP_PROGRAM " #", "");
    for (const auto* library : { "libQt6Gui", "libglfw" })
        EXPECT_THAT(of_desktop.output, HasSubstr(library));
}

TEST_F(DesktopProgram, CommandsOfTheTerminalWorkWithoutIt)
{
    const auto kernel = path("kernel.cu");
    ASSERT_TRUE(write_whole_file(kernel, "__global__ void one(int* x) { x[threadIdx.x] = 1; }\n"));
    for (const std::string& words : { std::string("list"), std::string("check banks --engine vm"),
             std::string("trace reduction reduce2 --engine vm --set n=1024"), std::string("gpus"),
             std::string("bench reduction --variant reduce1 --engine vm --set n=1024 --repeat 3 --json"),
             std::string("lint-lesson " WARPSTAGE_ASSETS "/lessons/03-banks"),
             "run " + kernel + " --grid 1 --block 32 --arg x:s32[32]=out", std::string("figure --list"), std::string("--help"),
             std::string("--version"), std::string("doctor") }) {
        const auto ended = run_in(kNoDesktop, words);
        EXPECT_EQ(ended.status, 0) << words << "\n" << ended.output;
    }
    // Examined as with Qt: it is found to be no CUDA program.
    EXPECT_THAT(run_in(kNoDesktop, "exec /bin/true").output, HasSubstr("`/bin/true` is not a CUDA program"));
}

TEST_F(DesktopProgram, ADamagedLibraryIsNamed)
{
    ASSERT_TRUE(write_whole_file(path("libglfw.so.3"), ""));
    const std::string damaged = "env LD_LIBRARY_PATH=" + m_folder.string();
    EXPECT_EQ(run_in(damaged, "--version").status, 0);
    const auto ended = run_in(damaged, "--lesson banks");
    EXPECT_EQ(ended.status, 1);
    EXPECT_THAT(ended.output, HasSubstr("warpstage: warpstage-desktop cannot be started: "));
    EXPECT_THAT(ended.output, HasSubstr("libglfw.so.3: file too short"));
}

TEST_F(DesktopProgram, AnSvgFigureIsTheSameWithoutIt)
{
    const std::string words = "figure banks reduction reduce2 --set n=1024 -o ";
    ASSERT_EQ(run_in(kNoDesktop, words + path("without.svg")).status, 0);
    const auto ended = run_in(WARPSTAGE_DESKTOP_PROGRAM " " + words + path("with.svg") + " #", "");
    ASSERT_EQ(ended.status, 0) << ended.output;
    EXPECT_EQ(*read_whole_file(path("without.svg"), kMaxFile), *read_whole_file(path("with.svg"), kMaxFile));
}

TEST_F(DesktopProgram, WhatNeedsItEndsWithOneSentence)
{
    const std::string sentence =
        std::string("warpstage: The program /nowhere/warpstage-desktop, which WARPSTAGE_DESKTOP names, is ") + kRest;
    for (const std::string& words : { std::string(), std::string("--lesson banks"), "report banks -o " + path("report.html"),
             "figure banks reduction reduce2 -o " + path("figure.png"), "figure banks reduction reduce2 -o " + path("figure.PDF"),
             "sweep coalescing offset --parameter offset=0..4 -o " + path("curves.png") }) {
        const auto ended = run_in(kNoDesktop, words);
        EXPECT_EQ(ended.status, 1) << words;
        EXPECT_EQ(ended.output, sentence) << words;
    }
    EXPECT_TRUE(fs::is_empty(m_folder));
    EXPECT_THAT(run_in(kNoDesktop, "doctor").output, HasSubstr(sentence.substr(sentence.find("The program"))));
}

TEST_F(DesktopProgram, InvalidOptionsAreRefusedBeforeItIsStarted)
{
    for (const auto* words : { "report banks -o report.txt", "figure banks reduction reduce2 -o figure.txt", "nowhere.cu" }) {
        const auto ended = run_in(kNoDesktop, words);
        EXPECT_EQ(ended.status, 2) << words << "\n" << ended.output;
        EXPECT_THAT(ended.output, Not(HasSubstr("warpstage-desktop"))) << words;
    }
}

// The program as on a computer without GLFW: it names a library that does not exist.
TEST_F(DesktopProgram, AMissingLibraryIsNamed)
{
    auto bytes = *read_whole_file(WARPSTAGE_DESKTOP_PROGRAM, kMaxFile);
    const std::string library = "libglfw.so.3";
    const auto at = bytes.find(library);
    ASSERT_NE(at, std::string::npos);
    bytes.replace(at, library.size(), "libnone.so.3");
    ASSERT_TRUE(write_whole_file(path("warpstage-desktop"), bytes));
    fs::permissions(path("warpstage-desktop"), fs::perms::owner_all);
    const auto environment = "env WARPSTAGE_DESKTOP=" + path("warpstage-desktop");
    const auto ended = run_in(environment, "figure banks reduction reduce2 -o " + path("figure.png"));
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(ended.output, std::string("warpstage: The library libnone.so.3 is ") + kRest);
    EXPECT_EQ(run_in(environment, "list").status, 0);
}

TEST_F(DesktopProgram, TheCommandLineDoesNotStartItselfAgain)
{
    const auto ended = run_in("env WARPSTAGE_DESKTOP=" WARPSTAGE_PROGRAM, "--lesson banks");
    EXPECT_EQ(ended.status, 1);
    EXPECT_THAT(ended.output, HasSubstr("names the program `warpstage` itself"));
}

TEST_F(DesktopProgram, IsStartedOnlyForWhatNeedsIt)
{
    const auto desktop_of = [](std::vector<const char*> words) {
        words.insert(words.begin(), "warpstage");
        CommandLine line;
        EXPECT_FALSE(line.parse(static_cast<int>(words.size()), words.data())) << words.back();
        return line.desktop();
    };
    EXPECT_EQ(desktop_of({}), Desktop::needed);
    EXPECT_EQ(desktop_of({ "--lesson", "banks" }), Desktop::needed);
    EXPECT_EQ(desktop_of({ "--offscreen", "640x360", "--frames", "1" }), Desktop::unused);
    EXPECT_EQ(desktop_of({ "--offscreen", "640x360", "--frames", "1", "--press", "0:F12" }), Desktop::useful);
    EXPECT_EQ(desktop_of({ "figure", "banks", "reduction", "reduce2", "-o", "x.svg" }), Desktop::unused);
    EXPECT_EQ(desktop_of({ "figure", "banks", "reduction", "reduce2", "-o", "x.pdf" }), Desktop::needed);
    EXPECT_EQ(desktop_of({ "sweep", "coalescing", "offset", "--parameter", "offset=0..4" }), Desktop::unused);
    EXPECT_EQ(desktop_of({ "report", "banks", "-o", "x.html" }), Desktop::needed);
    EXPECT_EQ(desktop_of({ "doctor" }), Desktop::useful);
    EXPECT_EQ(desktop_of({ "list" }), Desktop::unused);
}

} // namespace
} // namespace warpstage::cli
