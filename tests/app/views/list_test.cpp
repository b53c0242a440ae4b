// The view of the list for commands, choices and menus.
#include "app/draw/text_metrics.h"
#include "app/views/palette/list.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"
#include "tests/app/views/view_of.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace warpstage::views {
namespace {

using testing::compose_overlay;

std::shared_ptr<ListState> long_list(std::size_t rows)
{
    auto list = std::make_shared<ListState>();
    list->title = "Commands";
    list->hint = "Type to search";
    for (std::size_t i = 0; i < rows; ++i)
        list->rows.push_back(
            { "Choose architecture number " + std::to_string(i), "32 banks of 4 bytes · Tesla V100, Tesla T4 and more",
                i % 2 == 0 ? "Architecture" : "", i % 3 == 0 ? "Shift F12" : "", i == 5, i != 6 });
    list->total = rows;
    return list;
}

WindowState window_with(const std::shared_ptr<ListState>& list, Size size)
{
    WindowState window { size, 60.0F };
    window.list = list;
    return window;
}

constexpr std::array kListWindows { Size { 1280, 720 }, Size { 1920, 1080 }, Size { 3840, 2160 }, Size { 1024, 768 },
    Size { 640, 360 } };
constexpr std::array kListTextSizes { 1.0F, 1.5F, 2.0F, 3.0F };

DrawList picture_of(const std::shared_ptr<ListState>& list, Size size, float scale, Theme theme = Theme::dark)
{
    return testing::build_view("list", {}, window_with(list, size), { 0, 0, size.width, size.height }, make_style(theme, scale));
}

std::vector<std::size_t> rows_in_reach(const DrawList& picture)
{
    std::vector<std::size_t> rows;
    for (const Action& action : testing::actions_of(picture))
        if (const auto* row = std::get_if<ChooseRow>(&action); row != nullptr && row->row)
            rows.push_back(*row->row);
    return rows;
}

TEST(List, FitsEveryWindowAndTextSize)
{
    for (const Size size : kListWindows)
        for (const float scale : kListTextSizes)
            for (const std::size_t rows : { std::size_t { 0 }, std::size_t { 1 }, std::size_t { 3 }, std::size_t { 500 } })
                for (const std::optional<Point> at : { std::optional<Point> {}, std::optional(Point { 5, 5 }),
                         std::optional(Point { size.width - 3, size.height - 3 }) }) {
                    const auto list = long_list(rows);
                    list->at = at;
                    list->chosen = rows / 2;
                    list->field.text = rows == 3 ? std::string(180, 'm') : "";
                    list->field.caret = list->field.text.size() / 2;
                    list->field.refusal =
                        rows == 1 ? "`abc` is not a whole number; a size is written 1024 or 2^10.\n  abc\n  ^" : "";
                    const DrawList picture = picture_of(list, size, scale);
                    for (const std::string& wrong : draw::testing::outside_items(picture))
                        ADD_FAILURE() << size.width << " at " << scale << ", " << rows << " rows: " << wrong;
                    for (const std::string& wrong : draw::testing::colliding_texts(picture))
                        ADD_FAILURE() << size.width << " at " << scale << ", " << rows << " rows: " << wrong;
                    const bool has_room = rows > 0 && size.height / scale >= 240.0F;
                    EXPECT_TRUE(!has_room || !rows_in_reach(picture).empty()) << size.width << " at " << scale;
                }
}

TEST(List, TheChosenRowIsAlwaysVisible)
{
    const auto list = long_list(300);
    for (const std::size_t chosen : { 0U, 13U, 14U, 150U, 299U })
        for (const std::size_t first : { 0U, 100U, 299U }) {
            list->chosen = chosen;
            list->first = first;
            const auto rows = rows_in_reach(picture_of(list, { 1280, 720 }, 1.0F));
            EXPECT_TRUE(std::ranges::find(rows, chosen) != rows.end()) << chosen << " from " << first;
            EXPECT_EQ(rows.size(), list_capacity(*list, { 1280, 720 }, make_style(Theme::dark, 1.0F)));
            EXPECT_EQ(rows.front(), first_list_row(*list, rows.size()));
        }
}

TEST(List, ARowShowsItsNameItsKindAndItsKey)
{
    const auto list = long_list(4);
    const DrawList picture = picture_of(list, { 1920, 1080 }, 1.0F);
    EXPECT_TRUE(draw::testing::says(picture, "Choose architecture number 3"));
    EXPECT_TRUE(draw::testing::says(picture, "Architecture"));
    EXPECT_TRUE(draw::testing::says(picture, "Shift F12"));
    EXPECT_TRUE(draw::testing::says(picture, "Type to search"));
    EXPECT_TRUE(draw::testing::says(picture, "Esc Close"));
    list->rows.clear();
    EXPECT_TRUE(draw::testing::says(picture_of(list, { 1920, 1080 }, 1.0F), "No match"));
    EXPECT_TRUE(draw::testing::says(picture_of(list, { 1920, 1080 }, 1.0F), "0 of 4"));
}

// The chosen row is not shown by color alone: its name has a heavier weight.
TEST(List, TheChosenRowIsHighlightedInEveryTheme)
{
    const auto list = long_list(3);
    list->chosen = 1;
    for (const Theme theme : { Theme::dark, Theme::light, Theme::high_contrast }) {
        const DrawList picture = picture_of(list, { 1280, 720 }, 1.0F, theme);
        EXPECT_EQ(draw::testing::text_with(picture, "number 1").face, Face::semibold);
        EXPECT_EQ(draw::testing::text_with(picture, "number 2").face, Face::regular);
        EXPECT_GT(draw::testing::count_color(picture, make_style(theme, 1.0F).orange), 0U);
    }
}

TEST(List, KeepsItsSizeWhileFewerRowsMatch)
{
    const auto box_of = [](const DrawList& picture) {
        return std::get<Box>(picture.items.front()).rect;
    };
    const auto list = long_list(40);
    const Rect before = box_of(picture_of(list, { 1280, 720 }, 1.0F));
    list->rows.resize(2);
    EXPECT_EQ(box_of(picture_of(list, { 1280, 720 }, 1.0F)), before);
}

TEST(List, AMenuIsAtThePointer)
{
    const auto list = long_list(4);
    list->at = Point { 300, 200 };
    const DrawList picture = picture_of(list, { 1280, 720 }, 1.0F);
    EXPECT_EQ(std::get<Box>(picture.items.front()).rect.corner(), (Point { 300, 200 }));
    EXPECT_FALSE(draw::testing::says(picture, "Type to search"));
    list->field.text = "arch";
    EXPECT_TRUE(draw::testing::says(picture_of(list, { 1280, 720 }, 1.0F), "arch"));
}

TEST(List, TheBackgroundCannotBeClickedAndHiddenPanelsStayHidden)
{
    WindowState window = window_with(long_list(5), { 1920, 1080 });
    const auto overlay = compose_overlay(testing::played(), window, make_style(Theme::dark, 1.0F));
    for (const Action& action : testing::actions_of(overlay.picture))
        EXPECT_TRUE(std::holds_alternative<ChooseRow>(action));
    EXPECT_GT(overlay.views.size(), 5U) << "the panels are drawn below it";

    window.display = Display::nothing;
    const auto alone = compose_overlay(testing::played(), window, make_style(Theme::dark, 1.0F));
    ASSERT_EQ(alone.views.size(), 1U);
    EXPECT_EQ(alone.views.front().view->id, "list");
    EXPECT_EQ(alone.scene.width, 1920.0F);
}

// A click on a heading has no effect; one on the lesson's name lists the lessons.
TEST(List, HeadingsAreNotClicked)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const Size size { 1920, 1080 };
    for (const testing::NamedSnapshot& named : testing::all_snapshots())
        for (const char* sheet : { "", "compare", "sm" }) {
            WindowState window { size, 60.0F };
            window.sheet = *sheet != '\0' ? &view_of(sheet) : nullptr;
            const auto overlay = compose_overlay(named.snapshot, window, style);
            for (const Placed& placed : overlay.views) {
                if (placed.view->place != Place::panel && placed.view->place != Place::sheet)
                    continue;
                const DrawList panel = testing::build_placed(placed, named.snapshot, window, style);
                const float padding = panel_padding(size, style);
                EXPECT_EQ(panel.click_at({ padding + 4, padding + 8 }), nullptr) << named.name << ": " << placed.view->id;
            }
        }
}

TEST(List, TheNameOfTheLessonListsTheLessons)
{
    const Style style = make_style(Theme::dark, 1.0F);
    WindowState window { { 1920, 1080 }, 60.0F };
    const auto overlay = compose_overlay(testing::played(), window, style);
    const auto bar = std::ranges::find_if(overlay.views, [](const Placed& placed) { return placed.view->id == "top-bar"; });
    ASSERT_NE(bar, overlay.views.end());
    const DrawList drawn = testing::build_placed(*bar, testing::played(), window, style);
    const auto* action = action_of(drawn.click_at({ style.margin + 4, bar->rect.height / 2 }));
    ASSERT_NE(action, nullptr);
    const auto* command = std::get_if<RunCommand>(action);
    ASSERT_NE(command, nullptr);
    EXPECT_EQ(command->id, "choose-lesson");
}

} // namespace
} // namespace warpstage::views
