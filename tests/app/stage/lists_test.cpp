// The command list, the choice lists and the panel menus: keys, clicker, typed text and mouse.
#include "app/stage/context/surface.h"
#include "app/stage/input/list_entries.h"
#include "app/stage/stage.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/stage/sample_snapshot.h"
#include "tests/app/views/overlay.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

constexpr draw::Size kListWindow { 1280, 720 };

std::shared_ptr<session::Snapshot> two_lessons()
{
    auto shown = sample_bodies(50);
    auto& setup = shown->setup.edit();
    setup.lesson_index = 1;
    setup.lessons = std::make_shared<const std::vector<session::LessonView>>(
        std::vector<session::LessonView> { { "transpose", 4, "Transpose", "Rows become columns.",
                                               { { "tiled", "tiled", "", false }, { "padded", "padded", "", false } } },
            { "sample", 6, "Sample", "Bodies move.", {} } });
    setup.parameters = { { "n", "elements", "", "1024", { "1024", "2048" } } };
    return shown;
}

class ListStage : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
        StageOptions options;
        options.size = { 1280, 720 };
        options.scale = 1.0F;
        options.shaders = fs::path(WARPSTAGE_SOURCE) / "shaders";
        auto stage = Stage::open_offscreen(options);
        ASSERT_TRUE(stage) << stage.error().message;
        m_stage = *std::move(stage);
        draw();
    }

    void draw() { m_stage->draw(m_snapshot, m_now += std::chrono::milliseconds(16)); }
    // Like a keyboard.
    void press(Key key, Shift shift = Shift::up, Control control = Control::up)
    {
        for (const Event& event : events_of({ key, shift, control }))
            m_stage->receive(event);
        draw();
    }
    void type(std::string_view text)
    {
        for (const char c : text)
            press(static_cast<Key>(static_cast<unsigned char>(c)));
    }
    void click(draw::Point at, Button button = Button::main)
    {
        m_stage->receive(PointerMove { at });
        m_stage->receive(PointerPress { Press::down, at, button });
        m_stage->receive(PointerPress { Press::up, at, button });
        draw();
    }
    [[nodiscard]] std::vector<session::Command> chosen() { return m_stage->take_commands(); }
    [[nodiscard]] bool list_open() const { return m_stage->mode() == Stage::Mode::list; }
    // The center of a panel.
    [[nodiscard]] draw::Point middle_of(std::string_view view) const
    {
        views::WindowState window { kListWindow };
        for (const auto& placed :
            views::testing::compose_overlay(*m_snapshot, window, draw::make_style(draw::Theme::dark, 1.0F)).views)
            if (placed.view->id == view)
                return placed.rect.center();
        ADD_FAILURE() << "no " << view;
        return {};
    }

    std::shared_ptr<session::Snapshot> m_snapshot = two_lessons();
    std::unique_ptr<Stage> m_stage;
    Stage::Time m_now;
};

constexpr draw::Point kBesideLists { 20, 700 };

class AskingStage : public ListStage {
protected:
    void SetUp() override
    {
        ListStage::SetUp();
        if (m_stage == nullptr)
            return;
        auto& cue = m_snapshot->cue.edit();
        cue.count = 1;
        cue.index = 0;
        cue.words = "How many?";
        cue.choices.texts = { "one", "two", "three" };
        cue.numbers = session::CueNumbers::hidden;
        draw();
    }
};

TEST_F(AskingStage, DigitsSelectAnAnswer)
{
    press(static_cast<Key>('2'));
    auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    const auto* answer = std::get_if<session::ChooseAnswer>(&commands[0]);
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer->index, 1U);
    press(static_cast<Key>('4'));
    EXPECT_TRUE(chosen().empty()) << "three answers, and the variant stays";
    m_snapshot = std::make_shared<session::Snapshot>(*m_snapshot);
    m_snapshot->cue.edit().numbers = session::CueNumbers::shown;
    draw();
    press(static_cast<Key>('2'));
    commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<session::SelectVariant>(commands[0])) << "no question is open any more";
}

