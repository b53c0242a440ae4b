// The start page with keys, letters, pointer and clicker, and its file search.
#include "app/stage/input/key_table.h"
#include "app/stage/start/start_menu.h"
#include "tests/app/stage/sample_snapshot.h"
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <thread>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

class Start : public testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directories(m_folder / "lectures");
        for (const char* name : { "monday.warpstage", "morning.warpstage", "picture.png", "kernels.cu" })
            std::ofstream(m_folder / name) << "x";
        auto choices = std::make_shared<StartChoices>();
        choices->actions = { { "Continue", "2 · Banks", { session::SelectLesson { "banks" }, session::SelectVariant { 3 } } },
            { "Open a session", "", {}, { ".warpstage" } } };
        for (const char* id : { "sample", "banks", "transpose", "nbody" })
            choices->lessons.push_back({ std::string { id }, "", { session::SelectLesson { id } } });
        choices->chosen = 3;
        choices->folder = m_folder;
        choices->next_picture = [this]() -> std::optional<MadePicture> {
            if (m_made.empty())
                return std::nullopt;
            MadePicture made = m_made.back();
            m_made.pop_back();
            return made;
        };
        m_menu = std::make_unique<StartMenu>(m_state, choices);
        m_state.snapshot = m_snapshot;
        m_menu->open();
    }
    void TearDown() override { fs::remove_all(m_folder); }

    bool press(Key key, Shift shift = Shift::up) { return m_menu->press({ key, shift }); }
    void type(std::string_view text)
    {
        for (const char c : text) {
            EXPECT_TRUE(press(static_cast<Key>(static_cast<unsigned char>(c)))) << c;
            m_menu->type(static_cast<char32_t>(c));
        }
    }
    const views::StartPage& page() { return *m_state.overlay.window().start; }
    // Names come from another thread.
    void wait_for_names(std::size_t names)
    {
        for (int i = 0; i < 500 && (!page().path || page().path->names.size() != names); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            m_menu->follow(m_style);
        }
        ASSERT_TRUE(page().path);
        EXPECT_EQ(page().path->names.size(), names);
    }
    std::vector<std::string> lessons_asked()
    {
        std::vector<std::string> ids;
        for (const session::Command& command : std::exchange(m_state.commands, {}))
            if (const auto* lesson = std::get_if<session::SelectLesson>(&command))
                ids.push_back(*lesson->id.value());
        return ids;
    }

    fs::path m_folder = fs::temp_directory_path() / ("warpstage-startmenu-" + std::to_string(::getpid()));
    std::shared_ptr<session::Snapshot> m_snapshot = sample_bodies(1);
    StageState m_state { nullptr, OverlayView(views::Display::panels, key_words()), {} };
    draw::Style m_style = draw::make_style(draw::Theme::dark, 1.0F);
    std::vector<MadePicture> m_made;
    std::unique_ptr<StartMenu> m_menu;
};

TEST_F(Start, EnterOpensTheChosenLessonAndAClickerDoes)
{
    EXPECT_EQ(page().chosen, 2U + 3U);
    EXPECT_TRUE(press(Key::enter));
    EXPECT_FALSE(m_menu->is_open());
    EXPECT_EQ(lessons_asked(), std::vector<std::string> { "nbody" });
    EXPECT_FALSE(press(Key::enter)) << "the page is closed";
    for (const Key key : { Key::page_down, Key::f5 }) {
        m_menu->open();
        EXPECT_TRUE(press(Key::page_up)) << "selects the next entry";
        EXPECT_TRUE(press(key));
        EXPECT_FALSE(m_menu->is_open());
    }
}

