// Contents of the start page: figures of all lessons, the last session, files to open.
#include "app/shell/files/recent_files.h"
#include "app/shell/start/file_choices.h"
#include "app/shell/start/last_session.h"
#include "app/shell/start/start_pictures.h"
#include "core/session/session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace warpstage::shell {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const lesson::Catalog> shipped()
{
    static const auto catalog = std::make_shared<const lesson::Catalog>(
        lesson::Catalog::load(std::vector<fs::path> { fs::path { WARPSTAGE_ASSETS } / "lessons" }));
    return catalog;
}

fs::path own_folder()
{
    return fs::path { testing::TempDir() } / ("warpstage-start-page-" + std::to_string(::getpid()));
}

TEST(StartPictures, EveryShippedLessonHasItsOwnFigure)
{
    std::set<std::size_t> items;
    for (const auto& lesson : shipped()->lessons()) {
        const auto picture = start_picture(lesson->folder);
        ASSERT_TRUE(picture) << lesson->id << ": " << picture.error().message;
        for (const auto theme : { draw::Theme::dark, draw::Theme::light }) {
            const auto list = (*picture)(views::kStartPicture, draw::make_style(theme, 1.0F));
            EXPECT_GT(list.items.size(), 15U) << lesson->id;
            EXPECT_LT(list.items.size(), 6000U) << lesson->id << ": a page of twelve must be drawn within a frame";
        }
        items.insert((*picture)(views::kStartPicture, draw::make_style(draw::Theme::dark, 1.0F)).items.size());
    }
    EXPECT_GT(items.size(), shipped()->lessons().size() / 2) << "they differ";
}

TEST(StartChoices, ListEveryLessonAndTheLastSession)
{
    const auto first = file_choices(*shipped(), "nbody", std::nullopt, {});
    EXPECT_EQ(first->actions.size(), 2U);
    EXPECT_EQ(first->lessons.size(), shipped()->lessons().size());
    EXPECT_EQ(first->lessons.at(first->chosen).title, "6 · N-body");
    const auto later = file_choices(*shipped(), "nbody", LastSession { "transpose", "padded", {}, 2, true }, {});
    ASSERT_EQ(later->actions.size(), 3U);
    EXPECT_EQ(later->actions.front().title, "Continue");
    EXPECT_NE(later->actions.front().detail.find("cue 3 of"), std::string::npos);
    EXPECT_EQ(file_choices(*shipped(), "nbody", LastSession { "gone", "x", {}, {}, true }, {})->actions.size(), 2U);
}

TEST(LastSession, WhatIsSavedIsRead)
{
    const auto file = own_folder() / "session.txt";
    EXPECT_FALSE(load_last_session(file));
    const LastSession last { "nbody", "shared", { { "n", "1024" }, { "scene", "disk" } }, 3, false };
    ASSERT_TRUE(save_last_session(last, file));
    EXPECT_EQ(load_last_session(file), last);
    std::ofstream(file) << "nonsense\n= \ncue = x\n";
    EXPECT_FALSE(load_last_session(file)) << "it names no lesson";
    fs::remove_all(own_folder());
}

std::unique_ptr<session::Session> opened_session()
{
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "banks";
    return *session::Session::create(shipped(), options);
}

void submit(session::Session& session, const std::vector<session::Command>& commands)
{
    for (const auto& command : commands)
        session.submit(command);
    for (int i = 0; i < 3; ++i) {
        session.tick(std::chrono::steady_clock::now());
        session.settle();
    }
    session.tick(std::chrono::steady_clock::now());
}

TEST(LastSession, ContinueRestoresLessonVariantParametersAndCue)
{
    for (const auto& left : { std::vector<session::Command> { session::SelectLesson { "transpose" },
                                  session::SetParameter { "n", "256" }, session::SelectVariant { 5 } },
             std::vector<session::Command> {
                 session::SelectLesson { "transpose" }, session::CueStep { session::Direction::next, 1 } },
             std::vector<session::Command> { session::SelectLesson { "divergence" },
                 session::CueStep { session::Direction::next, 2 }, session::SelectVariant { 4 } } }) {
        const auto before = opened_session();
        submit(*before, left);
        const LastSession last = last_session_of(*before->snapshot());
        const auto after = opened_session();
        submit(*after, commands_of(last, *shipped()));
        EXPECT_EQ(last_session_of(*after->snapshot()), last) << words_of(last, *shipped());
    }
}

TEST(LastSession, IsWrittenWhileTheProgramRuns)
{
    const auto file = own_folder() / "session.txt";
    const auto session = opened_session();
    {
        SessionMemory memory(file);
        session::Snapshot const& shown = *session->snapshot();
        memory.follow(shown, SessionMemory::Time {} + std::chrono::seconds(5));
        ASSERT_TRUE(load_last_session(file));
        EXPECT_EQ(load_last_session(file)->lesson, "banks");
    }
    fs::remove_all(own_folder());
}

TEST(RecentFiles, TheNewestIsFirstAndMissingFilesVanish)
{
    const auto folder = own_folder();
    fs::create_directories(folder);
    const auto list = folder / "data" / "recent.txt";
    EXPECT_TRUE(recent_files(list).empty());
    for (const char* name : { "a.cu", "b.cu", "c.ptx", "d.cu", "e.cu", "b.cu" }) {
        std::ofstream(folder / name) << "x";
        add_recent(list, folder / name);
    }
    const std::vector<fs::path> newest { folder / "b.cu", folder / "e.cu", folder / "d.cu", folder / "c.ptx" };
    EXPECT_EQ(recent_files(list), newest);
    fs::remove(folder / "e.cu");
    EXPECT_EQ(recent_files(list).size(), 3U);
    std::ofstream { list, std::ios::app } << "\n" << (folder / "b.cu").string() << "\n" << (folder / "a.cu").string();
    EXPECT_EQ(recent_files(list).back(), folder / "a.cu") << "the last line needs no end";
    EXPECT_EQ(recent_files(list).size(), 4U);
    fs::remove_all(folder);
}

} // namespace
} // namespace warpstage::shell