TEST_F(AskingStage, EnterTakesTheVotesOfTheAudience)
{
    press(Key::enter);
    ASSERT_TRUE(list_open());
    type("12 30");
    EXPECT_TRUE(chosen().empty());
    press(Key::enter);
    EXPECT_FALSE(list_open());
    auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    const auto* votes = std::get_if<session::SetVotes>(&commands[0]);
    ASSERT_NE(votes, nullptr);
    EXPECT_EQ(votes->votes, (std::vector<std::uint32_t> { 12, 30, 0 }));
}

TEST_F(AskingStage, InvalidCountsAreRejected)
{
    press(Key::enter);
    type("12 30 5 7");
    press(Key::enter);
    EXPECT_TRUE(list_open()) << "three answers";
    EXPECT_TRUE(chosen().empty());
    press(Key::escape);
    EXPECT_FALSE(list_open());
    EXPECT_FALSE(votes_in("many", 2));
    EXPECT_EQ(votes_in("", 2), (std::vector<std::uint32_t> { 0, 0 }));
}

TEST_F(ListStage, ThePaletteOpensWithTwoKeysAndClosesWithEscape)
{
    press(Key::k, Shift::up, Control::down);
    EXPECT_TRUE(list_open());
    press(Key::k, Shift::up, Control::down);
    EXPECT_FALSE(list_open()) << "the same key closes it";
    press(Key::slash);
    EXPECT_TRUE(list_open());
    type("gtx 280");
    press(Key::escape);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::plain);
    EXPECT_TRUE(chosen().empty()) << "letters are text, not keys";
}

TEST_F(ListStage, APhraseAndEnterChooseAnArchitecture)
{
    press(Key::slash);
    type("gtx 280");
    press(Key::enter);
    const auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_EQ(std::get<session::SelectArchitecture>(commands[0]).text, "GeForce GTX 280");
    EXPECT_FALSE(list_open());
}

TEST_F(ListStage, OnePhraseFindsAVariantOfAnotherLesson)
{
    press(Key::k, Shift::up, Control::down);
    type("transpose padded");
    press(Key::enter);
    const auto commands = chosen();
    ASSERT_EQ(commands.size(), 2U);
    EXPECT_EQ(std::get<session::SelectLesson>(commands[0]).id, "transpose");
    EXPECT_EQ(std::get<session::SelectVariant>(commands[1]).index, 1U);
}

TEST_F(ListStage, AWindowCommandIsExecuted)
{
    press(Key::slash);
    type("hide panels");
    press(Key::enter);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::view);
    press(Key::slash);
    EXPECT_TRUE(list_open()) << "over the scene without panels";
    press(Key::escape);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::view) << "the topmost item closes first";
    press(Key::escape);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::plain);
}

TEST(ListEntries, EveryCommandIsInThePaletteWithItsKeyAndIsFoundByItsTitle)
{
    const auto shown = two_lessons();
    const auto entries = list_entries({ ListId::palette }, *shown);
    for (const CommandRow& row : command_table()) {
        if (row.title.empty() || row.id == "commands")
            continue;
        const auto matches = matching(entries, row.title);
        ASSERT_FALSE(matches.empty()) << row.title;
        const views::ListRow& found = entries[matches.front()].row;
        EXPECT_TRUE(found.label.starts_with(row.title)) << row.title << ": " << found.label;
        EXPECT_EQ(found.keys, key_label(row.stroke)) << row.title;
    }
    EXPECT_EQ(entries[matching(entries, "screenshot").front()].row.label, "Save screenshot");
}

