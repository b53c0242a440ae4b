// A memory cell is selected with the mouse in every figure with cells; line, instruction, lanes and bank are selected with it,
// and a selected lane or bank marks its cells.
#include "app/stage/context/surface.h"
#include "app/stage/stage.h"
#include "app/views/frame/cell_marks.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/stage/golden.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/view_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::stage {
namespace {

class CellSelection : public testing::Test {
protected:
    static constexpr draw::Size kWindow { 1280, 720 };

    void open(const std::string& lesson, const std::string& variant)
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
        const std::vector<std::filesystem::path> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        const auto catalog = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        options.variant = variant;
        auto session = session::Session::create(catalog, options);
        ASSERT_TRUE(session) << session.error().message;
        m_session = *std::move(session);
        StageOptions stage_options;
        stage_options.size = { 1280, 720 };
        stage_options.scale = 1.0F;
        stage_options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
        auto stage = Stage::open_offscreen(stage_options);
        ASSERT_TRUE(stage) << stage.error().message;
        m_stage = *std::move(stage);
        if (options.lesson == "transpose")
            m_session->submit(session::SetParameter { "n", "256" });
        for (int i = 0; i < 3; ++i)
            frame(true);
        m_session->submit(session::TogglePause {}); // playback and steps of the lesson are stopped
        frame(true);
    }

    // Sends the requests of keys and mouse to the session and shows the result.
    void frame(bool settled = false)
    {
        for (session::Command& command : m_stage->take_commands())
            m_session->submit(std::move(command));
        m_now += std::chrono::milliseconds(20);
        m_session->tick(m_now);
        if (settled)
            m_session->settle();
        m_stage->draw(m_session->snapshot(), m_now);
    }
    [[nodiscard]] const session::Snapshot& shown()
    {
        m_shown = m_session->snapshot();
        return *m_shown;
    }
    void click(draw::Point at)
    {
        m_stage->receive(PointerPress { Press::down, at });
        m_stage->receive(PointerMove { { at.x + 1.0F, at.y } }); // small movement during a click
        m_stage->receive(PointerPress { Press::up, { at.x + 1.0F, at.y } });
    }
    [[nodiscard]] views::testing::Overlay overlay(const views::View* sheet = nullptr, LaneMask marked = 0)
    {
        views::WindowState state;
        state.size = kWindow;
        state.sheet = sheet;
        state.marked = marked;
        return views::testing::compose_overlay(shown(), state, draw::make_style(draw::Theme::dark, 1.0F));
    }
    [[nodiscard]] views::testing::Overlay memory_sheet() { return overlay(&views::view_of("memory")); }
    // The place of the elements on the sheet.
    [[nodiscard]] draw::CellGrid cells_of_sheet()
    {
        for (const draw::Target& target : memory_sheet().picture.targets)
            if (const draw::CellGrid* cells = target.cells())
                return *cells;
        ADD_FAILURE() << "no cells";
        return {};
    }
    // Tries places in the scene, row by row, until one selects a cell that a step accesses.
    [[nodiscard]] std::optional<draw::Point> find_cell()
    {
        const draw::Rect scene = overlay().scene;
        for (float y = scene.y + 4.0F; y < scene.bottom(); y += 9.0F) {
            for (float x = scene.x + 4.0F; x < scene.right(); x += 9.0F) {
                click({ x, y });
                frame();
                if (shown().selection->cell && shown().selection->cell->lanes != 0)
                    return draw::Point { x, y };
            }
        }
        return std::nullopt;
    }
    // Pixels in the selection color around a place.
    [[nodiscard]] int orange_around(draw::Point at)
    {
        const Image image = m_stage->image();
        const draw::Color orange = draw::make_style(draw::Theme::dark, 1.0F).orange;
        int found = 0;
        for (int y = std::max(0, static_cast<int>(at.y) - 300); y < std::min<int>(720, static_cast<int>(at.y) + 300); ++y)
            for (int x = static_cast<int>(at.x) - 24; x < static_cast<int>(at.x) + 24; ++x) {
                const std::size_t i = 4 * (static_cast<std::size_t>(y) * 1280 + static_cast<std::size_t>(x));
                found += image.rgba[i] == orange.r && image.rgba[i + 1] == orange.g && image.rgba[i + 2] == orange.b ? 1 : 0;
            }
        return found;
    }
    void expect_everything_is_chosen()
    {
        const session::Snapshot& now = shown();
        ASSERT_TRUE(now.selection->cell);
        ASSERT_TRUE(now.selection->chosen_access);
        EXPECT_TRUE(now.playback->run.view.controlled);
        EXPECT_EQ(now.selection->chosen_access->step, now.playback->run.view.step) << "the instruction";
        EXPECT_EQ(now.selection->line, now.selection->chosen_access->line) << "the line";
        EXPECT_EQ(now.selection->warp, now.selection->chosen_access->warp) << "the warp";
        EXPECT_EQ(now.selection->cell->lanes & ~now.selection->chosen_access->access.lanes, 0U) << "the lanes";
        if (now.selection->cell->space != ptx::StateSpace::shared)
            return;
        // The bank: among the requested words, the cell's word is in the bank of its address.
        ASSERT_TRUE(now.selection->chosen_access->shared);
        const std::uint64_t word = now.selection->cell->address / now.run->traits->bank_bytes;
        bool served = false;
        for (const auto& phase : now.selection->chosen_access->shared->phases)
            for (const auto& wanted : phase.words)
                served = served || (wanted.word == word && (wanted.lanes & now.selection->cell->lanes) != 0);
        EXPECT_TRUE(served);
    }