TEST_F(Start, LettersFindALessonAndOtherKeysKeepTheirFunction)
{
    type("tra");
    EXPECT_EQ(page().chosen, 2U + 2U);
    EXPECT_EQ(page().typed, "tra");
    type("b"); // no match after `tra`
    EXPECT_EQ(page().chosen, 2U + 1U);
    EXPECT_TRUE(press(Key::backspace));
    EXPECT_TRUE(page().typed.empty());
    type("con");
    EXPECT_EQ(page().chosen, 0U);
    EXPECT_TRUE(press(Key::enter));
    EXPECT_EQ(m_state.commands.size(), 2U) << "back to the previous state";
    m_menu->open();
    for (const Key key : { Key::f1, Key::f11, Key::f12, Key::question, Key::escape, Key::period })
        EXPECT_FALSE(press(key));
    EXPECT_FALSE(m_menu->press({ Key::k, Shift::up, Control::down }));
}

TEST_F(Start, AClickOpensAndThePointerSelects)
{
    m_menu->choose(2);
    EXPECT_EQ(page().chosen, 2U);
    m_menu->activate(3);
    EXPECT_EQ(lessons_asked(), std::vector<std::string> { "banks" });
    EXPECT_FALSE(m_menu->is_open());
}

TEST_F(Start, AnotherLessonBehindItClosesThePage)
{
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = "one";
    m_snapshot->setup.edit().lesson = lesson;
    m_menu->open();
    m_menu->follow(m_style);
    EXPECT_TRUE(m_menu->is_open());
    auto other = std::make_shared<lesson::Lesson>();
    other->id = "two";
    m_snapshot->setup.edit().lesson = other;
    m_menu->follow(m_style);
    EXPECT_FALSE(m_menu->is_open()) << "chosen by the console or a script";
}

TEST_F(Start, ASessionIsFoundByItsName)
{
    m_menu->activate(1);
    ASSERT_TRUE(m_menu->finds_path());
    wait_for_names(3);
    EXPECT_EQ(page().path->names, (std::vector<std::string> { "monday.warpstage", "morning.warpstage", "lectures/" }));
    type("mo");
    EXPECT_EQ(page().path->names.size(), 2U);
    EXPECT_TRUE(press(Key::tab));
    EXPECT_TRUE(page().path->text.ends_with("/monday.warpstage")) << page().path->text;
    for (std::size_t i = 0; i < std::string_view { "nday.warpstage" }.size(); ++i)
        EXPECT_TRUE(press(Key::backspace));
    EXPECT_TRUE(press(Key::down));
    EXPECT_EQ(page().path->chosen, 1U);
    EXPECT_TRUE(press(Key::enter));
    EXPECT_FALSE(m_menu->is_open());
    const auto opened = m_menu->take_opened();
    ASSERT_EQ(opened.size(), 1U);
    EXPECT_TRUE(fs::equivalent(opened.front(), m_folder / "morning.warpstage"));
    EXPECT_TRUE(m_menu->take_opened().empty());
}

TEST_F(Start, AFolderIsEnteredAndAWrongPathIsRejected)
{
    m_menu->activate(1);
    wait_for_names(3);
    type("lec");
    EXPECT_TRUE(press(Key::enter));
    wait_for_names(0);
    EXPECT_TRUE(page().path->text.ends_with("/lectures/"));
    type("none.warpstage");
    EXPECT_TRUE(press(Key::enter));
    EXPECT_APPROVED(page().path->refusal);
    EXPECT_TRUE(press(Key::escape));
    EXPECT_TRUE(m_menu->is_open()) << "closes only the list of files";
    EXPECT_FALSE(m_menu->finds_path());
}

TEST_F(Start, FiguresAreDrawnOnePerFrameAndAgainForAnotherTheme)
{
    int drawn = 0;
    for (const std::size_t lesson : { 0U, 1U })
        m_made.push_back({ lesson, [&](draw::Size size, const draw::Style&) {
                              ++drawn;
                              return draw::DrawList { size };
                          } });
    for (int frame = 0; frame < 10; ++frame)
        m_menu->follow(m_style);
    EXPECT_EQ(drawn, 2);
    EXPECT_NE(page().lessons[0].picture, nullptr);
    EXPECT_EQ(page().lessons[2].picture, nullptr);
    for (int frame = 0; frame < 10; ++frame)
        m_menu->follow(draw::make_style(draw::Theme::light, 1.0F));
    EXPECT_EQ(drawn, 4);
}

} // namespace
} // namespace warpstage::stage