TEST(ListEntries, CommandsNameTheirGroup)
{
    const auto entries = list_entries({ ListId::palette }, *two_lessons());
    const auto group_of = [&](std::string_view title) {
        const auto found =
            std::ranges::find_if(entries, [&](const ListEntry& entry) { return entry.row.label.starts_with(title); });
        return found == entries.end() ? std::string {} : found->row.kind;
    };
    EXPECT_EQ(group_of("Next cue"), "Navigate");
    EXPECT_EQ(group_of("Compare: next figure"), "View") << "without a key, as the commands above it";
    EXPECT_EQ(group_of("Step forward"), "Step");
    EXPECT_EQ(group_of("Highlighter"), "Present");
    EXPECT_EQ(group_of("Save screenshot"), "Save");
}

// A list made before the synonyms: what lecturers typed.
TEST(ListEntries, SixtyWordsFindTheirCommands)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 60> kWords { {
        { "export", "Save figure" },
        { "pdf", "Save figure" },
        { "svg", "Save figure" },
        { "undo", "Undo the last change" },
        { "revert", "Undo the last change" },
        { "redo", "Redo the change" },
        { "quit", "Quit" },
        { "exit", "Quit" },
        { "blackout", "Blank screen" },
        { "black", "Blank screen" },
        { "open file", "Open a file…" },
        { "open", "Open a file…" },
        { "load", "Open a file…" },
        { "first cue", "First cue" },
        { "beginning", "First cue" },
        { "next slide", "Next cue" },
        { "reset lesson", "Reset lesson" },
        { "default", "Reset lesson" },
        { "copy figure", "Copy figure" },
        { "clipboard", "Copy figure" },
        { "projector", "Hall mode" },
        { "large", "Hall mode" },
        { "fullscreen", "Full screen" },
        { "gpu", "NVIDIA GPU" },
        { "cpu", "CPU time per frame" },
        { "compute capability", "Choose architecture…" },
        { "generation", "Choose architecture…" },
        { "font", "Larger text" },
        { "font smaller", "Smaller text" },
        { "dark", "Next theme" },
        { "light", "Next theme" },
        { "pointer", "Laser pointer" },
        { "pen", "Highlighter" },
        { "annotate", "Highlighter" },
        { "speaker", "Speaker's notes" },
        { "qr", "QR code" },
        { "phone", "QR code" },
        { "sass", "Machine code" },
        { "assembly", "PTX" },
        { "nsight", "Hardware counters" },
        { "profiler", "Hardware counters" },
        { "stalls", "SM, cycle by cycle" },
        { "scheduler", "SM, cycle by cycle" },
        { "cache", "Memory hierarchy" },
        { "latency", "Memory hierarchy" },
        { "occupancy", "Occupancy" },
        { "shared", "Shared memory, cell by cell" },
        { "log scale", "Linear or logarithmic time axis" },
        { "axis", "Linear or logarithmic time axis" },
        { "side by side", "Compare variants" },
        { "difference", "Compare variants" },
        { "paper", "Show published results" },
        { "video", "Start or stop recording a clip" },
        { "record", "Start or stop recording a clip" },
        { "url", "Copy link" },
        { "home", "Start page" },
        { "tutorial", "Introductory tour" },
        { "shortcuts", "Show all keys" },
        { "poll", "Count votes" },
        { "freeze", "Pause or resume" },
    } };
    const auto entries = list_entries({ ListId::palette }, *two_lessons());
    for (const auto& [typed, wanted] : kWords) {
        const auto matches = matching(entries, typed);
        const auto first = matches.begin();
        const auto end = first + std::min<std::ptrdiff_t>(3, std::ssize(matches));
        EXPECT_TRUE(
            std::any_of(first, end, [&, wanted = wanted](std::size_t i) { return entries[i].row.label.starts_with(wanted); }))
            << typed << " finds " << (matches.empty() ? "nothing" : entries[matches.front()].row.label) << ", not " << wanted;
    }
}

