// A parameter is dragged on the picture of its accesses and in the panel of parameters.
#include "app/stage/context/surface.h"
#include "app/stage/stage.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"
#include "tests/app/stage/golden.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::stage {
namespace {

class Dragging : public testing::Test {
protected:
    void open(const std::string& lesson, const std::string& variant)
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
        const std::vector<std::filesystem::path> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        options.variant = variant;
        auto session = session::Session::create(std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots)), options);
        ASSERT_TRUE(session) << session.error().message;
        m_session = *std::move(session);
        StageOptions stage_options;
        stage_options.size = { 1280, 720 };
        stage_options.scale = 1.0F;
        stage_options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
        auto stage = Stage::open_offscreen(stage_options);
        ASSERT_TRUE(stage) << stage.error().message;
        m_stage = *std::move(stage);
        frames();
    }
    void frames(int count = 4)
    {
        for (int i = 0; i < count; ++i) {
            for (session::Command& command : m_stage->take_commands())
                m_session->submit(std::move(command));
            m_now += std::chrono::milliseconds(20);
            m_session->tick(m_now);
            m_session->settle();
            m_stage->draw(m_session->snapshot(), m_now);
        }
    }
    // Moves by `moves` with the button down, then releases it.
    void drag(draw::Point at, const std::vector<float>& moves)
    {
        m_stage->receive(PointerPress { Press::down, at });
        for (const float move : moves) {
            at.x += move;
            m_stage->receive(PointerMove { at });
            frames();
        }
        m_stage->receive(PointerPress { Press::up, at });
        frames();
    }
    [[nodiscard]] std::string value(const std::string& id) const
    {
        for (const session::ParameterView& parameter : m_session->snapshot()->setup->parameters)
            if (parameter.id == id)
                return parameter.value;
        return "missing";
    }
    // Where the parameter can be dragged, and how far one step is. With the longest pitch: on the picture.
    [[nodiscard]] std::pair<draw::Rect, float> place(const std::string& id, bool picture)
    {
        views::WindowState state;
        state.size = { 1280, 720 };
        m_shown = m_session->snapshot();
        const auto overlay = views::testing::compose_overlay(*m_shown, state, draw::make_style(draw::Theme::dark, 1.0F));
        for (const draw::Target& target : overlay.picture.targets) {
            const views::Action* action = views::action_of(target.click());
            const auto* drag = action == nullptr ? nullptr : std::get_if<views::DragParameter>(action);
            if (drag != nullptr && drag->id == id && drag->opens_list != picture)
                return { target.rect, drag->pitch };
        }
        ADD_FAILURE() << id << " cannot be dragged";
        return {};
    }

    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<Stage> m_stage;
    std::shared_ptr<const session::Snapshot> m_shown;
    Stage::Time m_now {};
};

TEST_F(Dragging, TheOffsetFollowsThePictureOfTheSectors)
{
    open("coalescing", "offset");
    ASSERT_EQ(value("offset"), "1");
    const auto before = m_session->snapshot()->selection->chosen_access;
    ASSERT_TRUE(before);
    const auto [rect, pitch] = place("offset", true);
    drag(rect.center(), { 3 * pitch, 4 * pitch });
    EXPECT_EQ(value("offset"), "8");
    const auto after = m_session->snapshot()->selection->chosen_access;
    ASSERT_TRUE(after) << "the picture follows";
    EXPECT_EQ(after->access.addresses[0] - before->access.addresses[0], 7U * 4U);
    drag(rect.center(), { -1000 * pitch });
    EXPECT_EQ(value("offset"), "0") << "the smallest value";
}

TEST_F(Dragging, OneUndoTakesADragBack)
{
    open("coalescing", "stride");
    ASSERT_EQ(value("stride"), "2");
    const auto [rect, pitch] = place("stride", true);
    drag(rect.center(), { pitch, pitch, pitch });
    ASSERT_EQ(value("stride"), "5");
    m_stage->receive(KeyPress { Key::z, Shift::up, Control::down });
    frames(30);
    EXPECT_EQ(value("stride"), "2");
}

TEST_F(Dragging, TheBanksFollowTheirStride)
{
    open("banks", "stride");
    const auto [rect, pitch] = place("c", true);
    const std::string before = value("c");
    drag(rect.center(), { 2 * pitch });
    EXPECT_EQ(std::stoi(value("c")), std::stoi(before) + 2);
}

TEST_F(Dragging, TheSizeOfABlockFollowsThePictureOfItsWarp)
{
    open("divergence", "warp_aligned_branch");
    ASSERT_EQ(value("block"), "64");
    const auto [rect, pitch] = place("block", true);
    drag(rect.center(), { pitch });
    EXPECT_EQ(value("block"), "128");
    ASSERT_TRUE(m_session->snapshot()->run->recording);
    EXPECT_EQ(m_session->snapshot()->run->recording->block_size.count(), 128U) << "the picture follows";
}

TEST_F(Dragging, AValueOfThePanelIsDraggedOrClicked)
{
    open("coalescing", "offset");
    const auto [rect, pitch] = place("offset", false);
    drag(rect.center(), { 2 * pitch });
    EXPECT_EQ(value("offset"), "3");
    EXPECT_EQ(m_stage->overlay().list(), nullptr);
    drag(rect.center(), {});
    EXPECT_NE(m_stage->overlay().list(), nullptr) << "a click opens the list of values";
}

} // namespace
} // namespace warpstage::stage
