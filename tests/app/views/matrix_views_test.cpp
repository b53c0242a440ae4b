// The views of the fragments of a recorded instruction and of the path of an element.
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/view_of.h"
#include "tests/core/analysis/matrix_recording.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

class MatrixViews : public ::testing::Test {
protected:
    MatrixViews()
    {
        m_run.recording = m_product.recording;
        show();
    }
    void show()
    {
        m_model.run.replace(session::RunSection { m_run });
        m_model.selection.replace(session::SelectionSection { m_selection });
        m_model.playback.replace(session::PlaybackSection { m_playback });
    }
    [[nodiscard]] DrawList drawn(std::string_view id, Size size = { 1200, 800 }) const
    {
        return build(view_of(id), m_model, m_window, size, make_style(Theme::dark, 1.0F));
    }

    analysis::testing::RecordedProduct m_product = analysis::testing::recorded_product();
    session::RunSection m_run;
    session::SelectionSection m_selection;
    session::PlaybackSection m_playback;
    session::Snapshot m_model;
    WindowState m_window;
};

TEST_F(MatrixViews, EachElementHasItsValueAndSelectsItsLane)
{
    const auto picture = drawn("fragments");
    EXPECT_TRUE(draw::testing::says(picture, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"));
    EXPECT_TRUE(draw::testing::says(picture, "888")); // D(3,0)
    const auto places = testing::places_of<session::SelectElement>(picture);
    EXPECT_EQ(places.size(), 16U * 16 + 16 * 8 + 2 * 16 * 8);
    const auto place = std::ranges::find(places, session::ChosenElement { "A", 3, 5 },
        [](const testing::CommandPlace<session::SelectElement>& it) { return it.command.element; });
    ASSERT_NE(place, places.end());
    EXPECT_EQ(place->command.lane, 14U);
}

TEST_F(MatrixViews, AMarkedLaneStandsOut)
{
    const auto plain = drawn("fragments");
    EXPECT_TRUE(draw::testing::says(plain, "Lane modulo 4:"));
    m_selection.lane = 14;
    show();
    EXPECT_FALSE(draw::testing::says(drawn("fragments"), "Lane modulo 4:"));
}

TEST_F(MatrixViews, ColorsCanShowRegisters)
{
    m_window.colors_by_register = true;
    EXPECT_TRUE(draw::testing::says(drawn("fragments"), "Register modulo 4:"));
}

TEST_F(MatrixViews, TheStepSelectsTheInstruction)
{
    m_playback.run.view.controlled = true;
    m_playback.run.view.step = m_product.recording->matrices.records[0].step;
    show();
    const auto picture = drawn("fragments");
    EXPECT_TRUE(draw::testing::says(picture, "ldmatrix.sync.aligned.m8n8.x4.shared.b16"));
    EXPECT_TRUE(draw::testing::says(picture, "Matrix 3: 8 x 8"));
    EXPECT_TRUE(draw::testing::says(drawn("fragments", { 400, 360 }), "1/2")) << "the shorter headline";
    EXPECT_TRUE(draw::testing::says(picture, "53")) << "16 bits have the format of the product";
}

TEST_F(MatrixViews, ThePathHasARowForEachHop)
{
    m_selection.element = session::ChosenElement { "A", 3, 5 };
    show();
    const auto picture = drawn("path");
    EXPECT_TRUE(draw::testing::says(picture, "A(3,5)"));
    EXPECT_TRUE(draw::testing::says(picture, "in, byte 106 · sector 3 → lane 6"));
    EXPECT_TRUE(draw::testing::says(picture, "byte 106 · chunk 6 of its line · bank 26 · phase 1, row 3 → lane 14"));
    EXPECT_TRUE(draw::testing::says(picture, "D(3,0) · lane 12, register 0"));
    const auto rows = testing::places_of<session::SeekPlayback>(picture);
    ASSERT_EQ(rows.size(), 6U);
    EXPECT_EQ(*rows[3].command.step.value(), m_product.recording->matrices.records[1].step);
}

// Rows of 32 bytes: two of the eight rows of a matrix share each bank.
TEST_F(MatrixViews, ConflictsOfThePhaseAreMarkedAtTheirHop)
{
    m_selection.element = session::ChosenElement { "A", 3, 5 };
    show();
    EXPECT_TRUE(draw::testing::says(drawn("path"), "phase 1: 2 wavefronts, ideal 1"));
    EXPECT_FALSE(draw::testing::says(drawn("path"), "phase 2"));
    m_selection.element = session::ChosenElement { "A", 11, 5 };
    show();
    EXPECT_TRUE(draw::testing::says(drawn("path"), "phase 2: 2 wavefronts, ideal 1"));
}

TEST_F(MatrixViews, AllRowsOfThePathFitIntoLowViewsWithoutTheirInstructions)
{
    m_selection.element = session::ChosenElement { "A", 3, 5 };
    show();
    EXPECT_TRUE(draw::testing::says(drawn("path"), "ldmatrix.sync"));
    const auto low = drawn("path", { 700, 360 });
    EXPECT_EQ(testing::places_of<session::SeekPlayback>(low).size(), 6U);
    EXPECT_FALSE(draw::testing::says(low, "ldmatrix.sync"));
}

TEST_F(MatrixViews, ASelectedElementHasTheSumThatItIsPartOf)
{
    EXPECT_FALSE(draw::testing::says(drawn("fragments"), "A(3,k)"));
    m_selection.element = session::ChosenElement { "A", 3, 5 };
    show();
    const auto picture = drawn("fragments");
    EXPECT_TRUE(draw::testing::says(picture, "A(3,k)"));
    EXPECT_TRUE(draw::testing::says(picture, "D(3,0) = Σ A(3,k) B(k,0) + C(3,0) (0) = 888"));
    // Too small for the values in the matrices: without a selection, too.
    m_selection.element.reset();
    show();
    EXPECT_TRUE(draw::testing::says(drawn("fragments", { 640, 480 }), "A(0,k)"));
}

TEST_F(MatrixViews, SayWhyTheyAreEmpty)
{
    m_run.recording = std::make_shared<const session::Recording>();
    show();
    for (const char* id : { "fragments", "path" })
        EXPECT_TRUE(draw::testing::says(drawn(id), "No matrix instruction")) << id;
}

TEST_F(MatrixViews, AreTidyInAllSizes)
{
    for (const char* id : { "fragments", "path" })
        for (const std::optional<std::size_t> step : { std::optional<std::size_t> {}, std::optional<std::size_t> { 0 } })
            for (const Size size : { Size { 480, 360 }, Size { 640, 480 }, Size { 900, 600 }, Size { 1920, 1080 } }) {
                m_playback.run.view.controlled = step.has_value();
                m_playback.run.view.step = step;
                show();
                const auto picture = drawn(id, size);
                EXPECT_EQ(draw::testing::outside_items(picture), std::vector<std::string> {}) << id << " " << size.width;
                EXPECT_EQ(draw::testing::colliding_texts(picture), std::vector<std::string> {}) << id << " " << size.width;
            }
}

} // namespace
} // namespace warpstage::views