TEST(ListEntries, AnArchitectureNamesItsBanksTheirWidthAndItsGpus)
{
    const auto entries = list_entries({ ListId::architectures }, *two_lessons());
    const auto detail_of = [&](std::string_view typed) {
        return entries[matching(entries, typed).front()].row.detail;
    };
    EXPECT_EQ(detail_of("cc 1.3"), "16 banks of 4 bytes · GeForce GTX 280");
    EXPECT_EQ(detail_of("8-byte"), "32 banks of 8 bytes · Tesla K20c, Tesla K40c");
    EXPECT_EQ(detail_of("h200"), "32 banks of 4 bytes, 132 SMs");
}

TEST_F(ListStage, AKeyNameFindsItsCommand)
{
    press(Key::slash);
    type("space");
    press(Key::enter);
    const auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<session::TogglePause>(commands[0]));
}

TEST_F(ListStage, AClickersKeysSelectRows)
{
    press(Key::v); // the list of variants with the current one selected
    ASSERT_TRUE(list_open());
    const std::size_t present = m_snapshot->setup->variant;
    press(Key::page_down);
    press(Key::left);
    press(Key::right);
    press(Key::enter);
    const auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_EQ(std::get<session::SelectVariant>(commands[0]).index, present + 1);
}

TEST_F(ListStage, ListsOpenAtTheCurrentChoice)
{
    press(Key::l, Shift::up, Control::down);
    press(Key::enter);
    const auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_EQ(std::get<session::SelectLesson>(commands[0]).id, "sample");
    press(Key::a);
    type("cc 1.3");
    press(Key::enter);
    EXPECT_EQ(std::get<session::SelectArchitecture>(chosen().at(0)).text, "1.3");
}

TEST_F(ListStage, AnUnavailableDeviceCannotBeChosen)
{
    m_snapshot->device.edit().gpu_available = false;
    m_snapshot->device.edit().engine.kind = engine::EngineKind::vm;
    draw();
    press(Key::g);
    type("gpu");
    press(Key::enter);
    EXPECT_TRUE(chosen().empty());
    EXPECT_TRUE(list_open()) << "the row shows the reason";
    m_snapshot->device.edit().gpu_available = true;
    draw();
    press(Key::enter);
    EXPECT_EQ(std::get<session::SelectEngine>(chosen().at(0)).kind, engine::EngineKind::gpu);
}

TEST_F(ListStage, EachGpuOfSeveralCanBeChosen)
{
    auto& device = m_snapshot->device.edit();
    device.gpu_available = true;
    device.gpus = { "NVIDIA H100 80GB HBM3", "NVIDIA H100 80GB HBM3" };
    device.engine.kind = engine::EngineKind::gpu;
    draw();
    press(Key::g);
    type("gpu 1");
    press(Key::enter);
    const auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_EQ(std::get<session::SelectEngine>(commands[0]).kind, engine::EngineKind::gpu);
    EXPECT_EQ(std::get<session::SelectEngine>(commands[0]).gpu, 1);
}

TEST_F(ListStage, EnterOnAParameterReplacesItsValue)
{
    press(Key::enter);
    type("4096");
    press(Key::enter);
    const auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_EQ(std::get<session::SetParameter>(commands[0]).value, "4096");
}

TEST_F(ListStage, AParameterIsFoundInThePaletteAndOpensItsValues)
{
    press(Key::slash);
    type("elements");
    press(Key::enter);
    ASSERT_TRUE(list_open());
    type("2048");
    press(Key::enter);
    EXPECT_EQ(std::get<session::SetParameter>(chosen().at(0)).value, "2048");
    press(Key::escape);
    press(Key::slash);
    type("elements 2048");
    press(Key::enter);
    EXPECT_EQ(std::get<session::SetParameter>(chosen().at(0)).value, "2048") << "immediately";
}

