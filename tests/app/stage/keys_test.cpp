#include "app/draw/text_metrics.h"
#include "app/stage/input/key_table.h"
#include "app/views/sheets/paged_sheets.h"
#include "app/views/view.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace warpstage::stage {
namespace {

using session::Command;
using session::Direction;

std::optional<Command> press(Key key, const session::Snapshot& shown, Shift shift = Shift::up)
{
    const CommandRow* row = key_row(key, shift);
    return row != nullptr && row->action.request != nullptr ? row->action.request(shown) : std::nullopt;
}

TEST(Keys, DigitsChooseVariantsCountedFromOne)
{
    for (std::uint32_t digit = 1; digit <= 9; ++digit) {
        const auto command = press(static_cast<Key>('0' + digit), *sample_bodies(1));
        ASSERT_TRUE(command);
        EXPECT_EQ(std::get<session::SelectVariant>(*command).index, digit - 1);
    }
}

TEST(Keys, NoKeyHasTwoCommands)
{
    const auto rows = command_table();
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i + 1; j < rows.size(); ++j)
            EXPECT_FALSE(!key_label(rows[i].stroke).empty() && rows[i].stroke.key == rows[j].stroke.key
                && rows[i].stroke.control == rows[j].stroke.control
                && (!rows[i].stroke.shift || !rows[j].stroke.shift || rows[i].stroke.shift == rows[j].stroke.shift))
                << i << " and " << j;
}

TEST(Keys, EveryRowHasOneAction)
{
    for (const CommandRow& row : command_table())
        EXPECT_EQ((row.action.request != nullptr) + (row.action.effect != nullptr) + (row.action.figure_effect != nullptr)
                + (row.action.row_effect != nullptr),
            row.title.empty() && row.words.keys.empty() && row.verb.read != nullptr ? 0 : 1)
            << row.title << row.words.keys << row.verb.usage;
}

TEST(Keys, AKeyWithControlIsNotThePlainKey)
{
    EXPECT_EQ(key_row(Key::v, Shift::up, Control::down), nullptr);
    EXPECT_EQ(key_row(static_cast<Key>(0), Shift::up), nullptr) << "rows without a key";
    EXPECT_EQ(key_row(Key::j, Shift::up, Control::down), nullptr);
    EXPECT_NE(key_row(Key::q, Shift::up), key_row(Key::q, Shift::up, Control::down));
    EXPECT_NE(key_row(Key::c, Shift::up, Control::down), key_row(Key::c, Shift::down, Control::down));
    EXPECT_NE(key_row(Key::plus, Shift::up), key_row(Key::plus, Shift::down, Control::down));
    EXPECT_EQ(key_row(Key::question, Shift::up), key_row(Key::question, Shift::down)) << "punctuation accepts any state of Shift";
}

TEST(Keys, ShiftReversesTab)
{
    const auto shown = sample_bodies(1);
    EXPECT_EQ(std::get<session::SelectLesson>(*press(Key::tab, *shown)).id.direction(), Direction::next);
    EXPECT_EQ(std::get<session::SelectLesson>(*press(Key::tab, *shown, Shift::down)).id.direction(), Direction::previous);
}

TEST(Keys, RemoteControlWalksTheCues)
{
    const auto shown = sample_bodies(1);
    shown->cue.edit().count = 4;
    for (const Key key : { Key::right, Key::page_down })
        EXPECT_EQ(std::get<session::CueStep>(*press(key, *shown)).direction, Direction::next);
    for (const Key key : { Key::left, Key::page_up })
        EXPECT_EQ(std::get<session::CueStep>(*press(key, *shown)).direction, Direction::previous);
    EXPECT_EQ(std::get<session::SelectAccess>(*press(Key::right, *shown, Shift::down)).pc.direction(), Direction::next);
}

TEST(Keys, WithoutCuesRemoteControlWalksTheVariantsAndStaysAtTheEnds)
{
    const auto shown = sample_bodies(1);
    shown->setup.edit().variant = 1;
    EXPECT_EQ(std::get<session::SelectVariant>(*press(Key::page_down, *shown)).index, 2U);
    EXPECT_EQ(std::get<session::SelectVariant>(*press(Key::page_up, *shown)).index, 0U);
    shown->setup.edit().variant = 2;
    EXPECT_FALSE(press(Key::page_down, *shown));
    shown->setup.edit().variant = 0;
    EXPECT_FALSE(press(Key::page_up, *shown));
}