    std::unique_ptr<session::Session> m_session; // must end before the stage
    std::unique_ptr<Stage> m_stage;
    std::shared_ptr<const session::Snapshot> m_shown;
    Stage::Time m_now { std::chrono::hours(1) };
};

TEST_F(CellSelection, ABarOfTheArraySelectsItsElement)
{
    open("reduction", "reduce3");
    if (IsSkipped())
        return;
    ASSERT_EQ(views::scene_of(shown()).id, "array-scene");
    const auto place = find_cell();
    ASSERT_TRUE(place);
    EXPECT_TRUE(shown().selection->cell->buffer.empty());
    expect_everything_is_chosen();
    EXPECT_GT(orange_around(*place), 50) << "a frame around the bar's column";
    const auto step = *shown().playback->run.view.step;
    click(*place);
    frame();
    EXPECT_NE(*shown().playback->run.view.step, step) << "the same cell again: the next step that accesses it";
    expect_everything_is_chosen();
}

TEST_F(CellSelection, AWordOfTheBanksSelectsItsElement)
{
    open("banks", "column");
    if (IsSkipped())
        return;
    ASSERT_EQ(views::scene_of(shown()).id, "banks-scene");
    ASSERT_TRUE(find_cell());
    expect_everything_is_chosen();
}

TEST_F(CellSelection, AnElementOfTheTileSelectsItsMatrixElement)
{
    open("transpose", "tiled");
    if (IsSkipped())
        return;
    ASSERT_EQ(views::scene_of(shown()).id, "matrix-scene");
    ASSERT_TRUE(find_cell());
    EXPECT_EQ(shown().selection->cell->buffer, shown().scene->matrix->sources.front()->name)
        << "the leftmost tile is the one that is read";
    expect_everything_is_chosen();
    EXPECT_EQ(shown().selection->chosen_access->access.space, ptx::StateSpace::global);
}

TEST_F(CellSelection, ACellOfTheMemorySheetSelectsItsElement)
{
    open("reduction", "reduce3");
    if (IsSkipped())
        return;
    m_stage->receive(KeyPress { Key::m });
    frame();
    const draw::CellGrid cells = cells_of_sheet();
    for (const std::uint64_t element : { std::uint64_t { 0 }, std::uint64_t { 37 }, cells.end - 1 }) {
        const auto place = cells.place_of(element);
        ASSERT_TRUE(place);
        click({ place->x + place->width / 2, place->y + place->height / 2 });
        frame();
        ASSERT_TRUE(shown().selection->cell);
        EXPECT_EQ(shown().selection->cell->element, element);
        expect_everything_is_chosen();
    }
}

TEST_F(CellSelection, ALaneMarksTheCellsThatItAccesses)
{
    open("reduction", "reduce3");
    if (IsSkipped())
        return;
    m_stage->receive(KeyPress { Key::m });
    frame();
    const auto first = cells_of_sheet().place_of(3);
    ASSERT_TRUE(first);
    click({ first->x + first->width / 2, first->y + first->height / 2 });
    frame();
    const LaneMask lanes = shown().selection->cell->lanes;
    ASSERT_NE(lanes, 0U);
    const auto lane = lowest_lane(lanes);
    EXPECT_TRUE(views::testing::places_of<session::SelectLane>(overlay().picture).empty()) << "the history is in their place";
    m_session->submit(session::ForgetCell {});
    frame();
    EXPECT_FALSE(shown().selection->cell);
    for (const auto& row : views::testing::places_of<session::SelectLane>(memory_sheet().picture))
        if (row.command.lane == lane) {
            click(row.rect.center());
            break;
        }
    frame();
    EXPECT_EQ(shown().selection->lane, lane);
    const draw::Style style = draw::make_style(draw::Theme::dark, 1.0F);
    const draw::CellGrid cells = cells_of_sheet();
    const auto marks_of = [&](LaneMask marked) {
        std::vector<draw::Point> middles;
        draw::DrawList list { kWindow, {}, { { cells.area, cells } } };
        views::mark_cells(list, shown(), marked, style);
        for (const draw::Item& item : list.items)
            if (const auto* box = std::get_if<draw::Box>(&item); box != nullptr && box->outline == style.orange)
                middles.push_back({ box->rect.x + box->rect.width / 2, box->rect.y + box->rect.height / 2 });
        return middles;
    };
    const auto marks = marks_of(0);
    ASSERT_FALSE(marks.empty());
    EXPECT_TRUE(first->contains(marks.front())) << "the cell that the lane accesses is marked";
    // The cells of a bank's marked lanes are marked too.
    const LaneMask all = shown().selection->chosen_access->access.lanes;
    EXPECT_EQ(marks_of(all).size(), lane_count(all));
}

TEST_F(CellSelection, DraggingSelectsNothing)
{
    open("transpose", "tiled");
    if (IsSkipped())
        return;
    const auto place = find_cell();
    ASSERT_TRUE(place);
    static_cast<void>(m_stage->take_commands());
    m_stage->receive(PointerPress { Press::down, *place });
    m_stage->receive(PointerMove { { place->x + 30, place->y } });
    m_stage->receive(PointerPress { Press::up, { place->x + 30, place->y } });
    EXPECT_THAT(m_stage->take_commands(), testing::IsEmpty());
}

} // namespace
} // namespace warpstage::stage