TEST_F(ListStage, AFieldOfTheLayoutIsTyped)
{
    press(Key::slash);
    type("layout swizzle");
    press(Key::enter);
    ASSERT_TRUE(list_open());
    type("9,9");
    press(Key::enter);
    EXPECT_TRUE(list_open()) << "refused with the reason";
    EXPECT_EQ(chosen().size(), 1U) << "the view asks for what it shows";
    press(Key::backspace);
    press(Key::backspace);
    press(Key::backspace);
    type("3,3,3");
    press(Key::enter);
    EXPECT_FALSE(list_open());
    const auto commands = chosen();
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_EQ(std::get<session::AskLayout>(commands.back()).question.swizzle, "3,3,3");
}

TEST_F(ListStage, ALinkOpensTheViewOfLayouts)
{
    EXPECT_EQ(m_stage->parts().state.overlay.sheet(), nullptr);
    m_snapshot = std::make_shared<session::Snapshot>(*m_snapshot);
    m_snapshot->layout.edit().links = 1;
    draw();
    ASSERT_NE(m_stage->parts().state.overlay.sheet(), nullptr);
    EXPECT_EQ(m_stage->parts().state.overlay.sheet()->id, "layout");
}

TEST_F(ListStage, TheMouseSelectsARowAndAClickOutsideCloses)
{
    press(Key::v);
    const draw::Point row { 640, 200 };
    click(row);
    EXPECT_EQ(chosen().size(), 1U);
    EXPECT_FALSE(list_open());
    press(Key::v);
    m_stage->receive(Wheel { -3.0F, row });
    click(kBesideLists);
    EXPECT_FALSE(list_open());
    EXPECT_TRUE(chosen().empty()) << "the click closes the list and has no other effect";
}

TEST_F(ListStage, ARightClickOpensThePanelMenu)
{
    for (const char* view : { "variants", "parameters", "sectors", "lanes", "source", "timeline", "top-bar", "key-line" }) {
        const std::string id =
            std::string(view) == "sectors" && m_snapshot->selection->chosen_access == std::nullopt ? "banks" : view;
        click(middle_of(id), Button::other);
        EXPECT_TRUE(list_open()) << id;
        press(Key::escape);
        EXPECT_EQ(m_stage->mode(), Stage::Mode::plain) << id;
    }
    click(middle_of("lanes"), Button::other);
    type("maxi");
    press(Key::enter);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::view);
}

TEST_F(ListStage, ARightDragRotatesTheSceneAndARightClickOpensItsMenu)
{
    const draw::Point at = [&] {
        views::WindowState window { kListWindow };
        return views::testing::compose_overlay(*m_snapshot, window, draw::make_style(draw::Theme::dark, 1.0F)).scene.center();
    }();
    m_stage->receive(PointerPress { Press::down, at, Button::other });
    m_stage->receive(PointerMove { { at.x + 60, at.y } });
    m_stage->receive(PointerPress { Press::up, { at.x + 60, at.y }, Button::other });
    EXPECT_FALSE(list_open());
    click(at, Button::other);
    EXPECT_TRUE(list_open());
}

TEST_F(ListStage, TheSimulationContinuesWhileAListIsOpen)
{
    press(Key::slash);
    type("sa");
    for (int i = 0; i < 5; ++i) {
        m_snapshot->timing.edit().steps += 1;
        m_snapshot->run.edit().architecture = "CC " + std::to_string(i);
        draw();
    }
    EXPECT_TRUE(list_open());
    press(Key::f3); // keys that are not text keep their function
    press(Key::f3);
    EXPECT_TRUE(list_open());
}

// Built on key presses, not in the frames between.
TEST_F(ListStage, AnOpenListIsNotBuiltAgainInEachFrame)
{
    press(Key::slash);
    draw();
    const auto before = m_stage->overlay().cost().views;
    for (int i = 0; i < 20; ++i)
        draw();
    EXPECT_LE(m_stage->overlay().cost().views, before + 2) << "except views that change themselves";
}

} // namespace
} // namespace warpstage::stage