TEST(Keys, WarpsStayWithinTheRecordedBlock)
{
    const auto shown = sample_bodies(1);
    EXPECT_FALSE(press(Key::down, *shown)) << "nothing is recorded yet";
    auto recording = std::make_shared<session::Recording>();
    recording->trace.warps = 2;
    shown->run.edit().recording = recording;
    EXPECT_FALSE(press(Key::up, *shown));
    EXPECT_EQ(std::get<session::SelectWarp>(*press(Key::down, *shown)).warp, 1U);
    shown->selection.edit().warp = 1;
    EXPECT_FALSE(press(Key::down, *shown));
    EXPECT_EQ(std::get<session::SelectWarp>(*press(Key::up, *shown)).warp, 0U);
}

TEST(Keys, WindowCommandsSendNothingToTheSession)
{
    const auto shown = sample_bodies(1);
    for (const Key key : { Key::f11, Key::f2, Key::h, Key::f12, Key::question, Key::escape, Key::plus, Key::minus, Key::digit_0 })
        EXPECT_FALSE(press(key, *shown));
}

// The list of keys shows every row, not truncated, in windows of all sizes.
TEST(Keys, TheHelpSheetShowsEveryRow)
{
    for (const draw::Size window : { draw::Size { 1024, 768 }, { 1280, 720 }, { 1366, 768 }, { 1920, 1080 }, { 3840, 2160 } })
        for (const float scale : { 1.0F, 1.5F, 2.0F, 3.0F }) {
            const draw::Style style = draw::make_style(draw::Theme::dark, scale);
            std::set<std::string> shown;
            for (std::size_t page = 0, pages = 1; page < pages; ++page) {
                const views::PagedSheet sheet = views::help_sheet(key_words(), page, window, style);
                pages = sheet.pages;
                EXPECT_LE(pages, 14U);
                EXPECT_LE(sheet.picture.size.width, window.width);
                EXPECT_LE(sheet.picture.size.height, window.height);
                EXPECT_TRUE(draw::testing::outside_items(sheet.picture).empty());
                EXPECT_TRUE(draw::testing::colliding_texts(sheet.picture).empty());
                for (const draw::Text& text : draw::testing::texts_of(sheet.picture)) {
                    EXPECT_LE(draw::text_width(text.text, text.face, text.size), text.max_width) << text.text << " is truncated";
                    shown.insert(text.text);
                }
            }
            for (const views::KeyWords& key : key_words()) {
                EXPECT_TRUE(shown.contains(std::string { key.keys })) << key.keys;
                EXPECT_TRUE(shown.contains(std::string { key.meaning })) << key.meaning;
            }
        }
}

TEST(Commands, HaveUniqueIdsAndTitlesInLists)
{
    std::set<std::string_view> ids;
    std::set<std::string_view> titles;
    for (const CommandRow& row : command_table()) {
        if (row.id.empty()) {
            EXPECT_TRUE(row.title.empty()) << row.title;
            continue;
        }
        EXPECT_TRUE(ids.insert(row.id).second) << row.id;
        EXPECT_FALSE(row.title.empty() && row.lecture.text.empty()) << row.id;
        EXPECT_TRUE(row.title.empty() || titles.insert(row.title).second) << row.title;
        EXPECT_EQ(find_command(row.id), &row);
    }
    EXPECT_EQ(find_command("nothing"), nullptr);
    EXPECT_EQ(find_command(""), nullptr);
}

// The table has every command that a click in a view runs.
TEST(Commands, CommandsNamedByViewsExist)
{
    for (const char* id : { "choose-lesson", "choose-engine", "choose-architecture", "choose-warp-width", "previous-cue",
             "next-cue", "commands", "last-good", "leave-mode", "time-axis" })
        EXPECT_NE(find_command(id), nullptr) << id;
}

TEST(Commands, EverySheetHasACommandWithItsId)
{
    for (const views::View& view : views::all_views()) {
        if (view.place != views::Place::sheet)
            continue;
        const CommandRow* row = find_command(view.id);
        ASSERT_NE(row, nullptr) << view.id;
        EXPECT_NE(row->action.row_effect, nullptr) << view.id;
    }
}

TEST(Commands, EveryLanguageHasACommand)
{
    for (const words::Language& language : words::languages())
        EXPECT_NE(find_command("language-" + std::string { language.code }), nullptr) << language.code;
}

