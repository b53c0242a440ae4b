// The stage and a session with random keys, clicks, wheel turns and sizes in every lesson: no crash, and from every state Escape
// and the list of lessons lead back. WARPSTAGE_MONKEY_SEED repeats a run, WARPSTAGE_MONKEY_EVENTS sets its length.
#include "app/stage/context/surface.h"
#include "app/stage/input/key_table.h"
#include "app/stage/script/script.h"
#include "app/stage/stage.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

constexpr gl::PixelSize kUsual { 960, 540 };
constexpr int kEventsAFrame = 8;

std::uint64_t asked_for(const char* name, std::uint64_t usual)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? usual : std::strtoull(value, nullptr, 10);
}

class Monkey : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
        ::setenv("PATH", "", 1); // NOLINT(concurrency-mt-unsafe): do not use this computer's encoder and clipboard
        const std::vector<fs::path> roots { fs::path(WARPSTAGE_ASSETS) / "lessons" };
        m_catalog = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        auto session = session::Session::create(m_catalog, options);
        ASSERT_TRUE(session) << session.error().message;
        StageOptions stage_options;
        stage_options.size = kUsual;
        stage_options.shaders = fs::path(WARPSTAGE_SOURCE) / "shaders";
        stage_options.pictures = m_folder / "pictures";
        stage_options.settings = m_folder / "config" / "stage.txt";
        auto start = std::make_shared<StartChoices>();
        start->actions.push_back({ "Open a session", "", {}, { ".warpstage" } });
        for (const auto& lesson : m_catalog->lessons())
            start->lessons.push_back({ lesson->title, lesson->summary, { session::SelectLesson { lesson->id } } });
        start->folder = m_folder;
        stage_options.start = start;
        auto stage = Stage::open_offscreen(stage_options);
        ASSERT_TRUE(stage) << stage.error().message;
        m_stage = *std::move(stage);
        m_session = *std::move(session);
    }
    void TearDown() override
    {
        m_session.reset(); // destroyed before the stage, whose buffers it may use
        m_stage.reset();
        fs::remove_all(m_folder);
    }

    // Parameters are not changed: the largest matrix would take the virtual machine hours.
    void pass_on_commands()
    {
        for (session::Command& command : m_stage->take_commands())
            if (!std::holds_alternative<session::SetParameter>(command))
                m_session->submit(std::move(command));
    }
    void frame()
    {
        pass_on_commands();
        m_now += std::chrono::milliseconds(16);
        m_session->tick(m_now);
        m_stage->draw(m_session->snapshot(), m_now);
    }
    void settled_frame()
    {
        frame();
        m_session->settle();
        frame();
        m_session->settle();
        frame();
    }

    // The way back: Escape until all panels are shown. A mode that the session keeps (a selected word) ends with the next frame.
    void find_the_way_back()
    {
        m_stage->resize(kUsual);
        m_stage->receive(PointerPress { Press::up, {} });
        for (int i = 0; i < 10; ++i) {
            m_stage->receive(KeyPress { Key::escape, Shift::up, Control::up });
            frame();
        }
    }

    std::shared_ptr<const lesson::Catalog> m_catalog;
    fs::path m_folder = fs::temp_directory_path() / ("warpstage-monkey-" + std::to_string(::getpid()));
    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<session::Session> m_session;
    Stage::Time m_now;
};

class Hands {
public:
    explicit Hands(std::uint64_t seed)
        : m_random(seed)
    {
    }

    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    static constexpr std::array kListKeys { Key::slash, Key::k, Key::a, Key::g, Key::v, Key::l, Key::enter, Key::up, Key::down,
        Key::escape, Key::backspace, Key::page_down };
    gl::PixelSize size()
    {
        constexpr std::array kSizes { gl::PixelSize { 320, 200 }, gl::PixelSize { 0, 0 }, kUsual, gl::PixelSize { 640, 360 },
            gl::PixelSize { 1024, 768 }, gl::PixelSize { 1, 1 } };
        return below(3) == 0 ? gl::PixelSize { below(1200), below(700) }
                             : kSizes.at(static_cast<std::size_t>(below(kSizes.size())));
    }
    draw::Point point(gl::PixelSize size)
    {
        // Sometimes outside: a drag may continue beyond the window's edge.
        return { static_cast<float>(below(size.width + 40) - 20), static_cast<float>(below(size.height + 40) - 20) };
    }
    Event key()
    {
        const auto rows = command_table();
        const auto shift = below(3) == 0 ? Shift::down : Shift::up;
        if (below(8) == 0)
            return KeyPress { static_cast<Key>(32 + below(96)), shift, Control::up };
        const CommandRow& row = rows[static_cast<std::size_t>(below(static_cast<int>(rows.size())))];
        return KeyPress { row.stroke.key, row.stroke.shift.value_or(shift), row.stroke.control };
    }
    Event event(gl::PixelSize size)
    {
        switch (below(12)) {
        case 0:
            return PointerPress { Press::down, point(size) };
        case 1:
            return PointerPress { Press::up, point(size) };
        case 2:
            return PointerMove { point(size) };
        case 3:
            return Wheel { static_cast<float>(below(21) - 10), point(size) };
        case 4:
            return Typed { static_cast<char32_t>(below(2) == 0 ? 32 + below(96) : below(0x3000)) };
        case 5: // of the right button: menus
            return PointerPress { below(2) == 0 ? Press::down : Press::up, point(size), Button::other };
        case 6: // keys that open lists, select in them and close them
            return KeyPress { kListKeys.at(static_cast<std::size_t>(below(kListKeys.size()))), Shift::up,
                below(4) == 0 ? Control::down : Control::up };
        default:
            return key();
        }
    }

private:
    std::mt19937_64 m_random;
};

