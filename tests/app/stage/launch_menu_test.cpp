// The form for launching a kernel with keys, typed text and clicks, and its picture at every size.
#include "app/stage/input/key_table.h"
#include "app/stage/start/launch_menu.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/view_of.h"

#include <gtest/gtest.h>

namespace warpstage::stage {
namespace {

views::LaunchField field_of(const std::string& label, const std::string& value)
{
    views::LaunchField field { label, "const float* __restrict__", "What can be entered.", {} };
    field.line.text = value;
    field.line.characters = views::Characters::all;
    return field;
}

views::LaunchPage page_of(std::size_t kernels)
{
    views::LaunchPage page;
    page.file = "/home/ada/homework/saxpy.cu";
    for (std::size_t i = 0; i < kernels; ++i)
        page.kernels.push_back({ "saxpy" + std::to_string(i), "",
            { field_of("Grid", "(n+block-1)/block"), field_of("Block", "256"), field_of("Shared memory", "0"),
                field_of("n", "65536"), field_of("x", "f32[n]=random:1") } });
    return page;
}

class Launch : public testing::Test {
protected:
    bool press(Key key, Shift shift = Shift::up) { return m_menu.press({ key, shift }); }
    void type(std::string_view text)
    {
        for (const char c : text) {
            EXPECT_TRUE(press(static_cast<Key>(static_cast<unsigned char>(c)))) << c;
            m_menu.type(static_cast<char32_t>(c));
        }
    }
    [[nodiscard]] const views::LaunchPage& page() const { return *m_state.overlay.window().start->launch; }

    StageState m_state { nullptr, OverlayView(views::Display::panels, key_words()), {} };
    LaunchMenu m_menu { m_state };
};

TEST_F(Launch, EnterAloneAnswersWithTheProposedValues)
{
    EXPECT_FALSE(m_menu.is_open());
    EXPECT_FALSE(press(Key::enter)) << "the form is closed";
    m_menu.show(page_of(1));
    EXPECT_EQ(page().row, 4U) << "the first parameter";
    EXPECT_TRUE(press(Key::enter));
    const auto answered = m_menu.take_answered();
    ASSERT_TRUE(answered);
    EXPECT_EQ(answered->kernels[0].fields[3].line.text, "65536");
    EXPECT_FALSE(m_menu.take_answered()) << "only once";
}

TEST_F(Launch, TypingReplacesAValueAndArrowsSelectRows)
{
    m_menu.show(page_of(1));
    type("1000");
    EXPECT_EQ(page().field()->line.text, "1000");
    EXPECT_TRUE(press(Key::up));
    EXPECT_TRUE(press(Key::up));
    EXPECT_EQ(page().field()->label, "Block");
    EXPECT_TRUE(press(Key::end));
    EXPECT_TRUE(press(Key::backspace));
    EXPECT_EQ(page().field()->line.text, "25");
    for (int i = 0; i < 6; ++i)
        EXPECT_TRUE(press(Key::tab));
    EXPECT_EQ(page().row, 2U) << "after the last row the first one follows";
    EXPECT_FALSE(press(Key::f12)) << "screenshots";
    EXPECT_FALSE(press(Key::escape)) << "closes the form";
}

TEST_F(Launch, AnotherKernelHasItsOwnValues)
{
    m_menu.show(page_of(3));
    type("7");
    EXPECT_TRUE(press(Key::page_down));
    EXPECT_EQ(page().kernel, 1U);
    EXPECT_EQ(page().field()->line.text, "65536");
    EXPECT_TRUE(press(Key::home));
    m_menu.choose(0);
    EXPECT_TRUE(press(Key::left));
    EXPECT_EQ(page().kernel, 0U);
    EXPECT_EQ(page().kernels[0].fields[3].line.text, "7");
    EXPECT_TRUE(press(Key::left));
    EXPECT_EQ(page().kernel, 2U);
}

TEST_F(Launch, ARefusedValueIsChosenAndAClickRuns)
{
    auto refused = page_of(1);
    refused.kernels[0].fields[1].line.refusal = "A block has at most 1024 threads, not 4096.";
    m_menu.show(refused);
    EXPECT_EQ(page().row, 2U);
    m_menu.choose(5);
    EXPECT_EQ(page().field()->label, "x");
    m_menu.choose(views::kRunRow);
    EXPECT_TRUE(m_menu.take_answered());
    m_menu.close();
    EXPECT_FALSE(m_menu.is_open());
}

TEST_F(Launch, AnImpossibleKernelIsNotRun)
{
    auto page = page_of(1);
    page.kernels[0].impossible = "Parameter `v` has the type `Vec`.";
    page.kernels[0].fields.clear();
    m_menu.show(page);
    EXPECT_TRUE(press(Key::enter));
    EXPECT_FALSE(m_menu.take_answered());
    views::LaunchPage compiling;
    compiling.status = "Compiling …";
    m_menu.show(compiling);
    EXPECT_TRUE(press(Key::down));
    EXPECT_TRUE(press(Key::enter));
    EXPECT_FALSE(m_menu.take_answered());
}

TEST(LaunchView, NothingOverlapsAtAnySizeAndTheChosenRowIsShown)
{
    for (const draw::Size size :
        { draw::Size { 1280, 720 }, draw::Size { 1920, 1080 }, draw::Size { 1024, 768 }, draw::Size { 640, 400 } })
        for (const float scale : { 1.0F, 1.5F, 2.0F })
            for (const int kind : { 0, 1, 2, 3 }) {
                auto page = std::make_shared<views::LaunchPage>(page_of(3));
                if (kind == 1)
                    page->kernels[0].fields[4].line.refusal =
                        "`sorted` is unknown. Use zero, ones, iota, out, unwritten or random:SEED.";
                if (kind == 2) {
                    page->kernels.clear();
                    page->error = "saxpy.cu, line 5: identifier \"z\" is undefined.";
                }
                for (int i = 0; kind == 3 && i < 12; ++i)
                    page->kernels[0].fields.push_back(field_of("parameter_" + std::to_string(i), "f32[n]=each:(i*7) % 1024"));
                for (std::size_t row = 0; row < std::max<std::size_t>(page->rows(), 1); row += 3) {
                    views::choose_row(*page, row);
                    views::StartPage start;
                    start.launch = page;
                    views::WindowState window { .size = size };
                    window.start = std::make_shared<const views::StartPage>(start);
                    const auto list =
                        views::build(views::view_of("launch"), {}, window, size, draw::make_style(draw::Theme::dark, scale));
                    const std::string what =
                        fmt::format("{}x{} at {}, kind {}, row {}", size.width, size.height, scale, kind, row);
                    if (size.height / scale >= 360) {
                        EXPECT_TRUE(draw::testing::colliding_texts(list).empty()) << what;
                        EXPECT_TRUE(draw::testing::outside_items(list).empty()) << what;
                    }
                    const auto shows = [&](const draw::Target& target) {
                        const auto* action = views::action_of(target.click());
                        const auto* field = action == nullptr ? nullptr : std::get_if<views::ChooseField>(action);
                        return field != nullptr && field->row == page->row;
                    };
                    EXPECT_EQ(std::ranges::any_of(list.targets, shows), page->asks()) << what;
                }
            }
}

} // namespace
} // namespace warpstage::stage