TEST(Commands, MenusNameExistingViews)
{
    for (const CommandRow& row : command_table()) {
        std::istringstream words { std::string { row.views } };
        for (std::string word; words >> word;)
            EXPECT_TRUE(word == "scene" || views::find_view(word) != nullptr) << row.id << ": " << word;
    }
    for (const views::View& view : views::all_views()) {
        const bool has_menu = view.place == views::Place::panel || view.place == views::Place::sheet
            || view.place == views::Place::scene || (view.place == views::Place::bar && !view.title.empty());
        const auto offered =
            std::ranges::count_if(command_table(), [&](const CommandRow& row) { return is_offered_by(row, view); });
        if (has_menu) {
            EXPECT_GE(offered, 1) << view.id;
            EXPECT_TRUE(!view.title.empty() || view.place == views::Place::scene) << view.id;
        }
    }
}

TEST(Commands, EveryKeyIsNamedOnTheSheet)
{
    std::string sheet;
    for (const views::KeyWords& key : key_words())
        sheet += " " + std::string { key.keys } + " ";
    for (const CommandRow& row : command_table()) {
        std::string label = key_label(row.stroke);
        label = label.substr(label.find_last_of(' ') + 1);
        const bool digit = label.size() == 1 && label[0] >= '1' && label[0] <= '9';
        EXPECT_TRUE(label.empty() || digit || row.stroke.key == Key::f1 || sheet.find(" " + label + " ") != std::string::npos)
            << label;
    }
}

TEST(Commands, KeysHaveTheirCommonNames)
{
    EXPECT_EQ(key_label({ Key::k, {}, Control::down }), "Ctrl K");
    EXPECT_EQ(key_label({ Key::f12, Shift::down }), "Shift F12");
    EXPECT_EQ(key_label({ Key::left }), "←");
    EXPECT_EQ(key_label({ Key::page_down }), "PgDn");
    EXPECT_EQ(key_label({ Key::slash }), "/");
    EXPECT_EQ(key_label({ Key::minus, {}, Control::down }), "Ctrl −");
    EXPECT_EQ(key_label({}), "");
}

TEST(Keys, TheHelpSheetHasAllGroups)
{
    const views::PagedSheet sheet = views::help_sheet(key_words(), 0, { 1920, 1080 }, draw::make_style(draw::Theme::dark, 1.0F));
    EXPECT_EQ(sheet.pages, 1U);
    for (const std::string_view group : views::kKeyGroups)
        EXPECT_TRUE(draw::testing::says(sheet.picture, group)) << group;
}

// The keys named in a cell; "Shift+V" and "Shift V" both mean V.
std::set<std::string> keys_in(std::string cell)
{
    const auto replace = [&](const std::string& from, const std::string& to) {
        for (auto at = cell.find(from); at != std::string::npos; at = cell.find(from, at + to.size()))
            cell.replace(at, from.size(), to);
    };
    replace("PgDn", "PageDown");
    replace("PgUp", "PageUp");
    replace("Page ", "Page");
    replace("1 … 9", "1–9");
    replace("right drag", "right-drag");
    replace("right click", "right-click");
    replace("Shift+", "");
    replace("Ctrl+", "");
    for (const char* separator : { ",", " or " })
        replace(separator, " ");
    std::istringstream stream(cell);
    std::set<std::string> keys;
    for (std::string word; stream >> word;)
        if (word != "Ctrl" && word != "Shift")
            keys.insert(word);
    return keys;
}

TEST(Keys, TheTableInTheManualMatches)
{
    std::set<std::string> manual;
    std::ifstream page(std::string(WARPSTAGE_SOURCE) + "/docs/keys.md");
    bool inside = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("| key | does |"))
            inside = true;
        else if (!line.starts_with("|"))
            inside = false;
        if (!inside || line.starts_with("|--") || line.starts_with("| key"))
            continue;
        std::istringstream cells(line.substr(1));
        std::string cell;
        for (int column = 0; std::getline(cells, cell, '|'); ++column)
            if (column % 2 == 0 && cell.find("**") == std::string::npos) // a group's name
                manual.merge(keys_in(cell));
    }
    std::set<std::string> table { "Esc", "wheel" }; // not required in the list of keys
    for (const views::KeyWords& key : key_words())
        table.merge(keys_in(std::string { key.keys }));
    EXPECT_EQ(manual, table);
}

} // namespace
} // namespace warpstage::stage