TEST_F(Monkey, RandomInputNeverBlocksALesson)
{
    const std::uint64_t seed = asked_for("WARPSTAGE_MONKEY_SEED", std::random_device {}());
    const std::uint64_t events = asked_for("WARPSTAGE_MONKEY_EVENTS", 4000);
    std::cout << "WARPSTAGE_MONKEY_SEED=" << seed << std::endl;
    Hands hands(seed);
    const auto lessons = m_catalog->lessons();
    ASSERT_FALSE(lessons.empty());
    for (const auto& lesson : lessons) {
        SCOPED_TRACE(lesson->id + ", seed " + std::to_string(seed));
        m_session->submit(session::SelectLesson { lesson->id });
        frame();
        for (std::uint64_t i = 0; i < events / lessons.size() + 1; ++i) {
            if (hands.below(50) == 0)
                m_stage->resize(hands.size());
            m_stage->receive(hands.event(m_stage->size()));
            if (hands.below(kEventsAFrame) == 0)
                frame();
        }
        find_the_way_back();
        EXPECT_EQ(m_stage->mode(), Stage::Mode::plain);
        settled_frame(); // an undo in progress ends
        settled_frame();
        // Twice: first in its previous state, possibly with a question for which 2 is an answer, then reset.
        m_session->submit(session::SelectLesson { lesson->id });
        m_session->submit(session::SelectLesson { lesson->id });
        m_session->submit(session::SelectVariant { 0 });
        settled_frame();
        ASSERT_EQ(m_session->snapshot()->setup->lesson->id, lesson->id);
        EXPECT_EQ(m_session->snapshot()->setup->variant, 0U);
        if (lesson->variants.size() > 1) {
            m_stage->receive(KeyPress { static_cast<Key>('2'), Shift::up, Control::up });
            frame();
            EXPECT_EQ(m_session->snapshot()->setup->variant, 1U)
                << "keys have their usual function; " << m_session->snapshot()->cue->words
                << m_stage->overlay().window().message.text;
        }
        EXPECT_EQ(m_stage->image().width, 960U);
    }
}

// Inputs that once crashed or got stuck, and the scripts of the manual.
TEST_F(Monkey, StoredScriptsRunToTheirEnd)
{
    std::size_t scripts = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(WARPSTAGE_FIXTURES) / "stage" / "scripts")) {
        SCOPED_TRACE(entry.path().filename().string());
        frame(); // before the first frame keys have no effect
        find_the_way_back();
        auto script = load_script(entry.path());
        ASSERT_TRUE(script) << script.error().message;
        ScriptPlayer player(*std::move(script));
        for (int i = 0; i < 2000 && !player.done(); ++i) {
            const auto played = player.before_frame(*m_stage, *m_session);
            ASSERT_TRUE(played) << played.error().message;
            frame();
            m_session->settle(); // as off screen: a script must not depend on the speed of the computer
        }
        EXPECT_TRUE(player.done());
        ++scripts;
    }
    EXPECT_GE(scripts, 2U);
}

TEST_F(Monkey, AScriptWaitsForSamplesAndWritesTheTime)
{
    fs::create_directories(m_folder);
    const fs::path times = m_folder / "times.jsonl";
    auto script = parse_script("lesson reduction\nwait 2\nsamples 3\ntimings " + times.string() + "\nsamples 4\ntimings "
            + times.string() + "\ntimings " + (m_folder / "no folder" / "times.jsonl").string() + "\n",
        "demo.txt");
    ASSERT_TRUE(script) << script.error().message;
    ScriptPlayer player(*std::move(script));
    Result<void> played;
    for (int i = 0; i < 500 && !player.done() && played; ++i) {
        played = player.before_frame(*m_stage, *m_session);
        frame();
        m_session->settle();
    }
    ASSERT_FALSE(played);
    EXPECT_NE(played.error().message.find("demo.txt, line 7: "), std::string::npos) << played.error().message;
    std::ifstream file(times);
    std::string first;
    std::string second;
    std::getline(file, first);
    std::getline(file, second);
    EXPECT_EQ(first.rfind(R"({"lesson":"reduction","variant":"reduce1","parameters":"n=)", 0), 0U) << first;
    EXPECT_NE(first.find(R"("engine":"virtual machine","sampling":"every step","samples":)"), std::string::npos) << first;
    EXPECT_NE(second.find(R"("unit":"B/s")"), std::string::npos) << second;
}

TEST_F(Monkey, AFailedExpectationEndsTheScriptWithItsLine)
{
    auto script = parse_script("lesson reduction\nwait 2\nexpect lesson nbody\nlesson nbody\n", "demo.txt");
    ASSERT_TRUE(script);
    ScriptPlayer player(*std::move(script));
    Result<void> played;
    for (int i = 0; i < 20 && played; ++i) {
        played = player.before_frame(*m_stage, *m_session);
        frame();
        m_session->settle();
    }
    ASSERT_FALSE(played);
    EXPECT_EQ(played.error().message, "demo.txt, line 3: `lesson` is `reduction`; the script expects `nbody`.");
    EXPECT_TRUE(player.done());

    auto unknown = parse_script("lesson banks\nwait 2\nvariant nothing\n", "demo.txt");
    ASSERT_TRUE(unknown);
    ScriptPlayer second(*std::move(unknown));
    played = {};
    for (int i = 0; i < 20 && played; ++i) {
        played = second.before_frame(*m_stage, *m_session);
        frame();
    }
    ASSERT_FALSE(played);
    EXPECT_EQ(played.error().message.rfind("demo.txt, line 3: The lesson has no variant `nothing`. Its variants are ", 0), 0U)
        << played.error().message;
}

} // namespace
} // namespace warpstage::stage
