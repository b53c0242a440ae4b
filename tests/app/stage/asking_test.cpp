// Requests by keys and the mouse: typed parameters, sheets, saved figures, scrubbing the run.
#include "app/stage/context/surface.h"
#include "app/stage/stage.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

using std::chrono_literals::operator""ms;

class AskedStage : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
        m_options.size = { 1280, 720 };
        m_options.scale = 1.0F;
        m_options.shaders = fs::path(WARPSTAGE_SOURCE) / "shaders";
        m_options.pictures = fs::temp_directory_path() / ("warpstage-asking-" + std::to_string(::getpid()));
        m_options.save_figure = [this](const draw::DrawList& page, const fs::path& path, const std::string& title,
                                    const std::string& description) -> Result<void> {
            m_saved.push_back(path.filename().string());
            m_titles.push_back(title);
            EXPECT_FALSE(page.items.empty());
            EXPECT_FALSE(description.empty());
            return {};
        };
        m_snapshot->setup.edit().parameters = { { "n", "elements", "", "1024", { "1024", "2048" }, false },
            { "pattern", "pattern", "", "tid", { "tid" }, true } };
        auto stage = Stage::open_offscreen(m_options);
        ASSERT_TRUE(stage) << stage.error().message;
        m_stage = *std::move(stage);
        draw();
    }
    void TearDown() override { fs::remove_all(m_options.pictures); }

    void draw(std::chrono::milliseconds at = 0ms) { m_stage->draw(m_snapshot, Stage::Time { at }); }
    void press(Key key, Shift shift = Shift::up) { m_stage->receive(KeyPress { key, shift }); }
    void type(const std::string& text)
    {
        for (const char c : text) {
            press(static_cast<Key>(static_cast<unsigned char>(c)));
            m_stage->receive(Typed { static_cast<char32_t>(c) });
        }
    }
    template <typename Order> [[nodiscard]] std::vector<Order> asked()
    {
        std::vector<Order> orders;
        for (const session::Command& command : m_stage->take_commands())
            if (const auto* order = std::get_if<Order>(&command))
                orders.push_back(*order);
        return orders;
    }

    StageOptions m_options;
    std::shared_ptr<session::Snapshot> m_snapshot = sample_bodies(50);
    std::unique_ptr<Stage> m_stage;
    std::vector<std::string> m_saved;
    std::vector<std::string> m_titles;
};

TEST_F(AskedStage, EnterEditsAParameterAndASecondEnterAppliesIt)
{
    press(Key::enter);
    press(Key::enter); // the text parameter
    type("tid*2g");
    press(Key::backspace);
    EXPECT_TRUE(m_stage->take_commands().empty()) << "letters are text, not keys";
    press(Key::enter);
    const auto set = asked<session::SetParameter>();
    ASSERT_EQ(set.size(), 1U);
    EXPECT_EQ(set[0].id, "pattern");
    EXPECT_EQ(set[0].value, "tid*2");

    // Rejected: the field stays open, and typed letters are still text.
    m_snapshot->setup.edit().refused = session::RefusedParameter { "pattern", "tid*2", "No such pattern." };
    draw();
    type("3");
    EXPECT_TRUE(m_stage->take_commands().empty());
    press(Key::enter);
    EXPECT_EQ(asked<session::SetParameter>().at(0).value, "tid*23");

    // Accepted: the field closes, and g is a key again.
    m_snapshot->setup.edit().refused.reset();
    m_snapshot->setup.edit().parameters[1].value = "tid*23";
    draw();
    press(Key::g, Shift::down);
    EXPECT_EQ(asked<session::ToggleEngine>().size(), 1U);
}

TEST_F(AskedStage, EscapeCancelsTheEdit)
{
    press(Key::enter);
    press(Key::enter);
    type("xyz");
    press(Key::escape);
    EXPECT_TRUE(m_stage->take_commands().empty());
    press(Key::k);
    EXPECT_EQ(asked<session::TogglePlayback>().size(), 1U);
}

TEST_F(AskedStage, KeysControlTheRecordedRun)
{
    m_snapshot->playback.edit().run.view.steps = 77;
    draw();
    press(Key::j);
    press(Key::l);
    press(Key::home);
    press(Key::end);
    press(Key::u, Shift::down);
    press(Key::f);
    const auto commands = m_stage->take_commands();
    ASSERT_EQ(commands.size(), 6U);
    EXPECT_EQ(std::get<session::SeekPlayback>(commands[0]).step.direction(), session::Direction::previous);
    EXPECT_EQ(std::get<session::SeekPlayback>(commands[1]).step.direction(), session::Direction::next);
    EXPECT_EQ(std::get<session::SeekPlayback>(commands[2]).step, std::size_t { 0 });
    EXPECT_EQ(std::get<session::SeekPlayback>(commands[3]).step, std::size_t { 77 });
    EXPECT_EQ(std::get<session::SelectStride>(commands[4]).stride.direction(), session::Direction::previous);
    EXPECT_EQ(std::get<session::SelectPace>(commands[5]).pace.direction(), session::Direction::next);
}

TEST_F(AskedStage, CountersAreRequestedOnceAndTheSameKeyClosesThem)
{
    press(Key::c);
    EXPECT_EQ(asked<session::CountHardware>().size(), 1U);
    m_snapshot->counters.edit().hardware = std::make_shared<session::CounterView>();
    draw();
    press(Key::c);
    press(Key::c);
    EXPECT_TRUE(asked<session::CountHardware>().empty()) << "the counts are cached";
    press(Key::escape);
    draw();
    press(Key::s);
    EXPECT_EQ(asked<session::SelectCompared>().size(), 1U) << "no second variant yet";
}

TEST_F(AskedStage, AFigureIsSavedInThreeFormats)
{
    m_snapshot->setup.edit().parameters.clear(); // the sample lesson has no problem with parameters
    press(Key::f12, Shift::down);
    EXPECT_TRUE(m_saved.empty()) << "nothing is recorded";
    m_stage->receive(PointerMove { { 1000, 680 } });
    press(Key::f12, Shift::down);
    EXPECT_TRUE(m_saved.empty());

    // The variants' panel, at the upper left.
    draw();
    m_stage->receive(PointerMove { { 100, 150 } });
    press(Key::f12, Shift::down);
    ASSERT_EQ(m_saved.size(), 3U) << "PNG, SVG, PDF";
    EXPECT_THAT(m_saved[0], testing::MatchesRegex("warpstage-sample-global-variants-CC-9-0-[0-9]{8}-[0-9]{6}\\.png"));
    EXPECT_THAT(m_saved[1], testing::EndsWith(".svg"));
    EXPECT_THAT(m_saved[2], testing::EndsWith(".pdf"));
    EXPECT_EQ(m_titles[0], "variants · Sample · global");
}

} // namespace
} // namespace warpstage::stage
